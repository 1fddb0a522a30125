package whatif

import (
	"context"
	"slices"
	"sync"

	"github.com/parlens/parlens/analysis/workspace"
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

type prepared struct {
	once sync.Once
	*evaluate.Across
	err error
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

// of is what is prepared for a point; nil: the point has to be predicted.
func (a *acrosses) of(ctx context.Context, s Sweep, snap *workspace.Snapshot, point, line int) (*evaluate.Across, error) {
	values := s.Axes[a.axis].Values
	first := point - point/a.stride%len(values)*a.stride
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
		chosen, err := With(s.Settings, s.Machine, s.Axes, At(s.Axes, point))
		if err == nil {
			p.Across, err = predict.Across(ctx, snap, s.Path, line, chosen)
		}
		p.err = err
	})
	return p.Across, p.err
}
