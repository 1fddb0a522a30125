package symbolic

import "github.com/parlens/parlens/analysis/notation"

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
func (a *Arena) PAMELA(e Expr) string { return notation.Short(a.Tree(e), MaxText) }

// Tree is e as PAMELA prints it. One of more than MaxText parts has "..." in the
// place of the others.
func (a *Arena) Tree(e Expr) notation.Node {
	if a.op(e) == opSym {
		return notation.Sym(a.text(e))
	}
	if n, ok := a.ConstInt(e); ok && n >= 0 {
		return notation.Int(n)
	}
	t := treeMaker{left: MaxText}
	return t.of(a.newViewer(true, e).of(e))
}

type treeMaker struct{ left int }

func (t *treeMaker) of(v *view) notation.Node {
	if t.left--; t.left < 0 {
		return notation.Sym("...")
	}
	switch v.kind {
	case viewSum:
		return t.sum(v)
	case viewNegated:
		return negated(t.of(v.parts[0]))
	case viewProduct:
		return t.product(v)
	case viewPower:
		return t.call("pow", v.parts)
	case viewCall:
		return t.call(v.text, v.parts)
	case viewDiv:
		return t.infix("div", v.parts)
	case viewMod:
		return t.infix("mod", v.parts)
	case viewCeilQuo:
		return notation.Call("ceil", notation.Plain(t.infix("/", v.parts)))
	case viewTest:
		return t.infix(sourceTest(v.text), v.parts)
	case viewAnd:
		return t.call("and", v.parts)
	case viewOr:
		return t.call("or", v.parts)
	case viewCond:
		return notation.In(notation.If(t.of(v.parts[0]), t.of(v.parts[1]), t.of(v.parts[2])))
	case viewLoop:
		lo, hi := t.of(v.parts[0]), t.of(v.parts[1])
		return notation.Over(v.text, v.parts[3].text, lo, hi, notation.Braces(t.of(v.parts[2])))
	}
	if isNumber(v) {
		return &notation.Number{Text: v.text}
	}
	return notation.Sym(v.text)
}

func negated(n notation.Node) notation.Node { return &notation.Unary{Op: "-", X: notation.In(n)} }

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

func (t *treeMaker) call(name string, parts []*view) notation.Node {
	args := make([]notation.Node, len(parts))
	for i, v := range parts {
		args[i] = t.of(v)
	}
	return notation.Call(name, args...)
}

// infix is a left-associative chain, each step in parentheses.
func (t *treeMaker) infix(op string, parts []*view) notation.Node {
	out := t.of(parts[0])
	for _, v := range parts[1:] {
		out = notation.In(notation.Infix(op, out, t.of(v)))
	}
	return out
}

func (t *treeMaker) sum(v *view) notation.Node {
	out := t.of(v.parts[0])
	if v.minus[0] {
		out = negated(out)
	}
	for i, part := range v.parts[1:] {
		op := "+"
		if v.minus[i+1] {
			op = "-"
		}
		out = notation.In(notation.Infix(op, out, t.of(part)))
	}
	return out
}

func (t *treeMaker) product(v *view) notation.Node {
	above := t.infix("*", v.parts)
	if len(v.below) == 0 {
		return above
	}
	return notation.In(notation.Infix("/", above, t.infix("*", v.below)))
}
