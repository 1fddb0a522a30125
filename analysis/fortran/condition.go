package fortran

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// conditions follows the preprocessor's conditionals and macros of a text. Where the
// user sets macros, what they leave out is left out of the text; where nobody does,
// both branches of a conditional are read, and macros are defined as the
// preprocessor would without any.
type conditions struct {
	macros  map[string]macro // replaced, never written, by a #define
	decided bool             // conditionals leave text out
	open    []conditional
}

// conditional is an #if that is open.
type conditional struct {
	outer bool // the text around it is read
	taken bool // one of its branches has been chosen
	now   bool // the present branch is read
}

// Defines returns macros (NAME, NAME=VALUE or NAME(X,Y)=VALUE) as Options.Defines
// holds them: sorted, each name once, the last one counts.
func Defines(macros []string) string {
	return conditionsOf(strings.Join(macros, "\n")).String()
}

// undecided begins the Defines of a text of which both branches are read, if there is
// something to say of it: letters for the conditionals that are open, then the macros.
const undecided = "?"

func conditionsOf(defines string) *conditions {
	c := &conditions{macros: map[string]macro{}, decided: defines != ""}
	if rest, both := strings.CutPrefix(defines, undecided); both {
		states, macros, _ := strings.Cut(rest, "\n")
		c.decided, defines = false, macros
		for _, state := range states {
			c.open = append(c.open, conditional{state&1 != 0, state&2 != 0, state&4 != 0})
		}
	}
	for line := range strings.SplitSeq(defines, "\n") {
		if name, m := macroOf(line); name != "" {
			c.macros[name] = m
		}
	}
	return c
}

// String returns the macros, and what else decides how a text goes on, as
// Options.Defines holds them.
func (c *conditions) String() string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(c.macros)) {
		out = append(out, c.macros[name].text(name))
	}
	macros := strings.Join(out, "\n")
	if c.decided {
		if macros == "" {
			return "\n" // conditionals are decided, and no macro is set any more
		}
		return macros
	}
	states := []byte{}
	for _, f := range c.open {
		state := byte('@')
		for bit, is := range []bool{f.outer, f.taken, f.now} {
			if is {
				state |= 1 << bit
			}
		}
		states = append(states, state)
	}
	if macros == "" && len(states) == 0 {
		return ""
	}
	return undecided + string(states) + "\n" + macros
}

// active reports whether the text is read here.
func (c *conditions) active() bool { return !c.decided || c.holding() }

// holding reports whether all the conditionals around hold.
func (c *conditions) holding() bool { return len(c.open) == 0 || c.open[len(c.open)-1].now }

// line takes a preprocessor line. A text that is part of a larger one may hold
// the #else of an #if in front of it: what is before has been chosen then.
func (c *conditions) line(text string) {
	word, rest := directiveOf(text)
	last := len(c.open) - 1
	switch word {
	case "if", "ifdef", "ifndef":
		outer := c.holding()
		now := outer && c.holds(word, rest)
		c.open = append(c.open, conditional{outer, now, now})
	case "elif", "else":
		if last < 0 {
			c.open = append(c.open, conditional{outer: true, taken: true})
			return
		}
		f := &c.open[last]
		f.now = f.outer && !f.taken && (word == "else" || c.holds("if", rest))
		f.taken = f.taken || f.now
	case "endif":
		c.open = c.open[:max(0, last)]
	case "define", "undef":
		if c.holding() {
			c.define(word, rest)
		}
	}
}

// directiveOf splits "# word rest" without its comments.
func directiveOf(line string) (word, rest string) {
	line = strings.TrimLeft(strings.TrimPrefix(line, "#"), " \t")
	for {
		at := strings.Index(line, "/*")
		if at < 0 {
			break
		}
		behind := ""
		if end := strings.Index(line[at+2:], "*/"); end >= 0 {
			behind = line[at+2+end+2:]
		}
		line = line[:at] + behind
	}
	end := 0
	for end < len(line) && isLetter(line[end]) {
		end++
	}
	return line[:end], strings.TrimSpace(line[end:])
}

