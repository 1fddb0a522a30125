package evaluate

import (
	"context"
	"maps"
	"sync"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Across is a unit on different numbers of processors, which are all that changes.
type Across struct {
	numbers *numbers // on some number of them
	curve   *process.Curve
	mu      sync.Mutex // of the numbers
}

// Prepared is what is known of a unit before its processors are.
type Prepared struct {
	*Across                            // nil where each number of them is to be evaluated for itself
	Stands  func(processors int) []int // tells how its arrangement stands on them; nil for none
}

// NewAcross prepares the main program that begins in a line of a file, or any unit that is
// only evaluated for itself. There is no Across where more than the extents of an arrangement
// depends on how many processors there are, as far as can be told without evaluating
// again: where messages are passed, other procedures are called, vectors deal elements
// out, iterations differ, or there are several arrangements.
func NewAcross(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, line int, s settings.Settings) (Prepared, error) {
	s.Totals = true
	m, err := machineOf(snap, s)
	if err != nil || m.Array != nil || s.Grid != nil || s.Procs == 0 {
		return Prepared{}, err
	}
	procs := newProcedures(snap)
	for i, u := range procs.units(f) {
		if line < f.Text.LineOf(u.Start) || line > f.Text.LineOf(u.End) {
			continue
		}
		p := procs.root(f, i)
		if u.Kind != program.Main || len(misgivenIn(p, s)) > 0 {
			return Prepared{}, nil
		}
		l, err := newLinker(snap.Memo(), m, s).link(ctx, p, nil)
		if err != nil {
			return Prepared{}, err
		}
		n := newNumbers(l, s)
		if err := n.safely(func() error { return n.evaluate(ctx) }); err != nil {
			return Prepared{}, err
		}
		return Prepared{n.across(), n.stands(ctx)}, nil
	}
	return Prepared{}, nil
}

// stands tells how the unit's arrangement stands on numbers of processors.
func (n *numbers) stands(ctx context.Context) func(processors int) []int {
	g := n.m.unit.Grid
	if g == nil || n.values == nil {
		return nil
	}
	var mu sync.Mutex
	apart := *n
	apart.values = newValues(ctx, n.m, n)
	return func(processors int) []int {
		mu.Lock()
		defer mu.Unlock()
		extents, _ := apart.standing(g, processors)
		return extents
	}
}

func (n *numbers) across() *Across {
	m := n.m
	if n.out.NoEstimate != "" || n.out.Empty || m.unit.Messages || len(n.grid) == 0 || len(n.linked.calls) > 0 || n.values.counted || len(patterned(m.graph)) > 0 || len(m.given) > 0 || len(n.parts) > 0 || len(m.unit.OtherGrids()) > 0 || n.fixedBlocks(1) {
		return nil
	}
	c := n.curve(n.env)
	if c == nil {
		return nil
	}
	return &Across{numbers: n, curve: c}
}

// Rank is the number of dimensions of the unit's arrangement.
func (a *Across) Rank() int { return len(a.numbers.grid) }

// At is the unit on a grid of processors, without lines.
func (a *Across) At(ctx context.Context, grid []int) (*report.Unit, error) {
	extents := extentNumbers(grid)
	unit := a.numbers.out
	out := &report.Unit{Name: unit.Name, Kind: unit.Kind, Assumptions: unit.Assumptions, Inherited: unit.Inherited}
	t, err := a.curve.At(ctx, extents, extents, func(d int) []int64 { return a.representatives(grid, d) })
	switch {
	case err == nil:
		whole(out, grid, t, unit.Serial)
		out.Lacking = t.Lost || a.lacks(grid)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	default:
		out.NoEstimate = problemOf(err).Message
	}
	return out, nil
}

// on is the unit's numbers on a grid.
func (a *Across) on(grid []int) *numbers {
	n := *a.numbers
	n.grid, n.env = grid, maps.Clone(n.env)
	for d, extent := range grid {
		n.env[extentName(n.m, d)] = float64(extent)
	}
	return &n
}

// lacks reports whether something that is executed on a grid has no time.
func (a *Across) lacks(grid []int) bool {
	if len(a.numbers.m.counts.unknown) == 0 {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.on(grid).lacks()
}

// representatives are those on a grid.
func (a *Across) representatives(grid []int, d int) []int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.on(grid).representatives(d)
}

// Classes is how many of the grids are expected to differ, as far as that is told before the
// clocks are run.
func (a *Across) Classes(grids [][]int) int {
	return a.curve.Classes(func(yield func([]float64) bool) {
		for _, g := range grids {
			if !yield(extentNumbers(g)) {
				return
			}
		}
	})
}

func extentNumbers(grid []int) []float64 {
	extents := make([]float64, len(grid))
	for d, n := range grid {
		extents[d] = float64(n)
	}
	return extents
}

// Runs is how often the clocks have been run for all of them together.
func (a *Across) Runs() int { return a.curve.Runs() }
