package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/symbolic"
)

// inside returns the share of the conditions that depend on loops, all of them
// among the first ones for a message that has left the others.
func (w *walker) inside(level int) symbolic.Expr {
	share := w.once()
	for _, c := range w.conditions {
		if w.dependsOn(c, 0) && !w.dependsOn(c, level) {
			share = w.b.A.Mul(share, c.share)
		}
	}
	return share
}

// among is the share of all conditions around.
func (w *walker) among() symbolic.Expr {
	share := w.once()
	for _, c := range w.conditions {
		share = w.b.A.Mul(share, c.share)
	}
	return share
}

func (w *walker) dependsOn(c condition, fixed int) bool {
	return slices.ContainsFunc(w.b.A.Free(c.share), func(s symbolic.Symbol) bool {
		return slices.ContainsFunc(w.loops[fixed:], func(l *comm.Loop) bool { return l.Name == s.Name })
	})
}
