package symbolic

import "strings"

// Binding strengths of the printed operators.
const (
	precCond = iota
	precOr
	precAnd
	precTest
	precSum
	precMul
	precPow
	precAtom
)

// MaxText is the length at which String stops and writes "...".
const MaxText = 1 << 16

// String prints e as plain text, common factors pulled out. It is
// deterministic and reads like a formula: min, ceil and comparisons reappear,
// negative terms follow the positive ones.
func (a *Arena) String(e Expr) string {
	p := plainPrinter{limit: MaxText}
	p.print(a.newViewer(false, e).of(e), precCond)
	return p.out.String()
}

// plainPrinter writes a view as plain text of limited length.
type plainPrinter struct {
	out   strings.Builder
	limit int
}

func (p *plainPrinter) put(s string) {
	if p.out.Len() < p.limit {
		if p.out.WriteString(s); p.out.Len() >= p.limit && p.limit == MaxText {
			p.out.WriteString("...")
		}
	}
}

// prec is the binding strength of a view's operator.
func (v *view) prec() int {
	switch v.kind {
	case viewSum, viewNegated:
		return precSum
	case viewProduct, viewDiv, viewMod:
		return precMul
	case viewPower:
		return precPow
	case viewTest:
		return precTest
	case viewAnd:
		return precAnd
	case viewOr:
		return precOr
	case viewCond:
		return precCond
	}
	return precAtom
}

func (p *plainPrinter) print(v *view, want int) {
	if p.out.Len() >= p.limit {
		return
	}
	if v.prec() < want {
		p.put("(")
		defer p.put(")")
	}
	switch v.kind {
	case viewAtom:
		p.put(v.text)
	case viewSum:
		p.sum(v)
	case viewNegated:
		p.put("-")
		p.print(v.parts[0], precMul)
	case viewProduct:
		p.product(v)
	case viewPower:
		p.list(v.parts, "^", precAtom)
	case viewCall:
		p.put(v.text + "(")
		p.list(v.parts, ", ", precCond)
		p.put(")")
	case viewDiv:
		p.list(v.parts, " div ", precPow)
	case viewMod:
		p.list(v.parts, " mod ", precPow)
	case viewCeilQuo:
		p.put("ceil(")
		p.list(v.parts, "/", precPow)
		p.put(")")
	case viewTest:
		p.list(v.parts, " "+v.text+" ", precSum)
	case viewAnd:
		p.list(v.parts, " and ", precTest)
	case viewOr:
		p.list(v.parts, " or ", precAnd)
	case viewCond:
		p.put("if ")
		p.print(v.parts[0], precOr)
		p.put(" then ")
		p.print(v.parts[1], precOr)
		p.put(" else ")
		p.print(v.parts[2], precCond)
	case viewLoop:
		p.put(v.text + "(" + v.parts[3].text + " = ")
		p.print(v.parts[0], precSum)
		p.put("..")
		p.print(v.parts[1], precSum)
		p.put(": ")
		p.print(v.parts[2], precCond)
		p.put(")")
	}
}

func (p *plainPrinter) list(vs []*view, sep string, want int) {
	for i, v := range vs {
		if i > 0 {
			p.put(sep)
		}
		p.print(v, want)
	}
}

func (p *plainPrinter) sum(v *view) {
	v.signed(p.put, func(part *view) { p.print(part, precMul) })
}

func (p *plainPrinter) product(v *view) {
	p.list(v.parts, "*", precPow)
	if len(v.below) == 0 {
		return
	}
	p.put("/")
	if len(v.below) > 1 {
		p.put("(")
		defer p.put(")")
	}
	p.list(v.below, "*", precPow)
}
