package fortran

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// conditions follows the preprocessor's conditionals of a text, once macros are
// set: without any, both branches of a conditional are read.
type conditions struct {
	macros map[string]string // nil: nothing is left out
	open   []conditional
}

// conditional is an #if that is open.
type conditional struct {
	outer bool // the text around it is read
	taken bool // one of its branches has been chosen
	now   bool // the present branch is read
}

// Defines returns macros (NAME or NAME=VALUE) as Options.Defines holds them:
// sorted, each name once, the last one counts.
func Defines(macros []string) string {
	return definesOf(macrosOf(strings.Join(macros, "\n")))
}

func macrosOf(defines string) map[string]string {
	if defines == "" {
		return nil
	}
	out := map[string]string{}
	for line := range strings.SplitSeq(defines, "\n") {
		name, value, given := strings.Cut(line, "=")
		if !given {
			value = "1"
		}
		if name = strings.TrimSpace(name); name != "" {
			out[name] = strings.TrimSpace(value)
		}
	}
	return out
}

func definesOf(macros map[string]string) string {
	if macros != nil && len(macros) == 0 {
		return "\n" // conditionals are decided, and no macro is set any more
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(macros)) {
		out = append(out, name+"="+macros[name])
	}
	return strings.Join(out, "\n")
}

// active reports whether the text is read here.
func (c *conditions) active() bool {
	return len(c.open) == 0 || c.open[len(c.open)-1].now
}

// line takes a preprocessor line. A text that is part of a larger one may hold
// the #else of an #if in front of it: what is before has been chosen then.
func (c *conditions) line(text string) {
	word, rest := directiveOf(text)
	last := len(c.open) - 1
	switch word {
	case "if", "ifdef", "ifndef":
		outer := c.active()
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
	default:
		if c.active() {
			c.macro(text)
		}
	}
}

// macro takes #define and #undef.
func (c *conditions) macro(text string) {
	switch word, rest := directiveOf(text); word {
	case "define", "undef":
		c.define(word, rest)
	}
}

// directiveOf splits "# word rest" without its comment.
func directiveOf(line string) (word, rest string) {
	line = strings.TrimLeft(strings.TrimPrefix(line, "#"), " \t")
	if at := strings.Index(line, "/*"); at >= 0 {
		line = line[:at]
	}
	end := 0
	for end < len(line) && isLetter(line[end]) {
		end++
	}
	return line[:end], strings.TrimSpace(line[end:])
}

func (c *conditions) define(word, rest string) {
	end := 0
	for end < len(rest) && isNameByte(rest[end]) {
		end++
	}
	name := rest[:end]
	switch {
	case name == "":
	case word == "undef":
		delete(c.macros, name)
	default:
		c.macros[name] = strings.TrimSpace(rest[end:])
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
	macros map[string]string
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
	inner := &condition{text: value, macros: e.macros, depth: e.depth + 1, steps: e.steps}
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
