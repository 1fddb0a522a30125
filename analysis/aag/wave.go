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
			if l.Scale*int64(v.moves(l, of.AxisOf(d))) < 0 {
				before[d], behind[d] = program.Width{High: x.High}, program.Width{Low: x.Low}
			}
		}
	}
	return before, behind
}

// along returns the outermost loop that does not go the way of any message, where they all
// go along one dimension of the processors, and makes the same iterations whatever the
// others do; nil is none.
func (v wave) along(b *comm.Builder, messages []*comm.Communication) *comm.Loop {
	axis := -1
	for _, c := range messages {
		for _, m := range c.Moves {
			g := b.Layouts[c.Array].AxisOf(m.Dim)
			if axis >= 0 && g != axis {
				return nil
			}
			axis = g
		}
	}
	for _, l := range v.loops {
		if v.moves(l, axis) == 0 && !slices.ContainsFunc(b.A.Free(l.Trip(b.A)), v.runs) {
			return l
		}
	}
	return nil
}

// runs reports whether a symbol is the index of one of the loops.
func (v wave) runs(s symbolic.Symbol) bool {
	return slices.ContainsFunc(v.loops, func(l *comm.Loop) bool { return l.Name == s.Name })
}

// moves is whether a loop moves the iterations along a dimension of the processors: 1 as its
// index grows, -1 as it falls, 0 not at all.
func (v wave) moves(l *comm.Loop, axis int) int {
	if v.home == nil || axis < 0 || axis >= len(v.layout.Axes) || v.layout.Axes[axis].Kind != mapping.Aligned {
		return 0
	}
	d := v.layout.Axes[axis].Dim
	if d >= len(v.home.Subs) || occurs(v.home.Subs[d].Lo, l.Index) == 0 {
		return 0
	}
	return direction(v.home.Subs[d].Lo, l.Index)
}

// direction is -1 where an expression falls as an index grows, else 1.
func direction(e program.Expr, index *program.Symbol) int {
	b, ok := e.(*program.Binary)
	switch {
	case !ok:
		if u, minus := e.(*program.Unary); minus && u.Op == program.Neg {
			return -direction(u.X, index)
		}
		return 1
	case occurs(b.X, index) > 0:
		return direction(b.X, index)
	case b.Op == program.Sub:
		return -direction(b.Y, index)
	}
	return direction(b.Y, index)
}
