package advise

import (
	"context"
	"fmt"
	"math"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/costmodel/whatif"
)

// Scale is a mapping's time on some number of processors.
type Scale struct {
	Processors int
	Time       float64
}

const (
	maxScale = 1024 // processors
	falling  = 0.95 // of a time: below it is worth more processors
)

// scaled predicts a mapping on 1, 2, 4, ... processors, until its time does not fall twice.
// On its own number it has the time that it has with its own shape of the arrangement,
// elsewhere that of an even one.
func (g *goal) scaled(ctx context.Context, changes []plan.Change, own Result) (out []Scale, all bool, err error) {
	of := *g
	of.light = true
	rises := 0
	for p := 1; p <= maxScale && rises < 2; p *= 2 {
		if g.spent(1) {
			return out, false, nil
		}
		o := outcome{prediction: prediction{time: own.Time, ok: true}}
		if p != own.Processors {
			of.settings.Procs, of.settings.Grid = p, nil
			if o, err = of.measure(ctx, changes); err != nil {
				return nil, false, err
			}
		}
		if !o.ok {
			break
		}
		if n := len(out); n > 0 && o.time >= falling*out[n-1].Time {
			rises++
		}
		out = append(out, Scale{p, o.time})
	}
	return out, true, nil
}

// Worthwhile is the smallest number of processors whose time is within a twentieth of
// the least; 0 where the time falls as far as it was looked.
func Worthwhile(scales []Scale) int {
	least := math.Inf(1)
	for _, s := range scales {
		least = min(least, s.Time)
	}
	for i, s := range scales {
		if falling*s.Time <= least && i < len(scales)-1 {
			return s.Processors
		}
	}
	return 0
}

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

// ranges predicts the present mapping and the proposals at all values of an axis and
// joins neighbouring values with the same winner.
func (g *goal) ranges(ctx context.Context, a *Advice, sweep whatif.Sweep) ([]Range, error) {
	axis := sweep.Axes[0]
	sweep.Path, sweep.Unit, sweep.Exact = g.path, g.unit, true
	if err := sweep.Check(); err != nil {
		return nil, err
	}
	times := make([][]float64, len(a.Proposals)+1)
	for i := range times {
		var changes []plan.Change
		if i > 0 {
			changes = a.Proposals[i-1].Changes
		}
		snap, err := g.changed(changes)
		if err != nil {
			return nil, err
		}
		err = sweep.Run(ctx, snap, 0, len(axis.Values), func(p whatif.Point) error {
			t := p.Charge.Total()
			if p.NoEstimate != "" {
				t = -1
			}
			times[i] = append(times[i], t)
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", axis.Name, err)
		}
	}
	var out []Range
	for k, v := range axis.Values {
		best := -1
		for i := range times {
			if times[i][k] >= 0 && (best < 0 || times[i][k] < times[best][k]*(1-slight)) {
				best = i
			}
		}
		if best < 0 {
			continue
		}
		gain := 1.0
		if times[0][k] > 0 && times[best][k] > 0 {
			gain = times[0][k] / times[best][k]
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
	return out, nil
}
