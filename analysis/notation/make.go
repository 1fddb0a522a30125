package notation

import (
	"fmt"
	"strconv"
	"strings"
)

// Int is a whole number.
func Int[T int | int64](n T) Node { return Literal(strconv.FormatInt(int64(n), 10)) }

// Float is a number as it reads back the same.
func Float(x float64) Node { return Literal(fmt.Sprint(x)) }

// Literal is a number that is written so.
func Literal(text string) Node {
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		return &Unary{Op: "-", X: &Number{Text: rest}}
	}
	return &Number{Text: text}
}

// Sym is a name alone.
func Sym(name string) *Name { return &Name{Name: name} }

// Call is a function or an equation with arguments.
func Call(name string, args ...Node) *Name { return &Name{Name: name, Args: args, Call: true} }

// Infix is operands with an operator between them, the first two together first.
func Infix(op string, operands ...Node) Node {
	out := operands[0]
	for _, y := range operands[1:] {
		out = &Binary{Op: op, X: out, Y: y}
	}
	return out
}

// In is an expression in brackets.
func In(x Node) Node { return &Group{X: x} }

// Not is true where x is false.
func Not(x Node) Node { return &Unary{Op: "not", X: In(x)} }

// Over is a loop: a process or number repeated.
func Over(word, index string, lo, hi, body Node) *Loop {
	return &Loop{Word: word, Index: index, Lo: lo, Hi: hi, Body: body}
}

// If is then where cond holds, else els, which may be nil.
func If(cond, then, els Node) *Branch { return &Branch{Cond: cond, Then: then, Else: els} }

// Braces are processes one after the other.
func Braces(processes ...Node) *Block {
	b := &Block{}
	for _, n := range processes {
		b.Steps = append(b.Steps, Step{Node: n})
	}
	return b
}
