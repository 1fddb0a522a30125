package evaluate

import (
	"sync"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
)

func (n *numbers) lineFormula(tags []int) report.Formula {
	wanted := map[int]bool{}
	for _, t := range tags {
		wanted[t] = true
	}
	return n.formula(func() (*symbolic.Arena, symbolic.Expr) {
		return n.busy(func(l *process.Delay) bool { return wanted[l.Tag] })
	})
}

// unitFormula writes the time of the unit, and what it is nearly: both are read from one
// expression.
func (n *numbers) unitFormula() (exact, dominant report.Formula) {
	busy := sync.OnceValues(func() (*symbolic.Arena, symbolic.Expr) { return n.busy(nil) })
	exact = n.formula(busy)
	return exact, n.dominant(busy, exact)
}

// formula writes the time of delays.
func (n *numbers) formula(busy func() (*symbolic.Arena, symbolic.Expr)) report.Formula {
	return sync.OnceValue(func() string {
		a, total := n.resolved(busy())
		if c, ok := a.Const(total); ok && c == 0 {
			return ""
		}
		return a.String(total)
	})
}

// resolved is a time as it is near the present sizes: of a maximum or a choice (the
// last block, the segment of a message) it has the case that holds.
func (n *numbers) resolved(a *symbolic.Arena, total symbolic.Expr) (*symbolic.Arena, symbolic.Expr) {
	return a, a.Resolve(total, n.env)
}

// busy is the time of the delays that are wanted at all sizes, in an arena of its own; nil are all.
func (n *numbers) busy(wanted func(*process.Delay) bool) (*symbolic.Arena, symbolic.Expr) {
	a := symbolic.NewArena()
	fixed := n.onReference(a)
	within := a.Substituting(n.m.terms.Arena)
	numeric := func(e symbolic.Expr) symbolic.Expr {
		return within.Of(e, func(s symbolic.Symbol) (symbolic.Expr, bool) {
			if x, ok := fixed[s.Name]; ok {
				return x, true
			}
			v, ok := n.linked.machine.Number(s.Name)
			return a.Real(v.Value), ok
		})
	}
	return a, process.BusyTime{Arena: a, Wanted: wanted, Numeric: numeric}.Of(n.m.terms.Body)
}

// onReference is what the symbols are that count what moves, and the coordinates of the reference
// processor.
func (n *numbers) onReference(a *symbolic.Arena) map[string]symbolic.Expr {
	with := map[string]symbolic.Expr{}
	for _, u := range patterned(n.m.graph) {
		with[u.Comm.Pattern] = a.Int(int64(n.env[u.Comm.Pattern]))
	}
	for d, c := range n.result.Reference {
		with[n.m.unit.Grid.Coordinate(d)] = a.Int(int64(c))
	}
	return with
}
