package advise

import (
	"context"
	"math"

	"github.com/parlens/parlens/advise/plan"
)

// Scale is a mapping's time on some number of processors.
type Scale struct {
	Processors int
	Time       float64
	AtLeast    bool // something has no time, so that all takes at least Time
}

const (
	maxScale = 1024 // processors
	falling  = 0.95 // of a time: below it is worth more processors
)

// scaled predicts a mapping on 1, 2, 4, ... processors, until its time does not fall twice.
// On its own number it has the time that it has with its own shape of the arrangement,
// elsewhere that of an even one. Numbers of processors that it does not fit, BLOCK(m) with too
// small an m, are left out.
func (g *goal) scaled(ctx context.Context, changes []plan.Change, own Result, errors int) (out []Scale, all bool, err error) {
	of := *g
	of.light = true
	rises := 0
	for p := 1; p <= maxScale && rises < 2; p *= 2 {
		if g.spent(1) {
			return out, false, nil
		}
		o := outcome{prediction: prediction{time: own.Time, ok: true, partial: own.AtLeast}}
		if p != own.Processors {
			of.settings.Procs, of.settings.Grid = p, nil
			if o, err = of.measure(ctx, changes); err != nil {
				return nil, false, err
			}
		}
		if o.errors > errors || o.ok && o.partial && !own.AtLeast {
			continue
		}
		if !o.ok {
			break
		}
		if n := len(out); n > 0 && o.time >= falling*out[n-1].Time {
			rises++
		}
		out = append(out, Scale{p, o.time, o.partial})
	}
	return out, true, nil
}

// fewer is a number of processors on which the best first set of directives is faster than on
// those that were taken since nobody said how many there are: where messages of so many take
// longer than the work that they share. It is 0 where there is none.
func (s *search) fewer(ctx context.Context, a *Advice, e Effort) (procs int, err error) {
	if !e.Scale || !s.now.serial() || s.settings.Procs > 0 || len(s.settings.Grid) > 0 || s.program.Processors != few || len(a.Proposals) == 0 {
		return 0, nil
	}
	best := a.Proposals[0]
	scales, _, err := s.scaled(ctx, best.Changes, best.Result, s.now.errors)
	least := min(falling*best.Time, s.now.time)
	for _, x := range scales {
		if 1 < x.Processors && x.Processors < few && x.Time < least {
			procs, least = x.Processors, x.Time
		}
	}
	return procs, err
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