func (c *conditions) define(word, rest string) {
	name, m := definitionOf(rest)
	if name == "" {
		return
	}
	c.macros = maps.Clone(c.macros)
	if delete(c.macros, name); word == "define" {
		c.macros[name] = m
	}
}

// holds evaluates the condition of #if, #ifdef or #ifndef. What cannot be
// evaluated does not hold.
func (c *conditions) holds(word, rest string) bool {
	if word != "if" {
		name := strings.TrimSpace(rest)
		if at := strings.IndexFunc(name, func(r rune) bool { return r > 0x7f || !isNameByte(byte(r)) }); at >= 0 {
			name = name[:at]
		}
		_, defined := c.macros[name]
		return defined == (word == "ifdef")
	}
	steps := maxSteps
	e := &condition{text: rest, macros: c.macros, steps: &steps}
	return e.binary(0) != 0
}

// condition evaluates the expression of an #if as C does.
type condition struct {
	text   string
	macros map[string]macro
	depth  int
	steps  *int // that are left, macros in macros included
}

// levels are the binary operators, the weakest first.
var levels = [][]string{{"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"}}

func (e *condition) binary(level int) int64 {
	if level == len(levels) {
		return e.unary()
	}
	x := e.binary(level + 1)
	for {
		op := e.operator(levels[level])
		if op == "" {
			return x
		}
		x = applied(op, x, e.binary(level+1))
	}
}

func (e *condition) operator(among []string) string {
	e.text = strings.TrimLeft(e.text, " \t")
	for _, op := range among {
		if strings.HasPrefix(e.text, op) {
			e.text = e.text[len(op):]
			return op
		}
	}
	return ""
}

func applied(op string, x, y int64) int64 {
	truth := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	switch op {
	case "||":
		return truth(x != 0 || y != 0)
	case "&&":
		return truth(x != 0 && y != 0)
	case "==":
		return truth(x == y)
	case "!=":
		return truth(x != y)
	case "<=":
		return truth(x <= y)
	case ">=":
		return truth(x >= y)
	case "<":
		return truth(x < y)
	case ">":
		return truth(x > y)
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	case "/", "%":
		switch {
		case y == 0 || y == -1:
			return 0
		case op == "/":
			return x / y
		}
		return x % y
	}
	return 0
}

// maxCondition bounds the nesting of a condition and of macros in it, maxSteps
// the operands of a condition with those of all its macros.
const (
	maxCondition = 100
	maxSteps     = 10_000
)

func (e *condition) unary() int64 {
	*e.steps--
	if e.depth++; e.depth > maxCondition || *e.steps < 0 {
		e.text = ""
		return 0
	}
	defer func() { e.depth-- }()
	switch e.operator([]string{"!", "-", "+", "("}) {
	case "!":
		return applied("==", e.unary(), 0)
	case "-":
		return -e.unary()
	case "+":
		return e.unary()
	case "(":
		x := e.binary(0)
		e.operator([]string{")"})
		return x
	}
	return e.word()
}

// word evaluates a number, defined(NAME), or a macro; a name that is no macro
// is 0.
func (e *condition) word() int64 {
	end := 0
	for end < len(e.text) && isNameByte(e.text[end]) {
		end++
	}
	word := e.text[:end]
	e.text = e.text[end:]
	if word == "" {
		e.text = "" // nothing that is known
		return 0
	}
	if isDigit(word[0]) {
		v, _ := strconv.ParseInt(strings.TrimRight(word, "uUlL"), 0, 64)
		return v
	}
	if word == "defined" {
		return e.defined()
	}
	value, known := e.macros[word]
	if !known {
		return 0
	}
	inner := &condition{text: value.body, macros: e.macros, depth: e.depth + 1, steps: e.steps}
	return inner.binary(0)
}

func (e *condition) defined() int64 {
	open := e.operator([]string{"("}) != ""
	e.text = strings.TrimLeft(e.text, " \t")
	end := 0
	for end < len(e.text) && isNameByte(e.text[end]) {
		end++
	}
	_, known := e.macros[e.text[:end]]
	e.text = e.text[end:]
	if open {
		e.operator([]string{")"})
	}
	if known {
		return 1
	}
	return 0
}
