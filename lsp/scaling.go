package lsp

import (
	"context"
	"runtime"
	"strings"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/whatif"
	"github.com/parlens/parlens/render/fields"
)

// methodScaling asks for the time of a unit, by kinds, over numbers of processors and
// over a problem size.
const methodScaling = "parlens/scaling"

// mostPoints bounds the points of one answer; the command has no such bound.
const mostPoints = 2000

type scalingParams struct {
	query
	Over []string `json:"over,omitempty"` // a curve for each, `NAME=VALUES` as `parlens whatif --over` has it: `P=1..64:2x`, `n=100,200`, `bandwidth=0.5x,1x,2x`; absent: one over P, and one over the size that matters most
}

type scaling struct {
	about
	fields.Charge
	Sizes  []size  `json:"sizes"`  // what can be varied like a problem size
	Curves []curve `json:"curves"` // in the order of `over`
}

// size is a value of the program that can be varied.
type size struct {
	Name    string        `json:"name"`    // of a variable or constant
	Value   fields.Number `json:"value"`   // that it has now
	Meaning string        `json:"meaning"` // where the value is from: `constant`, `traced`, `set`, `assumed: ...`
}

// curve is a unit's time over something.
type curve struct {
	Name     string        `json:"name"`                         // what is varied: `P`, a size, something of the machine
	Over     string        `json:"over"`                         // the same with its values, to ask for it again
	Here     fields.Number `json:"here"`                         // the value that it has now; null where that is not one number
	Points   []point       `json:"points"`                       // in the order of the values
	NoEffect bool          `json:"no_effect,omitempty,omitzero"` // nothing in the unit rests on a value of this name: the points are all alike; absent otherwise
}

// point is the prediction for one value.
type point struct {
	Value      fields.Number `json:"value"`                       // a number, or a factor on what the machine has
	Relative   bool          `json:"relative,omitempty,omitzero"` // it is a factor; absent for a number
	Processors int           `json:"processors"`                  // that the unit has; 0 without an estimate
	fields.Charge
	Low          *fields.Number `json:"time_low_s,omitempty"`   // seconds: what the time is not below, where it is estimated; absent elsewhere
	High         *fields.Number `json:"time_high_s,omitempty"`  // seconds: what it is not above
	Speedup      fields.Number  `json:"speedup"`                // over one processor; null where that is not known
	Efficiency   fields.Number  `json:"efficiency"`             // parallel efficiency, 0..1
	NoEstimate   string         `json:"no_estimate,omitempty"`  // why there is none; absent when there is one
	AtLeast      bool           `json:"at_least,omitempty"`     // some line has no time: `time_s` is without it; absent otherwise
	Interpolated string         `json:"interpolated,omitempty"` // between which numbers of processors, grids of them, sizes or numbers of the machine a time is interpolated (`between 64 and 128 processors`); absent where it is predicted
}

func (s *server) scaling(ctx context.Context, snap *workspace.Snapshot, p *scalingParams) (*scaling, error) {
	a, err := s.ask(ctx, snap, p.query)
	if err != nil {
		return nil, err
	}
	defer s.working("scaling " + a.unit.Name)()
	sweep := a.sweep()
	over := p.Over
	if len(over) == 0 && a.unit.NoEstimate == "" {
		if over, err = sweep.interesting(ctx, a); err != nil {
			return nil, err
		}
	}
	axes, err := axesOf("over", over)
	if err != nil {
		return nil, err
	}
	out := &scaling{about: a.about(), Charge: fields.ChargeOf(a.unit.Charge, a.unit.NoEstimate == ""), Curves: []curve{}}
	out.Sizes = fields.Each(whatif.Sizes(a.unit), func(x report.Symbol) size { return size{x.Name, fields.Number(x.Value), x.Meaning} })
	left := mostPoints
	for i, axis := range axes {
		if left -= len(axis.Values); left < 0 {
			return nil, invalid("over: more than %d points; parlens whatif has no such bound", mostPoints)
		}
		c, err := sweep.curve(ctx, a, axis, over[i])
		if err != nil {
			return nil, err
		}
		out.Curves = append(out.Curves, c)
	}
	return out, nil
}

// sweep predicts a unit at several points. One processor of this computer is left to
// other requests.
type sweep struct{ whatif.Sweep }

func (a *queried) sweep() sweep {
	s := whatif.Sweep{Path: a.file.Path, Line: a.unit.Start, Settings: a.settings, Machine: a.machine, Workers: max(1, runtime.GOMAXPROCS(0)-1)}
	return sweep{s}
}

// interesting are the curves that somebody wants who says nothing.
func (s sweep) interesting(ctx context.Context, a *queried) ([]string, error) {
	nodes := 0
	if a.machine != nil {
		nodes = a.machine.Nodes
	}
	over := []string{whatif.Processors(processorsOf(a.unit), nodes)}
	size, err := s.Size(ctx, a.snap, a.unit)
	if err == nil && size.Name != "" {
		over = append(over, whatif.Around(size))
	}
	return over, err
}

func processorsOf(u *report.Unit) int {
	n := 1
	for _, extent := range u.Grid {
		n *= extent
	}
	return n
}

func (s sweep) curve(ctx context.Context, a *queried, axis whatif.Axis, over string) (curve, error) {
	s.Axes = []whatif.Axis{axis}
	c := curve{Name: axis.Name, Over: over, Here: fields.Unknown, Points: []point{}, NoEffect: a.idle(axis)}
	if err := s.Check(); err != nil {
		return c, invalid("over: %v", err)
	}
	switch {
	case strings.EqualFold(axis.Name, "P"):
		c.Here = fields.Number(processorsOf(a.unit))
	default:
		for _, x := range a.unit.Symbols {
			if strings.EqualFold(x.Name, axis.Name) {
				c.Here = fields.Number(x.Value)
			}
		}
	}
	err := s.Run(ctx, a.snap, 0, len(axis.Values), func(p whatif.Point) error {
		c.Points = append(c.Points, pointOf(p))
		return nil
	})
	return c, err
}

func pointOf(p whatif.Point) point {
	known := p.NoEstimate == ""
	out := point{Value: fields.Number(p.Values[0].Number), Relative: p.Values[0].Relative, Processors: p.Processors, Charge: fields.ChargeOf(p.Charge, known),
		Speedup: fields.Unknown, Efficiency: fields.Unknown, NoEstimate: printable(p.NoEstimate), Interpolated: p.Interpolated, AtLeast: p.AtLeast}
	if known && p.Speedup > 0 {
		out.Speedup, out.Efficiency = fields.Number(p.Speedup), fields.Number(p.Efficient)
	}
	out.Low, out.High = fields.Bounds(p.Between)
	return out
}
