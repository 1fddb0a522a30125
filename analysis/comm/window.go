package comm

import (
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

const (
	longestSide = 9  // iterations of a loop that goes over the side of a window
	mostPlaces  = 32 // that one reference names: those of a stencil of 3 by 3 by 3
)

// fixedIndex is a loop's index in one iteration: x of the loop in normal form, and the index
// itself where it is a number.
type fixedIndex struct {
	x      symbolic.Expr
	number *program.Const
}

// surroundings returns a reference that names the surroundings of a place by short loops of its
// own (do jj = -1, 1 ... g(i,j+jj)) as the references that it is, one for each iteration of
// these loops; of loops between PARAMETERs (do jj = -r, r), for the first and the last. Any
// other reference is returned as it is.
func (b *Builder) surroundings(x *Access, p *Partition) []*Access {
	sides := b.sidesOf(x, p)
	if len(sides) == 0 {
		return []*Access{x}
	}
	places := []map[*Loop]fixedIndex{{}}
	for k, l := range sides {
		side := b.sideAlong(l)
		if len(places)*len(side) > mostPlaces {
			sides = sides[:k]
			break
		}
		var next []map[*Loop]fixedIndex
		for _, at := range places {
			for _, i := range side {
				longer := maps.Clone(at)
				longer[l] = i
				next = append(next, longer)
			}
		}
		places = next
	}
	rest := slices.DeleteFunc(slices.Clone(p.Ranges), func(l *Loop) bool { return slices.Contains(sides, l) })
	var out []*Access
	for _, at := range places {
		y := b.atPlace(x, at, rest)
		for d, s := range y.Subs {
			scattered := s.Irregular && slices.ContainsFunc(sides, func(l *Loop) bool { return program.Mentions(l.Index, x.Ref.Subs[d].Lo) })
			if scattered || s.Irregular && x.Layout.AxisOf(d) >= 0 {
				return []*Access{x}
			}
		}
		out = append(out, y)
	}
	return out
}

// sidesOf are the loops over the sides of a window, those of mapped dimensions first; none
// where no mapped dimension needs them.
func (b *Builder) sidesOf(x *Access, p *Partition) []*Loop {
	var out []*Loop
	add := func(d int) {
		if d >= len(x.Ref.Subs) || !x.Subs[d].Irregular || x.Ref.Subs[d].Triplet {
			return
		}
		for _, l := range b.sides(x.Ref.Subs[d].Lo, p, x.Layout.AxisOf(d) >= 0) {
			if !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	for _, axis := range x.Layout.Axes {
		if axis.Kind == mapping.Aligned && axis.Format.Kind == mapping.Block {
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

// sides are the short loops that a subscript names beside a loop that is dealt out, or, where no
// grid dimension distributes it, beside a long one; none where it names others.
func (b *Builder) sides(sub program.Expr, p *Partition, mapped bool) []*Loop {
	var out []*Loop
	dealt := 0
	for _, l := range p.Ranges {
		switch {
		case l.Index == nil || !program.Mentions(l.Index, sub):
		case slices.Contains(p.Order, l) || l.Independent || !mapped && b.sideAlong(l) == nil:
			dealt++
		case b.sideAlong(l) == nil:
			return nil
		default:
			out = append(out, l)
		}
	}
	if dealt != 1 {
		return nil
	}
	return out
}

// sideAlong are the iterations of a short loop, nil for any other loop: all between numbers,
// the first and the last between PARAMETERs that the index takes one after the other.
func (b *Builder) sideAlong(l *Loop) []fixedIndex {
	lo, first := b.constant(l.Lo)
	hi, last := b.constant(l.Hi)
	if !first || !last || l.Scale == 0 || hi < lo || hi-lo >= longestSide {
		return nil
	}
	_, low := b.A.ConstInt(l.Lo)
	_, high := b.A.ConstInt(l.Hi)
	base, based := b.A.ConstInt(l.Base)
	if !low || !high || !based {
		if l.Scale != 1 || hi == lo {
			return nil
		}
		return []fixedIndex{{x: l.Lo}, {x: l.Hi}}
	}
	var out []fixedIndex
	for x := lo; x <= hi; x++ {
		out = append(out, fixedIndex{b.A.Int(x), program.IntConst(l.Index.Declared, l.Scale*x+base)})
	}
	return out
}

// atPlace is a reference in some iterations of some loops; the others are those of the scope.
func (b *Builder) atPlace(x *Access, at map[*Loop]fixedIndex, scope Scope) *Access {
	numbers, with := map[*program.Symbol]*program.Const{}, map[string]symbolic.Expr{}
	for l, i := range at {
		if i.number != nil {
			numbers[l.Index] = i.number
		}
		with[l.Index.Name], with[l.Name] = b.A.Add(b.A.Mul(b.A.Int(l.Scale), i.x), l.Base), i.x
	}
	out := *x
	out.Subs = slices.Clone(x.Subs)
	for d, sub := range x.Ref.Subs {
		if sub.Triplet {
			continue
		}
		out.Subs[d] = b.Affine(withNumbers(sub.Lo, numbers), scope)
		if s := &out.Subs[d]; s.Offset != 0 {
			s.Offset = b.A.Subst(s.Offset, with)
		}
	}
	return &out
}

// withNumbers writes numbers for indices, and for the elements of PARAMETERs that these name.
func withNumbers(e program.Expr, of map[*program.Symbol]*program.Const) program.Expr {
	return program.Replace(e, e.Span(), program.Itself, func(x program.Expr) program.Expr {
		r, is := x.(*program.Ref)
		if !is {
			return nil
		}
		if v := of[r.Sym]; v != nil && len(r.Subs) == 0 {
			return v
		}
		list, given := r.Sym.Value.(*program.Opaque)
		first, counted := r.Sym.FirstIndex()
		if r.Sym.Class != program.Parameter || len(r.Subs) != 1 || r.Subs[0].Triplet || !given || !counted {
			return nil
		}
		at, constant := withNumbers(r.Subs[0].Lo, of).(*program.Const)
		if !constant || at.Int < first || at.Int-first >= int64(len(list.Values)) {
			return nil
		}
		return list.Values[at.Int-first]
	})
}
