package advise

import (
	"context"
	"fmt"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/whatif"
)

// Ranges are where which mapping is the best, by the values of what is varied.
type Ranges struct {
	Name   string
	Ranges []Range
}

// Range is where one mapping is the best: between two values of what is varied.
type Range struct {
	From, To float64
	Label    string  // of the mapping; "" for the present one
	Proposal int     // its place among the proposals, -1 for the present one
	Gain     float64 // how much faster it is there than the present one at most, as a factor
}

// firstValues are predicted of any range of values; as long as there are steps, the values
// halfway between are too.
const firstValues = 8

// ranges predicts the present mapping and the proposals at the values of an axis and joins
// neighbouring values with the same winner. It says how many values one predicted stands for.
func (g *goal) ranges(ctx context.Context, a *Advice, sweep whatif.Sweep) (out []Range, stride int, err error) {
	sweep.Path, sweep.Unit, sweep.Exact = g.path, g.unit, true
	if err := sweep.Check(); err != nil {
		return nil, 0, err
	}
	snaps := make([]*workspace.Snapshot, len(a.Proposals)+1)
	for i := range snaps {
		var changes []plan.Change
		if i > 0 {
			changes = a.Proposals[i-1].Changes
		}
		if snaps[i], err = g.changed(changes); err != nil {
			return nil, 0, err
		}
	}
	meter := &effort.Meter{}
	counted := effort.Counted(ctx, meter)
	times := make([][]float64, len(sweep.Axes[0].Values)) // by value and mapping
	for stride = 1; stride*firstValues < len(times); {
		stride *= 2
	}
	for {
		if err := sweepAt(counted, sweep, snaps, times, stride); err != nil {
			return nil, 0, err
		}
		if stride == 1 || g.most > 0 && 2*meter.Steps() > g.most/rangePart { // the next ones take as many as all before
			return a.joined(sweep.Axes[0], times), stride, nil
		}
		stride /= 2
	}
}

// rangePart of all steps are there for the values of one axis.
const rangePart = 2

// sweepAt predicts mappings at the first and the last value, and at each of some values between, as
// far as that has not been done; -1 where there is no estimate.
func sweepAt(ctx context.Context, sweep whatif.Sweep, snaps []*workspace.Snapshot, times [][]float64, stride int) error {
	axis := sweep.Axes[0]
	part := axis
	part.Values = nil
	var at []int
	for k, v := range axis.Values {
		if times[k] == nil && (k%stride == 0 || k == len(times)-1) {
			part.Values, at = append(part.Values, v), append(at, k)
		}
	}
	sweep.Axes = []whatif.Axis{part}
	for _, snap := range snaps {
		k := 0
		err := sweep.Run(ctx, snap, 0, len(at), func(p whatif.Point) error {
			t := p.Charge.Total()
			if p.NoEstimate != "" {
				t = -1
			}
			times[at[k]] = append(times[at[k]], t)
			k++
			return nil
		})
		if err != nil {
			return fmt.Errorf("%s: %w", axis.Name, err)
		}
	}
	return nil
}

// joined are the ranges of neighbouring values with the same winner.
func (a *Advice) joined(axis whatif.Axis, times [][]float64) []Range {
	var out []Range
	for k, v := range axis.Values {
		best := -1
		for i, t := range times[k] {
			if t >= 0 && (best < 0 || t < times[k][best]*(1-slight)) {
				best = i
			}
		}
		if best < 0 {
			continue
		}
		gain := 1.0
		if times[k][0] > 0 && times[k][best] > 0 {
			gain = times[k][0] / times[k][best]
		}
		if n := len(out); n > 0 && out[n-1].Proposal == best-1 {
			out[n-1].To, out[n-1].Gain = v.Number, max(out[n-1].Gain, gain)
			continue
		}
		r := Range{From: v.Number, To: v.Number, Proposal: best - 1, Gain: gain}
		if best > 0 {
			r.Label = a.Proposals[best-1].Label
		}
		out = append(out, r)
	}
	return out
}
