package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// wave is how the loops of an ACROSS go over the processors.
type wave struct {
	home   *program.Ref // of their iterations, or nil
	layout mapping.Layout
	loops  []*comm.Loop // outermost first
}

// sides parts the widths of an array into those on the sides that the loops come from and
// those on the sides that they go to: a loop with a negative step comes from above.
func (v wave) sides(of mapping.Layout, widths []program.Width) (before, behind []program.Width) {
	before, behind = make([]program.Width, len(widths)), make([]program.Width, len(widths))
	for d, x := range widths {
		before[d].Low, behind[d].High = x.Low, x.High
		for _, l := range v.loops {
			if l.Scale < 0 && v.moves(l, of.AxisOf(d)) {
				before[d], behind[d] = program.Width{High: x.High}, program.Width{Low: x.Low}
			}
		}
	}
	return before, behind
}

// along returns the outermost loop that does not go the way of a message, where that goes
// along one dimension of the processors, and makes the same iterations whatever the others
// do; nil is none.
func (v wave) along(b *comm.Builder, c *comm.Communication) *comm.Loop {
	of := b.Layouts[c.Array]
	for _, m := range c.Moves {
		if m.Dim != c.Dim {
			return nil
		}
	}
	for _, l := range v.loops {
		if !v.moves(l, of.AxisOf(c.Dim)) && !slices.ContainsFunc(b.A.Free(l.Trip(b.A)), v.runs) {
			return l
		}
	}
	return nil
}

// runs reports whether a symbol is the index of one of the loops.
func (v wave) runs(s symbolic.Symbol) bool {
	return slices.ContainsFunc(v.loops, func(l *comm.Loop) bool { return l.Name == s.Name })
}

// moves reports whether a loop moves the iterations along a dimension of the processors.
func (v wave) moves(l *comm.Loop, axis int) bool {
	if v.home == nil || axis < 0 || axis >= len(v.layout.Axes) || v.layout.Axes[axis].Kind != mapping.Aligned {
		return false
	}
	d := v.layout.Axes[axis].Dim
	return d < len(v.home.Subs) && occurs(v.home.Subs[d].Lo, l.Index) > 0
}
