package notation

import "strings"

// Text is an expression as the language writes it, in one line: in its own brackets, and
// those without which it would read as another one.
func Text(n Node) string { return Short(n, 0) }

// Short is Text that ends in "..." where it becomes longer than a limit; 0 is none.
func Short(n Node, limit int) string {
	p := &printer{limit: limit}
	p.expression(n, 0)
	return p.out.String()
}

// Process is a process as the language writes it, on lines of their own what stands in
// braces or behind conditions.
func Process(n Node) string {
	p := &printer{}
	p.process(n)
	return p.out.String()
}

type printer struct {
	out   strings.Builder
	depth int
	limit int
	full  bool
}

func (p *printer) put(ss ...string) {
	for _, s := range ss {
		if !p.full {
			p.out.WriteString(s)
		}
	}
	if p.limit > 0 && p.out.Len() > p.limit && !p.full {
		p.full = true
		p.out.WriteString("...")
	}
}

// line begins a line.
func (p *printer) line(ss ...string) {
	p.put("\n")
	for range p.depth {
		p.put("    ")
	}
	p.put(ss...)
}

// expression prints an expression where only what binds stronger than least needs no
// brackets.
func (p *printer) expression(n Node, least int) {
	if p.full {
		return
	}
	if strength(n) <= least {
		p.put("(")
		defer p.put(")")
	}
	switch n := n.(type) {
	case *Number:
		p.put(n.Text)
	case *Name:
		p.put(n.Name)
		if n.Call {
			p.list("(", n.Args, ")")
		}
	case *Unary:
		if p.put(n.Op); n.Op == "not" {
			p.put(" ")
		}
		p.expression(n.X, UnaryStrength-1)
	case *Binary:
		p.binary(n)
	case *Branch:
		p.condition(n)
		p.put(" ")
		p.inner(n.Then, n.Else != nil)
		if n.Else != nil {
			p.put(" else ")
			p.inner(n.Else, false)
		}
	case *Loop:
		p.head(n)
		p.put(" ")
		p.inner(n.Body, false)
	case *List:
		p.list("[", n.Items, "]")
	case *Empty:
		p.put("{}")
	case *Group:
		p.put("(")
		p.expression(n.X, 0)
		p.put(")")
	case *Block:
		p.put("{ ")
		for i, s := range n.Steps {
			if i > 0 {
				p.put(" ; ")
			}
			p.expression(s.Node, strengths[";"])
		}
		p.put(" }")
	}
}

// strength says how strong an expression holds together.
func strength(n Node) int {
	switch n := n.(type) {
	case *Binary:
		return Strength(n.Op)
	case *Unary, *Branch, *Loop:
		return UnaryStrength
	}
	return strengths[Power] + 1
}

func (p *printer) list(before string, items []Node, after string) {
	p.put(before)
	for i, x := range items {
		if i > 0 {
			p.put(", ")
		}
		p.expression(x, 0)
	}
	p.put(after)
}

func (p *printer) binary(n *Binary) {
	left, right := strengths[n.Op]-1, strengths[n.Op]
	if n.Op == Power {
		left, right = right, left
	}
	p.expression(n.X, left)
	p.put(" ", n.Op, " ")
	p.expression(n.Y, right)
}

func (p *printer) condition(n *Branch) {
	p.put("if (")
	p.expression(n.Cond, 0)
	p.put(")")
}

func (p *printer) head(n *Loop) {
	p.put(n.Word, " (", n.Index, " = ")
	p.expression(n.Lo, 0)
	p.put(", ")
	p.expression(n.Hi, 0)
	p.put(")")
}

// inner prints what a loop repeats or a branch does, here in front of an else.
func (p *printer) inner(n Node, beforeElse bool) {
	if beforeElse && takesElse(n) {
		n = In(n)
	}
	p.expression(n, UnaryStrength-1)
}

// takesElse tells whether an else behind an expression would be taken for its own.
func takesElse(n Node) bool {
	switch n := n.(type) {
	case *Unary:
		return takesElse(n.X)
	case *Loop:
		return takesElse(n.Body)
	case *Branch:
		return n.Else == nil || takesElse(n.Else)
	}
	return false
}

func (p *printer) process(n Node) {
	switch n := n.(type) {
	case *Loop:
		p.head(n)
		p.body(n.Body)
	case *Branch:
		p.branch(n)
	case *Block:
		p.block(n)
	default:
		p.inner(n, false)
	}
}

// body prints what a loop repeats: behind its head, or on lines of their own where these
// are branches.
func (p *printer) body(n Node) {
	switch inner := n.(type) {
	case *Branch:
		p.indented(n)
		return
	case *Loop:
		if onLines(inner.Body) {
			p.line()
			p.process(n)
			return
		}
	}
	p.put(" ")
	p.process(n)
}

// onLines tells whether a loop has lines of its own for what it repeats.
func onLines(n Node) bool {
	switch n := n.(type) {
	case *Branch:
		return true
	case *Loop:
		return onLines(n.Body)
	}
	return false
}

func (p *printer) indented(n Node) {
	p.depth++
	p.line()
	p.process(n)
	p.depth--
}

func (p *printer) branch(n *Branch) {
	p.condition(n)
	then, braces := n.Then, false
	if n.Else != nil && takesElse(then) {
		then = Braces(then)
	}
	if _, braces = then.(*Block); braces {
		p.put(" ")
		p.process(then)
	} else {
		p.indented(then)
	}
	if n.Else == nil {
		return
	}
	if braces {
		p.put(" else")
	} else {
		p.line("else")
	}
	if _, braces := n.Else.(*Block); braces {
		p.put(" ")
		p.process(n.Else)
	} else {
		p.indented(n.Else)
	}
}

// block prints processes on lines of their own, the comments about each above it.
func (p *printer) block(n *Block) {
	p.put("{")
	p.depth++
	for i, s := range n.Steps {
		if i > 0 && len(s.Comments) > 0 {
			p.put("\n")
		}
		for _, c := range s.Comments {
			p.line("% ", c)
		}
		if i > 0 {
			p.line(";")
		} else if len(s.Comments) > 0 {
			p.put("\n")
		}
		p.line()
		p.process(s.Node)
	}
	p.depth--
	p.line("}")
}
