package program

import "github.com/parlens/parlens/analysis/source"

// Rename returns the expression for another unit: with every symbol replaced
// by what to gives for it, and all of it at one place. The expression itself
// is not changed; nil stays nil.
func Rename(e Expr, at source.Span, to func(*Symbol) *Symbol) Expr {
	return Replace(e, at, to, func(Expr) Expr { return nil })
}

// Itself is what stands for a symbol that keeps its place, for [Rename] and [Replace].
func Itself(s *Symbol) *Symbol { return s }

// Replace is [Rename] where with gives another expression, as it is, for some of the
// expression and its parts: nil for the others.
func Replace(e Expr, at source.Span, to func(*Symbol) *Symbol, with func(Expr) Expr) Expr {
	if other := with(e); other != nil {
		return other
	}
	again := func(x Expr) Expr { return Replace(x, at, to, with) }
	switch e := e.(type) {
	case *Const:
		out := *e
		out.node = node{at}
		return &out
	case *Ref:
		out := NewRef(at, to(e.Sym))
		out.Definition, out.Value = e.Definition, again(e.Value)
		for _, index := range e.Along {
			out.Along = append(out.Along, to(index))
		}
		for _, s := range e.Subs {
			out.Subs = append(out.Subs, Subscript{s.Triplet, again(s.Lo), again(s.Hi), again(s.Stride)})
		}
		out.Image = again(e.Image)
		return out
	case *Unary:
		return NewUnary(at, e.Op, again(e.X))
	case *Binary:
		return NewBinary(at, e.Op, again(e.X), again(e.Y))
	case *Call:
		out := NewCall(at, e.Name, nil)
		if e.Sym != nil {
			out.Sym = to(e.Sym)
		}
		for _, a := range e.Args {
			out.Args = append(out.Args, Arg{a.Keyword, again(a.Value)})
		}
		return out
	case *Opaque:
		out := NewOpaque(at, e.Text, e.Reason)
		out.Typed = e.Typed
		for _, v := range e.Values {
			out.Values = append(out.Values, again(v))
		}
		for _, run := range e.Runs {
			out.Runs = append(out.Runs, Run{again(run.Item), again(run.Count)})
		}
		return out
	}
	return e
}
