package evaluate

import (
	"context"
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Where thousands of predictions are asked for and only what the unit takes as a whole is
// looked at, nothing is gathered by lines, and what the runs of the clocks have in common
// is found once (process.Curve).

// curves are the curves of a model, by the values of everything but its extents.
type curves struct {
	mu    sync.Mutex
	shape *process.Shape
	names []string // of the symbols that processors are counted by
	known map[string]*process.Curve
}

// mostCurves bounds the curves of a model that are kept.
const mostCurves = 1024

// totals runs the clocks and fills the unit's report with what it takes as a whole.
func (n *numbers) totals(ctx context.Context) error {
	if n.widened() {
		if err := n.run(ctx); err != nil {
			return err
		}
		n.whole(ctx, n.result.Total())
		return nil
	}
	t, err := n.total(ctx, n.env)
	if err == nil {
		n.whole(ctx, t)
	}
	return err
}

// inherited lists what is assumed in procedures that the unit calls. Of what the calls hand on
// it lists the values of the unit that these rest on: it may have no other use for them.
func (n *numbers) inherited() []report.Assumption {
	var out []report.Assumption
	for i, called := range n.called {
		c := n.linked.calls[i]
		for _, a := range called.Assumed() {
			if k := slices.Index(c.names, a.Name); k >= 0 {
				for _, s := range c.forms[k].Inputs() {
					out = append(out, n.values.found[s.Name].Assumption)
				}
				continue
			}
			if !strings.Contains(a.Name, ".") {
				a.Name = c.unit.Callee + "." + a.Name
			}
			a.Line = 0
			out = append(out, a)
		}
	}
	return report.AssumedOf(out)
}

// whole fills in the totals.
func (n *numbers) whole(ctx context.Context, t process.Total) {
	whole(n.out, n.grid, t, n.serial(ctx))
	n.out.Between, n.out.Busy = n.between(t.Low, t.High), n.withoutWaits(t.Busy)
	n.out.Lacking = t.Lost || n.lacks()
}

// lacks reports whether something that is executed has no time.
func (n *numbers) lacks() bool {
	here := newSetting(n.env)
	return slices.ContainsFunc(n.called, func(u *report.Unit) bool { return u.NoEstimate != "" && !u.Empty || u.Partial() }) ||
		slices.ContainsFunc(n.m.counts.unknown, func(u *aag.AAU) bool { return unestimated(u, n.times(n.m.counts.units[u.Tag].executions, here)) })
}

// whole fills in what a grid takes.
func whole(u *report.Unit, grid []int, t process.Total, serial float64) {
	u.Reading, u.Haste, u.Grid, u.Serial = t.Reading, t.Haste, grid, serial
	u.Charge = report.Charge{Computation: t.Kinds[process.Computation], Communication: t.Kinds[process.Communication], Overhead: t.Kinds[process.Overhead], Wait: t.Kinds[process.Wait]}
	u.Between = between(t.Low, t.High, u)
	if t.T > 0 {
		u.Speedup, u.Efficiency = serial/t.T, t.Computed/(t.Count*t.T)
	}
}

// between is what the time of a unit lies between, if it is not exact; with the time, which
// is a sum that may have been rounded otherwise.
func between(low, high float64, u *report.Unit) report.Between {
	if low >= high {
		return report.Between{}
	}
	return report.Between{Low: min(low, u.Charge.Total()), High: max(high, u.Charge.Total())}
}

// total runs the clocks, or finds a run for other extents that is the same.
func (n *numbers) total(ctx context.Context, env map[string]float64) (process.Total, error) {
	c := n.curve(env)
	if c == nil {
		r, err := n.m.program.Run(ctx, n.options(env))
		if err != nil {
			return process.Total{}, err
		}
		return r.Total(), nil
	}
	var values []float64
	for _, name := range n.m.curves.names {
		values = append(values, env[name])
	}
	extents := make([]float64, len(n.grid))
	for d := range extents {
		extents[d] = env[extentName(n.m, d)]
	}
	return c.At(ctx, values, extents, n.representatives)
}

// curve is the one for the values of everything but the extents; nil: there is none.
// Values of symbols that the program does not mention make no difference.
func (n *numbers) curve(env map[string]float64) *process.Curve {
	m := n.m
	c := &m.curves
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil {
		c.known, c.names = map[string]*process.Curve{}, n.extentNames()
		c.shape = m.program.Shape(m.terms.Arena, c.names)
	}
	if c.shape == nil || !slices.Equal(c.names, n.extentNames()) {
		return nil
	}
	key := []byte{byte(n.settings.Haste)}
	for _, s := range m.program.Symbols() {
		if !slices.Contains(c.names, s.Name) {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(env[s.Name]))
		}
	}
	known := c.known[string(key)]
	if known == nil {
		if len(c.known) >= mostCurves {
			clear(c.known)
		}
		known = c.shape.Curve(n.options(maps.Clone(env)))
		c.known[string(key)] = known
	}
	return known
}

// extentNames are the symbols of the extents of all arrangements, those of the first one
// in the order of its dimensions.
func (n *numbers) extentNames() []string {
	var out []string
	for d := range n.grid {
		out = append(out, extentName(n.m, d))
	}
	if n.m.unit.Grid == nil {
		return out
	}
	for _, g := range n.m.unit.OtherGrids() {
		for _, extent := range g.Extents {
			for _, s := range n.m.unit.Arena.Free(extent) {
				if !slices.Contains(out, s.Name) {
					out = append(out, s.Name)
				}
			}
		}
	}
	return out
}

// ranKey holds all that the run of a unit's scalar code depends on besides its model.
type ranKey struct {
	set, handed, entry string
	processors         int // where the code asks for them
}

// running is a unit that is to be run.
type running struct {
	values *criticals
	model  *model
}

func (k ranKey) run(ctx context.Context, r running) (*interpreted, error) {
	return r.values.interpret(ctx, r.model, k.processors), ctx.Err()
}

// lastRun is the last run of a unit's scalar code: what is asked next, about the same
// text, needs the same.
type lastRun struct {
	key ranKey
	*interpreted
}

// ran is the run of the unit's scalar code. Where only totals are wanted, evaluations for
// different numbers of processors share one that does not ask how many there are.
func (n *numbers) ran(ctx context.Context, v *criticals) *interpreted {
	counted := n.counted()
	key := ranKey{settings.ValuesKey(v.set) + ";" + settings.ValuesKey(v.begins), settings.ValuesKey(n.given), n.entryKey, counted}
	if !n.settings.Totals {
		return n.linked.ranLast(ctx, key, v)
	}
	for _, key.processors = range []int{0, counted} {
		out, err := memo.LoadFrom(ctx, n.linked.runs, key, running{v, n.m}, ranKey.run)
		if err == nil && (!out.counted || key.processors == counted) {
			return out
		}
	}
	return v.interpret(ctx, n.m, counted)
}

func (l *linked) ranLast(ctx context.Context, key ranKey, v *criticals) *interpreted {
	if last := l.last.Load(); last != nil && last.key == key {
		effort.Count(ctx, last.steps())
		return last.interpreted
	}
	out := v.interpret(ctx, l.model, key.processors)
	if ctx.Err() == nil {
		l.last.Store(&lastRun{key, out})
	}
	return out
}
