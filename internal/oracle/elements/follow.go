package elements

import (
	"slices"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// follower returns how an array is aligned with a dummy that has the mapping of its
// actual argument, or nil.
func (it *interpreter) follower(s *program.Symbol) *lower.Follower {
	for i := range it.in.Followers {
		if f := &it.in.Followers[i]; f.Sym == s {
			return f
		}
	}
	return nil
}

// following returns the axes of an array where its elements lie with those of a dummy.
func (it *interpreter) following(f *lower.Follower) []axis {
	axes, places := it.replicated(), f.Places()
	for g, a := range it.vars[f.With].axes {
		if a.kind == mapping.Aligned {
			to := places[a.dim]
			a.kind, a.dim = to.Kind, to.Dim
			a.offset += a.scale * it.symbolic(to.Offset)
			a.scale *= to.Scale
		}
		axes[g] = a
	}
	return axes
}

// isMapped reports whether the mapping deals the symbol's elements out.
func (it *interpreter) isMapped(s *program.Symbol) bool {
	if v := it.vars[s]; v != nil {
		return slices.ContainsFunc(v.axes, axis.dealt)
	}
	layout, ok := it.in.Layouts[s]
	if f := it.follower(s); f != nil && !ok {
		return it.isMapped(f.With)
	}
	on := it.arrangements[layout.Grid]
	return ok && layout.Grid != nil && (!layout.Replicated() || on != nil && on.partial)
}
