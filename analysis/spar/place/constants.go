package place

import (
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Tables of integers, static final int cx[*] = { 0, 1, 0, -1 }, say where neighbours are
// (lattice codes) and how long loops are (multigrid).

// mostConstants is how many elements a table may have whose index is not known.
const mostConstants = 32

// whole notes the arrays that are handed on, or changed.
func (u *unit) whole(names []string) {
	for _, n := range names {
		u.changed[n] = true
	}
}

// constantElement is the value of an element of an array that keeps the integers that it
// is declared with.
func (b *builder) constantElement(x *spar.Index, s *scope) (symbolic.Expr, bool) {
	v := s.variable(x.X)
	if v == nil || !v.isField() || !v.once || b.changed[v.Name] || v.Rank() != 1 || len(v.Type.Dims) != 1 || x.Vector || len(x.Subs) != 1 {
		return 0, false
	}
	list, ok := spar.Unmarked(v.init).(*spar.ArrayInit)
	if !ok || len(list.Items) == 0 || v.open {
		return 0, false
	}
	a, values := b.arena, make([]symbolic.Expr, len(list.Items))
	v.open = true
	for k, item := range list.Items {
		values[k] = b.expr(item, s.of(v))
	}
	v.open = false
	for _, e := range values {
		if _, ok := a.ConstInt(e); !ok {
			return 0, false
		}
	}
	at := b.expr(x.Subs[0], s)
	if k, ok := a.ConstInt(at); ok {
		if k < 0 || k >= int64(len(values)) {
			return 0, false
		}
		return values[k], true
	}
	if len(values) > mostConstants {
		return 0, false
	}
	out := values[0]
	for k, e := range values[1:] {
		out = a.Cond(a.Eq(at, a.Int(int64(k+1))), e, out)
	}
	return out, true
}
