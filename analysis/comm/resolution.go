package comm

import (
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
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
	return s.moves(l, x.Ref.Subs[d])
}
