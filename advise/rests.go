package advise

import (
	"context"
	"fmt"
	"maps"
	"math"
	"strconv"

	"github.com/parlens/parlens/advise/plan"
)

const (
	maxAssumed = 4 // values that are tried, in the order of the report
	restSteps  = 8 // one part of all steps may be made for it
	rivals     = 3 // mappings that may win with another value, besides the present one
)

// rests says on which assumed values the choice rests: with half or twice of one, another
// one of the mappings is the best.
func (g *goal) rests(ctx context.Context, now outcome, all []Proposal) (out []string, tested bool, err error) {
	changes := [][]plan.Change{nil}
	labels := []string{"the present mapping"}
	for _, p := range all[:min(len(all), rivals)] {
		if p.Time > hopeless*all[0].Time {
			break
		}
		changes, labels = append(changes, p.Changes), append(labels, p.Label)
	}
	if now.report == nil || len(changes) < 2 {
		return nil, true, nil
	}
	if g.most > 0 && restSteps*len(changes)*g.present > g.most {
		return nil, len(now.report.Assumed()) == 0, nil
	}
	best := 0
	if all[0].Time < now.time*(1-leastGain) {
		best = 1
	}
	tried, steps := 0, g.meter.Steps()
	for _, x := range now.report.Assumed() {
		v, err := strconv.ParseFloat(x.Value, 64)
		if err != nil || v <= 0 || tried == maxAssumed {
			continue
		}
		if tried == 0 { // a sample may have another winner from the start
			if same, err := g.winner(ctx, changes, best); err != nil || same != best {
				return nil, false, err
			}
		}
		tried++
		for _, factor := range []float64{0.5, 2} {
			if g.spent(restPart) || g.most > 0 && restSteps*(g.meter.Steps()-steps) > g.most {
				return out, false, nil
			}
			of := *g
			of.light = true
			of.settings.Values = maps.Clone(of.settings.Values)
			if of.settings.Values == nil {
				of.settings.Values = map[string]float64{}
			}
			other := v * factor
			if v == math.Trunc(v) {
				other = math.Max(1, math.Round(other))
			}
			of.settings.Values[x.Name] = other
			winner, err := of.winner(ctx, changes, best)
			if err != nil {
				return nil, false, err
			}
			if winner != best {
				out = append(out, fmt.Sprintf("rests on an assumed value: with %s = %v in the place of %s, the best is %s", x.Name, other, x.Value, labels[winner]))
			}
		}
	}
	return out, true, nil
}

// winner is which of some changes makes the fastest program; the one that won before
// where the others are no gain over it.
func (g *goal) winner(ctx context.Context, all [][]plan.Change, before int) (int, error) {
	times := make([]float64, len(all))
	err := each(len(all), func(i int) error {
		o, err := g.measure(ctx, all[i])
		times[i] = math.Inf(1)
		if o.ok {
			times[i] = o.time
		}
		return err
	})
	best := before
	for i, t := range times {
		if t < times[best]*(1-leastGain) {
			best = i
		}
	}
	return best, err
}
