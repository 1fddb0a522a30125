package advise

import (
	"context"
	"maps"
	"slices"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
)

// weigh gives the nests their shares of the time with some changes made: those of a
// procedure count as much as the CALLs that lead to it take. Shares only grow. The times
// are those of all units with the changes made; of files that take more than some steps, if
// there is such a bound, they are not known.
func (s *sampler) weigh(ctx context.Context, changes []plan.Change, most int) (*times, error) {
	snap, err := s.changed(changes)
	if err != nil {
		return nil, err
	}
	t := &times{unit: map[string]float64{}, lines: map[string][]LineTime{}, reached: map[string]float64{s.unit: 1}}
	for _, path := range s.program.Paths() {
		bounded, done := effort.Bounded(ctx, s.meter, most)
		r, err := predict.File(bounded, snap, path, s.settings)
		tooMany := context.Cause(bounded) == effort.ErrTooMany
		done()
		if tooMany {
			t.cut = true
			continue
		}
		if err != nil {
			return nil, err
		}
		at := *s.goal
		at.path = path
		for _, u := range r.Units {
			lines := at.lines(outcome{report: u}, changes)
			if _, known := t.unit[u.Name]; u.NoEstimate == "" && !(known && len(lines) == 0) { // an included text is reported as what includes it
				t.unit[u.Name], t.lines[u.Name] = u.Charge.Total(), lines
			}
		}
	}
	for _, path := range s.program.Paths() {
		f, err := s.snap.File(path)
		if err != nil {
			return nil, err
		}
		for _, u := range s.snap.Program(f).Units {
			t.units = append(t.units, placed{f, u.Fork()})
		}
	}
	main, err := s.measure(ctx, changes)
	if err != nil {
		return nil, err
	}
	if main.ok {
		t.unit[s.unit], t.lines[s.unit] = main.time, s.lines(main, changes)
	}
	t.reach(s.unit)
	s.nests = slices.DeleteFunc(s.nests, func(n *nest) bool {
		part, known := t.share(n)
		n.share = max(n.share, part)
		return !known && n.share == 0
	})
	return t, nil
}

// placed is a unit in its file.
type placed struct {
	file *workspace.File
	*lower.Unit
}

// times are what the units and their lines take, each by itself.
type times struct {
	units   []placed
	unit    map[string]float64
	lines   map[string][]LineTime
	reached map[string]float64 // the part of the program's time that is spent in a unit
	cut     bool               // some files took too many steps: nothing is known of their units
}

// weighEach is one part of all steps that the units of a file may take, each by itself.
const weighEach = 4

// callDepth bounds how deep the time of a program is followed into procedures.
const callDepth = 8

// reach follows the time of CALLs to what they call.
func (t *times) reach(main string) {
	for range callDepth {
		next := map[string]float64{main: 1}
		for _, u := range t.units {
			if t.reached[u.Name] == 0 || !(t.unit[u.Name] > 0) {
				continue
			}
			program.Statements(u.Body, func(x program.Stmt) bool {
				if call, is := x.(*program.CallStmt); is {
					line := u.file.Text.LineOf(u.Start + x.Span().Start)
					next[call.Name] += t.reached[u.Name] * t.within(u.Name, line, line) / t.unit[u.Name]
				}
				return true
			})
		}
		if maps.Equal(next, t.reached) {
			return
		}
		t.reached = next
	}
}

// within is what some lines of a unit take.
func (t *times) within(unit string, first, last int) float64 {
	sum := 0.0
	for _, l := range t.lines[unit] {
		if first <= l.Line && l.Line <= last {
			sum += l.Time
		}
	}
	return sum
}

// line is the part of the program's time that some lines of a unit take, 0 where it is not
// known.
func (t *times) line(f *workspace.File, u *lower.Unit, first, last int) float64 {
	if !(t.unit[u.Name] > 0) {
		return 0
	}
	return t.reached[u.Name] * t.within(u.Name, first, last) / t.unit[u.Name]
}

// share is the part of the program's time that a nest takes; it is not known in a unit
// that has no time by itself.
func (t *times) share(n *nest) (part float64, known bool) {
	for _, u := range t.units {
		if u.file.Path == n.file.Path && u.file.Text.LineOf(u.Start) <= n.first && n.last <= u.file.Text.LineOf(u.End) && t.unit[u.Name] > 0 {
			return t.reached[u.Name] * t.within(u.Name, n.first, n.last) / t.unit[u.Name], true
		}
	}
	return 0, false
}
