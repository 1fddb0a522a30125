package symbolic

// FormKind is the outermost way in which an expression follows an index.
type FormKind uint8

// The kinds of IndexForm.
const (
	Free   FormKind = iota // does not mention the index: Base
	Linear                 // Base + Slope*index, Slope a constant other than 0
	Block                  // Base + Inner div Size
	Cyclic                 // Base + Inner mod Size
	Other                  // anything else
)

// IndexForm takes an index expression apart: where the owner of element i is
// base + (i + offset) div size, or base + (i div k) mod p. Base and Size do not
// mention the index; Inner does, and can be taken apart in turn. Size is at
// least 1.
type IndexForm struct {
	Kind              FormKind
	Base, Inner, Size Expr
	Slope             int64
}

// FormOf is the form of e over the Index symbol called index.
func (a *Arena) FormOf(e Expr, index string) IndexForm {
	f := a.FormOfAnySize(e, index)
	if (f.Kind == Block || f.Kind == Cyclic) && a.nodes[f.Size].rng.lo < 1 {
		return IndexForm{Kind: Other}
	}
	return f
}

// FormOfAnySize is the same where nothing says that the size is at least 1.
func (a *Arena) FormOfAnySize(e Expr, index string) IndexForm {
	i, ok := a.syms[index]
	if !ok || !a.mentions(e, i) {
		return IndexForm{Kind: Free, Base: e}
	}
	if slope, rest, ok := a.affine(e, i); ok {
		if k, ok := a.ConstInt(slope); ok && k != 0 {
			return IndexForm{Kind: Linear, Base: rest, Slope: k}
		}
		return IndexForm{Kind: Other}
	}
	return a.wholeForm(e, i)
}

// wholeForm finds the only term that mentions i: a division or a remainder.
func (a *Arena) wholeForm(e, i Expr) IndexForm {
	f := IndexForm{Kind: Other}
	l := a.linOf(e)
	base := lin{c: l.c}
	for _, t := range l.t {
		if !a.mentions(t.m, i) {
			base.t = append(base.t, t)
			continue
		}
		o := a.op(t.m)
		if f.Kind != Other || !t.k.isOne() || o != opDiv && o != opMod || a.mentions(a.kid(t.m, 1), i) {
			return IndexForm{Kind: Other}
		}
		f = IndexForm{Kind: Block, Inner: a.kid(t.m, 0), Size: a.kid(t.m, 1)}
		if o == opMod {
			f.Kind = Cyclic
		}
	}
	f.Base = a.build(base)
	return f
}
