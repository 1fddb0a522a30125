package comm

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Resolved returns the array dimensions of a reference that are distributed and whose subscripts
// only the run time knows: they decide who its owner is.
func (b *Builder) Resolved(x *Access) []int {
	var dims []int
	for g, axis := range x.Layout.Axes {
		if at := b.Place(x, g); axis.Kind == mapping.Aligned && at.Irregular && at.Sub.Offset == 0 {
			dims = append(dims, axis.Dim)
		}
	}
	return dims
}

// Placed reports whether all distributed dimensions of a reference are where one of the loops
// says, or nothing moves them, and some loop does.
func (b *Builder) Placed(x *Access, loops []*Loop) bool {
	moved := false
	for g, axis := range x.Layout.Axes {
		if axis.Kind != mapping.Aligned {
			continue
		}
		at := b.Place(x, g)
		if at.Irregular {
			return false
		}
		moved = moved || slices.Contains(loops, at.Sub.Loop)
	}
	return moved
}

// deciding returns the loops up to the innermost one that moves what decides about the owner of a
// reference: it is found before the others.
func (b *Builder) deciding(scope Scope, x *Access) Scope {
	for n := len(scope); n > 0; n-- {
		for _, axis := range x.Layout.Axes {
			if axis.Kind == mapping.Aligned && x.Subs[axis.Dim].Loop == nil && scope.MovesDim(scope[n-1], x, axis.Dim) {
				return scope[:n]
			}
		}
	}
	return nil
}

// MovesDim reports whether the iterations of l, one of the loops, may give a dimension of the
// reference another subscript each.
func (s Scope) MovesDim(l *Loop, x *Access, d int) bool {
	if x.Ref == nil || d >= len(x.Ref.Subs) {
		return true
	}
	if along, vector := x.Along[d]; vector {
		return along == l
	}
	if sub := x.Ref.Subs[d]; l.Index != nil || sub.Triplet {
		return s.moves(l, sub)
	}
	return false // by a loop over a section, whose own subscript this is not
}

// even reports whether the volumes rest on equal shares of iterations whose owners only the run
// time knows.
func (c *Communication) even() bool {
	return slices.ContainsFunc(c.touched(), func(m *Read) bool { return m.Partition.Bound })
}

// loose returns the symbols for the values of index arrays that say where references and those
// who execute them are: where one is not known volumes are bounds.
func (b *Builder) loose(touched []*Read) []string {
	var out []string
	add := func(x *Access) {
		for g := range x.Layout.Axes {
			at := b.Place(x, g).Sub
			if at.Loop != nil || at.Offset == 0 {
				continue
			}
			for _, s := range b.A.Free(at.Offset) {
				if VectorName(s.Name) != "" && !slices.Contains(out, s.Name) {
					out = append(out, s.Name)
				}
			}
		}
	}
	for _, m := range touched {
		add(m.Access)
		for _, home := range m.Partition.Home {
			if home != nil {
				add(home)
			}
		}
	}
	return out
}

// anywhere is 1 where elements of index arrays say where a place is and the values of one are not
// known; 0, no expression, for a place that no elements say. The other result is the place where
// all are known: nothing follows from what they are assumed to be.
func (b *Builder) anywhere(at symbolic.Expr) (unknown, known symbolic.Expr) {
	with := map[string]symbolic.Expr{}
	free := b.A.Free(at)
	for _, s := range free {
		array, ok := strings.CutPrefix(s.Name, vectorPrefix)
		if !ok {
			continue
		}
		one := b.A.Eq(b.A.Sym(s.Name, symbolic.Index), b.A.Int(0))
		if unknown == 0 {
			unknown = one
		} else {
			unknown = b.A.Max(unknown, one)
		}
		for _, x := range free {
			if x.Name == array || strings.HasPrefix(x.Name, array+"(") {
				with[x.Name] = b.A.Int(0)
			}
		}
	}
	if unknown == 0 {
		return 0, at
	}
	return unknown, b.A.Subst(at, with)
}
