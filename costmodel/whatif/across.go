package whatif

import (
	"context"
	"slices"
	"sync"

	"github.com/parlens/parlens/costmodel/evaluate"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
)

// Where processors are varied, points that differ in nothing else are one unit across
// numbers of processors: what they have in common is prepared once.
type acrosses struct {
	axis   int // of the processors
	stride int // points from one number of them to the next

	mu    sync.Mutex
	known map[int]*prepared // by the first point that they begin with
}

// prepared is either what every number of processors is taken from, or a curve with all
// of them; neither where each is predicted for itself.
type prepared struct {
	once sync.Once
	evaluate.Prepared
	curve *curve
	err   error
}

// mostPrepared bounds the combinations of the other axes that are kept.
const mostPrepared = 1024

// acrosses is nil where processors are not varied, or no single unit is asked for.
func (s Sweep) acrosses(lines report.Lines) *acrosses {
	axis := slices.IndexFunc(s.Axes, func(a Axis) bool { return OfProcessors(a.Name) })
	if axis < 0 || len(s.Axes[axis].Values) < 2 || lines.First != lines.Last {
		return nil
	}
	return &acrosses{axis: axis, stride: Size(s.Axes[axis+1:]), known: map[int]*prepared{}}
}

// place is where a point is along the processors, and the first one that differs from it
// in nothing else.
func (a *acrosses) place(s *sweeping, point int) (at, first int) {
	at = point / a.stride % len(s.Axes[a.axis].Values)
	return at, point - at*a.stride
}

// of is what is prepared for points from a first one on.
func (a *acrosses) of(ctx context.Context, s *sweeping, first int) (*prepared, error) {
	a.mu.Lock()
	p := a.known[first]
	if p == nil {
		if len(a.known) >= mostPrepared {
			clear(a.known)
		}
		p = &prepared{}
		a.known[first] = p
	}
	a.mu.Unlock()
	p.once.Do(func() {
		p.err = a.prepare(ctx, s, first, p)
	})
	return p, p.err
}

func (a *acrosses) prepare(ctx context.Context, s *sweeping, first int, p *prepared) error {
	chosen, err := With(s.Settings, s.Machine, s.Axes, At(s.Axes, first))
	if err != nil {
		return err
	}
	if p.Prepared, err = predict.Across(ctx, s.snap, s.Path, s.lines.First, chosen); err != nil {
		return err
	}
	values := s.Axes[a.axis].Values
	if s.Exact || len(values) < fewestEstimated {
		return nil
	}
	stands := p.Stands
	if stands == nil {
		stands = evenly(s.rank())
	}
	if p.Across != nil && p.Across.Classes(gridsOf(values[:min(mostLooked, len(values))], stands)) <= mostClasses {
		return nil
	}
	p.curve, err = newCurve(gridsOf(values, stands), func(grids [][]int) ([]Point, error) {
		return s.parallel(len(grids), func(i int) (Point, error) { return s.on(ctx, p.Across, first, grids[i]) })
	})
	return err
}

// rank is the largest number of dimensions that an arrangement in the file has, 1
// without any.
func (s *sweeping) rank() int {
	most := 1
	f, err := s.snap.File(s.Path)
	if err != nil || !predict.LanguageOf(f).Lowered {
		return most
	}
	for _, u := range s.snap.Program(f).Units {
		if u.Grid != nil {
			most = max(most, u.Grid.Rank())
		}
	}
	return most
}
