package whatif

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/evaluate"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/parallel"
	"github.com/parlens/parlens/machines"
)

// Sweep is what is predicted: a unit of a file under settings, at all points of the
// axes. Without a name and a line it is the main program, or the first unit that has an
// estimate.
type Sweep struct {
	Path     string
	Unit     string // the name of the unit, or "" ...
	Line     int    // ... and a line that it has, from 1; 0 without one
	Settings settings.Settings
	Machine  *machines.Machine // of the settings; nil where the machine is a PAMELA model
	Axes     []Axis
	Workers  int  // how many points are predicted at a time; 0: one on each processor of this computer
	Exact    bool // none is interpolated; see estimate.go
}

// Point is the prediction at one point.
type Point struct {
	Index                      int
	Values                     []Value // of the axes
	Unit                       string
	Charge                     report.Charge
	Processors                 int
	Serial, Speedup, Efficient float64
	Between                    report.Between      // where the clocks are estimated, or the point is interpolated and has bounds
	NoEstimate                 string              // why there is nothing
	AtLeast                    bool                // something has no time, so that all takes at least what is said
	Derived                    bool                // it lies on the line between others, for sure; see along.go
	Interpolated               string              // between what it is interpolated, in words; "" where it is predicted
	Assumptions, Inherited     []report.Assumption // of a predicted one, as those of Unit
}

// Check says what is wrong with the axes.
func (s Sweep) Check() error {
	if Size(s.Axes) == 0 {
		return errors.New("there are more points than can be counted")
	}
	seen := map[string]bool{}
	for _, a := range s.Axes {
		if seen[strings.ToLower(a.Name)] {
			return fmt.Errorf("%s is varied twice", a.Name)
		}
		seen[strings.ToLower(a.Name)] = true
		for _, v := range a.Values {
			if _, err := With(s.Settings, s.Machine, []Axis{{a.Name, []Value{v}}}, []Value{v}); err != nil {
				return err
			}
		}
	}
	return nil
}

// OfProcessors tells whether an axis is the number of processors.
func OfProcessors(name string) bool { return name == "P" || strings.EqualFold(name, "procs") }

// With returns settings for a machine with one value of each axis; the machine is nil
// where it is a PAMELA model.
func With(base settings.Settings, m *machines.Machine, axes []Axis, values []Value) (settings.Settings, error) {
	out := base
	out.Values = maps.Clone(out.Values)
	if out.Values == nil {
		out.Values = map[string]float64{}
	}
	for i, a := range axes {
		v := values[i]
		switch {
		case OfProcessors(a.Name):
			if v.Relative || v.Number < 1 || v.Number != float64(int(v.Number)) {
				return out, fmt.Errorf("%s=%v: a number of processors is whole, and at least 1", a.Name, v)
			}
			out.Procs, out.Grid = int(v.Number), nil
		case m != nil && m.Varied(a.Name):
			out.Changes = append(out.Changes[:len(out.Changes):len(out.Changes)], machines.Change{Name: a.Name, Value: v.Number, Relative: v.Relative})
		case v.Relative:
			return out, fmt.Errorf("%s=%v: only numbers of the machine have a value to take a factor of: %s, or one by its path", a.Name, v, strings.Join(machines.Variable(), ", "))
		default:
			out.Values[strings.ToLower(a.Name)] = v.Number
		}
	}
	for _, c := range out.Changes[len(base.Changes):] {
		if err := m.Check(c); err != nil {
			return out, err
		}
	}
	return out, nil
}

// wave is how many points each worker predicts before they are handed over.
const wave = 16

