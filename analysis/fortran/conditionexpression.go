package fortran

import (
	"strconv"
	"strings"
)

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
