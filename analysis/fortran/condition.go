package fortran

import (
	"maps"
	"slices"
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

// maxCondition bounds the nesting of a condition and of macros in it, maxSteps
// the operands of a condition with those of all its macros.
const (
	maxCondition = 100
	maxSteps     = 10_000
)