// Run predicts the points from first up to last, without last, and hands them over in
// their order. What was handed over stays when
// the context ends. Units that are not asked for are not looked at.
func (s Sweep) Run(ctx context.Context, snap *workspace.Snapshot, first, last int, take func(Point) error) error {
	lines, err := s.lines(snap)
	if err != nil {
		return err
	}
	of := &sweeping{s, snap, lines, s.acrosses(lines)}
	predict := func(at []int) ([]Point, error) {
		return s.parallel(len(at), func(i int) (Point, error) { return of.point(ctx, at[i]) })
	}
	if axes := s.along(); len(axes) > 0 {
		return s.followed(ctx, axes, first, last, predict, take)
	}
	for first < last {
		at := make([]int, min(wave*s.workers(), last-first))
		for i := range at {
			at[i] = first + i
		}
		points, err := predict(at)
		for _, p := range points {
			if err := take(p); err != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
		first += len(at)
	}
	return ctx.Err()
}

func (s Sweep) workers() int { return cmp.Or(s.Workers, runtime.GOMAXPROCS(0)) }

// parallel predicts so many points, those before the first that fails.
func (s Sweep) parallel(n int, predict func(i int) (Point, error)) ([]Point, error) {
	points := make([]Point, n)
	errs := parallel.Errors(n, s.workers(), func(i int) (err error) {
		points[i], err = predict(i)
		return err
	})
	for i, err := range errs {
		if err != nil {
			return points[:i], err
		}
	}
	return points, nil
}

// lines are those of the unit that is asked for.
func (s Sweep) lines(snap *workspace.Snapshot) (report.Lines, error) {
	f, err := snap.File(s.Path)
	switch {
	case err != nil, s.Line == 0 && s.Unit == "" && !predict.LanguageOf(f).Lowered:
		return report.AllLines, err
	case s.Line > 0:
		return report.Lines{First: s.Line, Last: s.Line}, nil
	}
	for _, u := range snap.Program(f).Units {
		if strings.EqualFold(u.Name, s.Unit) || s.Unit == "" && u.Kind == program.Main {
			return report.Lines{First: f.Text.LineOf(u.Start), Last: f.Text.LineOf(u.Start)}, nil
		}
	}
	if s.Unit != "" && predict.LanguageOf(f).Lowered {
		return report.AllLines, fmt.Errorf("there is no unit %s", s.Unit)
	}
	return report.AllLines, nil
}

// sweeping is a sweep over what a snapshot has.
type sweeping struct {
	Sweep
	snap  *workspace.Snapshot
	lines report.Lines
	all   *acrosses // nil where points have nothing in common
}

func (s *sweeping) point(ctx context.Context, i int) (Point, error) {
	if s.all == nil {
		return s.on(ctx, nil, i, nil)
	}
	at, first := s.all.place(s, i)
	p, err := s.all.of(ctx, s, first)
	if err != nil {
		return Point{}, err
	}
	if p.curve != nil {
		of := p.curve.at(at)
		of.Index, of.Values = i, At(s.Axes, i)
		return of, nil
	}
	var grid []int
	if p.Across != nil {
		grid = p.Stands(int(s.Axes[s.all.axis].Values[at].Number))
	}
	return s.on(ctx, p.Across, i, grid)
}

// on predicts a point, on a grid that is not its own where there is one.
func (s *sweeping) on(ctx context.Context, across *evaluate.Across, i int, grid []int) (Point, error) {
	p := Point{Index: i, Values: At(s.Axes, i)}
	if across != nil {
		u, err := across.At(ctx, grid)
		if err != nil {
			return p, err
		}
		return p.of(u), nil
	}
	chosen, err := With(s.Settings, s.Machine, s.Axes, p.Values)
	if err != nil {
		return p, err
	}
	switch {
	case len(grid) > 1:
		chosen.Procs, chosen.Grid = 0, grid
	case len(grid) == 1:
		chosen.Procs = grid[0]
	}
	r, err := predict.Totals(ctx, s.snap, s.Path, s.lines, chosen)
	if err != nil {
		return p, err
	}
	u := s.unit(r)
	if u == nil {
		p.NoEstimate = "there is no unit with an estimate"
		return p, nil
	}
	return p.of(u), nil
}

// of is the point with what the report says of its unit.
func (p Point) of(u *report.Unit) Point {
	of := Of(u)
	of.Index, of.Values = p.Index, p.Values
	return of
}

// Of is a point with what the report says of a unit.
func Of(u *report.Unit) Point {
	p := Point{Unit: u.Name, NoEstimate: u.NoEstimate, AtLeast: u.Partial(), Assumptions: u.Assumptions, Inherited: u.Inherited}
	if u.NoEstimate == "" {
		p.Charge, p.Serial, p.Speedup, p.Efficient, p.Between = u.Charge, u.Serial, u.Speedup, u.Efficiency, u.Between
		p.Processors = 1
		for _, extent := range u.Grid {
			p.Processors *= extent
		}
	}
	return p
}

// unit is the one that is asked for.
func (s Sweep) unit(r *report.Report) *report.Unit {
	if s.Line > 0 {
		return report.UnitAt(r, s.Line)
	}
	var found *report.Unit
	for _, u := range r.Units {
		switch {
		case s.Unit != "" && strings.EqualFold(u.Name, s.Unit), s.Unit == "" && u.Kind == "program":
			return u
		case s.Unit == "" && (found == nil || found.NoEstimate != "" && u.NoEstimate == ""):
			found = u
		}
	}
	return found
}
