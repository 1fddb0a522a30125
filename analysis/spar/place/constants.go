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
	if v == nil || x.Vector || len(x.Subs) != 1 {
		return 0, false
	}
	values := v.items
	if v.isField() && !b.changed[v.Name] && !v.open {
		v.open = true
		values = b.constantItems(v, s.of(v))
		v.open = false
	}
	if len(values) == 0 {
		return 0, false
	}
	a := b.arena
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

// constantItems are the integers that an array is declared with; nil where some are none, or
// it may be another array later.
func (b *builder) constantItems(v *Variable, s *scope) []symbolic.Expr {
	list, ok := v.listed()
	if !ok || len(v.Type.Dims) != 1 {
		return nil
	}
	var values []symbolic.Expr
	for _, item := range list.Items {
		e := b.expr(item, s)
		if _, ok := b.arena.ConstInt(e); !ok {
			return nil
		}
		values = append(values, e)
	}
	return values
}

// listed is the list of the elements that an array has from its declaration on.
func (v *Variable) listed() (*spar.ArrayInit, bool) {
	list, ok := spar.Unmarked(v.init).(*spar.ArrayInit)
	return list, ok && v.once && v.Rank() == 1
}

// tabled notes the integers in an array of the method that no statement changes, or hands on.
func (m *worker) tabled(v *Variable) {
	if m.method != nil && !contains(m.method.member.Facts.Whole, v.Name) {
		v.items = m.b.constantItems(v, m.scope)
	}
}
