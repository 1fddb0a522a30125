package symbolic

import "strings"

// PAMELA prints e as PAMELA source, every operation in parentheses as PAMELA's
// own printer does. The text builds the same node again: nothing is factored,
// and names are kept. Beside + - * / div mod and the comparisons it uses
//
//	max(a, b) min(a, b) floor(x) ceil(x) log2(x) ceil_log2(x) pow(x, y)
//	and(a, b) or(a, b)            0 is false
//	max (i = a, b) { body }       sum (i = a, b) { body }
//	(if (c) x else y)
//
// and the names of tables and opaque functions, called. An expression whose text
// would be longer than MaxText ends in "...".
func (a *Arena) PAMELA(e Expr) string {
	p := pamelaPrinter{}
	p.print(a.newViewer(true, e).of(e))
	return p.out.String()
}

type pamelaPrinter struct {
	out  strings.Builder
	full bool
}

func (p *pamelaPrinter) put(ss ...string) {
	for _, s := range ss {
		if !p.full {
			p.out.WriteString(s)
		}
	}
	if p.out.Len() > MaxText && !p.full {
		p.full = true
		p.out.WriteString("...")
	}
}

func (p *pamelaPrinter) print(v *view) {
	if p.full {
		return
	}
	switch v.kind {
	case viewAtom:
		p.put(v.text)
	case viewSum:
		p.sum(v)
	case viewNegated:
		p.put("-(")
		p.print(v.parts[0])
		p.put(")")
	case viewProduct:
		p.product(v)
	case viewPower:
		p.call("pow", v.parts)
	case viewCall:
		p.call(v.text, v.parts)
	case viewDiv:
		p.infix(v.parts, " div ")
	case viewMod:
		p.infix(v.parts, " mod ")
	case viewCeilQuo:
		p.put("ceil")
		p.infix(v.parts, " / ")
	case viewTest:
		p.infix(v.parts, " "+sourceTest(v.text)+" ")
	case viewAnd:
		p.call("and", v.parts)
	case viewOr:
		p.call("or", v.parts)
	case viewCond:
		p.put("(if (")
		p.print(v.parts[0])
		p.put(") ")
		p.print(v.parts[1])
		p.put(" else ")
		p.print(v.parts[2])
		p.put(")")
	case viewLoop:
		p.loop(v)
	}
}

// sourceTest is a comparison as PAMELA, C and Go write it.
func sourceTest(s string) string {
	switch s {
	case "=":
		return "=="
	case "/=":
		return "!="
	}
	return s
}

func (p *pamelaPrinter) loop(v *view) {
	p.put(v.text, " (", v.parts[3].text, " = ")
	p.print(v.parts[0])
	p.put(", ")
	p.print(v.parts[1])
	p.put(") { ")
	p.print(v.parts[2])
	p.put(" }")
}

func (p *pamelaPrinter) call(name string, parts []*view) {
	p.put(name, "(")
	for i, v := range parts {
		if i > 0 {
			p.put(", ")
		}
		p.print(v)
	}
	p.put(")")
}

// infix prints a left-associative chain, each step in parentheses.
func (p *pamelaPrinter) infix(parts []*view, o string) {
	p.put(strings.Repeat("(", len(parts)-1))
	for i, v := range parts {
		if i > 0 {
			p.put(o)
		}
		p.print(v)
		if i > 0 {
			p.put(")")
		}
	}
}

func (p *pamelaPrinter) sum(v *view) {
	p.put(strings.Repeat("(", len(v.parts)-1))
	for i, t := range v.parts {
		switch {
		case v.minus[i] && i == 0:
			p.put("-(")
		case v.minus[i]:
			p.put(" - ")
		case i > 0:
			p.put(" + ")
		}
		p.print(t)
		if v.minus[i] && i == 0 || i > 0 {
			p.put(")")
		}
	}
}

func (p *pamelaPrinter) product(v *view) {
	if len(v.below) == 0 {
		p.infix(v.parts, " * ")
		return
	}
	p.put("(")
	p.infix(v.parts, " * ")
	p.put(" / ")
	p.infix(v.below, " * ")
	p.put(")")
}
