package comm

import (
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

const (
	longestSide = 7  // iterations of a loop that goes over the side of a window
	mostPlaces  = 32 // that one reference names: those of a stencil of 3 by 3 by 3
)

// window returns a reference that names the surroundings of a place by short loops of its
// own (do jj = -1, 1 ... g(i,j+jj)) as the references that it is, one for each iteration of
// these loops; any other as it is.
func (n Nest) window(x *Access, scope Scope) []*Access {
	out, rest := []*Access{x}, scope
	for _, l := range n.sidesOf(x, scope) {
		lo, _ := n.B.A.ConstInt(l.Lo)
		hi, _ := n.B.A.ConstInt(l.Hi)
		if len(out)*int(max(0, hi-lo+1)) > mostPlaces {
			break
		}
		rest = slices.DeleteFunc(slices.Clone(rest), func(o *Loop) bool { return o == l })
		var next []*Access
		for _, y := range out {
			for v := lo; v <= hi; v++ {
				next = append(next, n.B.inIteration(y, l, v, rest))
			}
		}
		out = next
	}
	return out
}

// sidesOf are the loops over the sides of a window, those of mapped dimensions first; none
// where no mapped dimension needs them.
func (n Nest) sidesOf(x *Access, scope Scope) []*Loop {
	var out []*Loop
	add := func(d int) {
		if d >= len(x.Ref.Subs) || !x.Subs[d].Irregular || x.Ref.Subs[d].Triplet {
			return
		}
		for _, l := range n.sides(x.Ref.Subs[d].Lo, scope) {
			if !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	for _, axis := range x.Layout.Axes {
		if axis.Kind == mapping.Aligned {
			add(axis.Dim)
		}
	}
	if len(out) > 0 {
		for d := range x.Ref.Subs {
			add(d)
		}
	}
	return out
}

// sides are the short loops of constant bounds that a subscript names beside another one.
func (n Nest) sides(sub program.Expr, scope Scope) []*Loop {
	var named, short []*Loop
	for _, l := range scope {
		if l.Index == nil || l.Scale == 0 || !program.Mentions(l.Index, sub) {
			continue
		}
		named = append(named, l)
		lo, first := n.B.A.ConstInt(l.Lo)
		hi, last := n.B.A.ConstInt(l.Hi)
		if _, based := n.B.A.ConstInt(l.Base); first && last && based && hi-lo < longestSide {
			short = append(short, l)
		}
	}
	if len(short) == len(named) { // all are short: the first one goes over the places
		short = short[min(1, len(short)):]
	}
	return short
}

// inIteration is a reference as one iteration of a loop, by x in normal form, makes it; the
// other loops are those of the scope.
func (b *Builder) inIteration(x *Access, l *Loop, v int64, scope Scope) *Access {
	out := *x
	out.Subs = slices.Clone(x.Subs)
	base, _ := b.A.ConstInt(l.Base)
	at := map[string]symbolic.Expr{l.Index.Name: b.A.Int(l.Scale*v + base), l.Name: b.A.Int(v)}
	for d, sub := range x.Ref.Subs {
		if sub.Triplet || !program.Mentions(l.Index, sub.Lo) {
			continue
		}
		if s := out.Subs[d]; s.Irregular || s.Loop == l {
			out.Subs[d] = b.Affine(sub.Lo, scope)
		}
		if s := &out.Subs[d]; s.Offset != 0 {
			s.Offset = b.A.Subst(s.Offset, at)
		}
	}
	return &out
}
