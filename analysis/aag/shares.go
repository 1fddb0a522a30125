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

// someOnly reports whether who comes to a statement, of those who execute the unit, differs by the
// processors' numbers.
func (w *walker) someOnly() bool {
	inside := w.conditions
	if w.b.Taken != 0 {
		inside = inside[1:]
	}
	return slices.ContainsFunc(inside, func(c condition) bool { return w.b.DiffersByProcessor(c.share) })
}

// takers is 1 on the processors that come to a statement, as far as that rests on their numbers
// and is the same in all iterations; 0 where it may be all.
func (w *walker) takers() symbolic.Expr {
	out := symbolic.Expr(0)
	for _, c := range w.conditions {
		switch {
		case !w.b.DiffersByProcessor(c.share) || w.b.A.Type(c.share) != symbolic.Index || w.dependsOn(c, 0):
		case out == 0:
			out = c.share
		default:
			out = w.b.A.Mul(out, c.share)
		}
	}
	return out
}

func (w *walker) dependsOn(c condition, fixed int) bool {
	return slices.ContainsFunc(w.b.A.Free(c.share), func(s symbolic.Symbol) bool {
		return slices.ContainsFunc(w.loops[fixed:], func(l *comm.Loop) bool { return l.Name == s.Name })
	})
}
