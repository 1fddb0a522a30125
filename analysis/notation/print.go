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
	p := &printer{lines: true}
	p.expression(n, UnaryStrength-1)
	return p.out.String()
}

type printer struct {
	out   strings.Builder
	lines bool // a process is printed, not an expression in it
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
	p.put("\n", strings.Repeat("    ", p.depth))
	p.put(ss...)
}

// expression prints an expression where only what binds stronger than least needs no
// brackets.
func (p *printer) expression(n Node, least int) {
	if p.full {
		return
	}
	if strength(n) <= least {
		n = In(n)
	}
	switch n := n.(type) {
	case *Number:
		p.put(n.Text)
	case *Name:
		if p.put(n.Name); n.Call {
			p.list("(", ")", n.Args...)
		}
	case *Unary:
		if p.put(n.Op); n.Op == "not" {
			p.put(" ")
		}
		p.inline(n.X, UnaryStrength-1)
	case *Binary:
		left, right := strengths[n.Op]-1, strengths[n.Op]
		if n.Op == Power {
			left, right = right, left
		}
		p.inline(n.X, left)
		p.put(" ", n.Op, " ")
		p.inline(n.Y, right)
	case *Branch:
		p.branch(n)
	case *Loop:
		p.put(n.Word, " (", n.Index)
		p.list(" = ", ")", n.Lo, n.Hi)
		p.inner(n.Body, isBranch(n.Body))
	case *List:
		p.list("[", "]", n.Items...)
	case *Empty:
		p.put("{}")
	case *Group:
		p.list("(", ")", n.X)
	case *Block:
		p.block(n)
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

// inline prints what is no process, or stands in a line with others.
func (p *printer) inline(n Node, least int) {
	lines := p.lines
	p.lines = false
	p.expression(n, least)
	p.lines = lines
}

func (p *printer) list(before, after string, items ...Node) {
	p.put(before)
	for i, x := range items {
		if i > 0 {
			p.put(", ")
		}
		p.inline(x, 0)
	}
	p.put(after)
}

func (p *printer) branch(n *Branch) {
	p.list("if (", ")", n.Cond)
	then := n.Then
	if n.Else != nil && takesElse(then) {
		then = Braces(then)
	}
	p.inner(then, true)
	if n.Else == nil {
		return
	}
	if _, braces := then.(*Block); braces || !p.lines {
		p.put(" else")
	} else {
		p.line("else")
	}
	p.inner(n.Else, true)
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

// inner prints what a loop repeats or a branch does: behind its head, or below it where
// that has lines of its own; the loops around a branch stand below each other.
func (p *printer) inner(n Node, indented bool) {
	loop, _ := n.(*Loop)
	_, braces := n.(*Block)
	switch {
	case !p.lines || braces:
		p.put(" ")
	case indented:
		p.depth++
		defer func() { p.depth-- }()
		p.line()
	case loop != nil && isBranch(loop.Body):
		p.line()
	default:
		p.put(" ")
	}
	p.expression(n, UnaryStrength-1)
}

func isBranch(n Node) bool {
	_, ok := n.(*Branch)
	return ok
}

// block prints processes one after the other, on lines of their own with the comments
// about each above it.
func (p *printer) block(n *Block) {
	if !p.lines {
		p.put("{ ")
		for i, s := range n.Steps {
			if i > 0 {
				p.put(" ; ")
			}
			p.expression(s.Node, strengths[";"])
		}
		p.put(" }")
		return
	}
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
		p.expression(s.Node, UnaryStrength-1)
	}
	p.depth--
	p.line("}")
}
