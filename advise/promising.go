package advise

import (
	"math"
	"slices"

	"github.com/parlens/parlens/advise/plan"
)

// A mapping that deals arrays along dimensions that no parallel loop goes through leaves the
// work to one processor after the other, or has it done by all of them. How much of the work
// on its arrays is shared out says what part of its time is left at least (Amdahl), whatever
// is communicated: what is left of too much is not predicted.

// promising are the plans of which the work on arrays without directives takes not much longer
// than along parallel loops, or with the best of them, the best first.
func (s *search) promising(plans []plan.Plan) []plan.Plan {
	least := s.left1(s.program.AlongLoops())
	left := map[string]float64{}
	for _, p := range plans {
		x := s.left1(p)
		left[p.Key()], least = x, min(least, x)
	}
	out := slices.DeleteFunc(slices.Clone(plans), func(p plan.Plan) bool {
		key := p.Key()
		if left[key] > hopeless*least {
			s.dropped[key] = true
		}
		return s.dropped[key]
	})
	slices.SortStableFunc(out, func(p, q plan.Plan) int {
		return sign(math.Round(8*left[p.Key()]/least) - math.Round(8*left[q.Key()]/least))
	})
	return out
}

// left1 is the time that the work on arrays without directives takes, in parts of that on one
// processor.
func (s *search) left1(p plan.Plan) float64 {
	sum, all := 0.0, 0.0
	for i, g := range s.program.Groups {
		if g.Now != nil || g.Work == 0 {
			continue
		}
		all += g.Work
		sum += g.Work * s.leftOf(g, p, p.Formats[i])
	}
	if all == 0 {
		return 1
	}
	return sum / all
}

// leftOf is the part for one group.
func (s *search) leftOf(g plan.Group, p plan.Plan, formats []string) float64 {
	out, dealt := 1.0, 0
	shape := p.Shapes[plan.Rank(formats)]
	for d, f := range formats {
		if f == plan.Star {
			continue
		}
		n := s.program.Processors
		if dealt < len(shape) {
			n = shape[dealt]
		}
		dealt++
		if e := g.Extent(d); e > 0 {
			n = min(n, int(e))
		}
		out *= 1 - g.Shared[d] + g.Shared[d]/float64(max(1, n))
	}
	return out
}
