package pamela

import (
	"fmt"
	"strings"
)

// Source prints an expression as the language writes it, every operation in
// parentheses.
func Source(n Node) string {
	p := &sourcePrinter{}
	p.node(n)
	return p.String()
}

// String prints the equations as read: includes resolved, comments gone.
func (t *Tree) String() string {
	p := &sourcePrinter{}
	for _, e := range t.Equations {
		p.equation(e)
	}
	return p.String()
}

type sourcePrinter struct {
	strings.Builder
	indent int
}

func (p *sourcePrinter) put(ss ...string) {
	for _, s := range ss {
		p.WriteString(s)
	}
}

func (p *sourcePrinter) line() { p.put("\n", strings.Repeat("    ", p.indent)) }

func (p *sourcePrinter) equation(e *Equation) {
	p.put(head(e))
	if e.Body != nil {
		p.put(" =")
		p.indent++
		p.line()
		p.node(e.Body)
		p.indent--
	}
	p.put("\n")
}

// head is the left-hand side of an equation.
func head(e *Equation) string {
	s := e.Kind.String() + " "
	if e.Parameter {
		s += "parameter "
	}
	return s + e.Name + paramList(e.Params)
}

func paramList(params []string) string {
	if len(params) == 0 {
		return ""
	}
	return "(" + strings.Join(params, ", ") + ")"
}

func (p *sourcePrinter) node(n Node) {
	switch n := asRead(n).(type) {
	case *Number:
		p.put(n.Text)
	case *Name:
		p.put(n.Name)
		if n.Call {
			p.list("(", n.Args, ")")
		}
	case *Unary:
		p.put(n.Op, "(")
		p.node(n.X)
		p.put(")")
	case *Binary:
		p.binary(n)
	case *Branch:
		p.branch(n)
	case *Loop:
		p.loop(n)
	case *List:
		p.list("[ ", n.Items, " ]")
	case *Empty:
		p.put("{}")
	}
}

func (p *sourcePrinter) list(before string, items []Node, after string) {
	p.put(before)
	for i, x := range items {
		if i > 0 {
			p.put(", ")
		}
		p.node(x)
	}
	p.put(after)
}

func (p *sourcePrinter) binary(n *Binary) {
	before, after := "(", ")"
	if n.Op == ";" || n.Op == "||" {
		before, after = "{ ", " }"
	}
	p.put(before)
	p.node(n.X)
	p.put(" ", n.Op, " ")
	p.node(n.Y)
	p.put(after)
}

func (p *sourcePrinter) branch(n *Branch) {
	p.put("(if (")
	p.node(n.Cond)
	p.put(") ")
	p.operand(n.Then)
	if n.Else != nil {
		p.put(" else ")
		p.operand(n.Else)
	}
	p.put(")")
}

func (p *sourcePrinter) loop(n *Loop) {
	p.put(n.Word, " (", n.Index, " = ")
	p.node(n.Lo)
	p.put(", ")
	p.node(n.Hi)
	p.put(") {")
	p.indent++
	p.line()
	p.node(n.Body)
	p.indent--
	p.line()
	p.put("}")
}

// operand prints a branch so that it ends before what follows.
func (p *sourcePrinter) operand(n Node) {
	switch asRead(n).(type) {
	case *Number, *Name, *List, *Binary, *Branch, *Empty:
		p.node(n)
	default:
		p.put("{ ")
		p.node(n)
		p.put(" }")
	}
}

// number prints a value so that it reads back as the same.
func numberText(x float64) string { return fmt.Sprint(x) }
