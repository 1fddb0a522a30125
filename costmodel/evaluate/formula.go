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
	f := &formulaBuilder{n, symbolic.NewArena()}
	return f.a, process.BusyTime{Arena: f.a, Wanted: wanted, Numeric: f.numeric}.Of(n.m.terms.Body)
}

// formulaBuilder takes amounts over from a unit.
type formulaBuilder struct {
	n *numbers
	a *symbolic.Arena
}

// numeric puts in the machine's numbers and the reference processor.
func (f *formulaBuilder) numeric(e symbolic.Expr) symbolic.Expr {
	e = f.a.Import(f.n.m.terms.Arena, e)
	with := map[string]symbolic.Expr{}
	for _, s := range f.a.Free(e) {
		if v, ok := f.n.linked.machine.Number(s.Name); ok {
			with[s.Name] = f.a.Real(v.Value)
		}
	}
	for _, u := range patterned(f.n.m.graph) {
		with[u.Comm.Pattern] = f.a.Int(int64(f.n.env[u.Comm.Pattern]))
	}
	for d, c := range f.n.result.Reference {
		with[f.n.m.unit.Grid.Coordinate(d)] = f.a.Int(int64(c))
	}
	return f.a.Subst(e, with)
}
