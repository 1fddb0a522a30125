package advise

import (
	"context"
	"slices"
	"strings"

	"github.com/parlens/parlens/advise/plan"
)

// simplify leaves groups as they are written where that is hardly slower.
func (s *search) simplify(ctx context.Context, from *trial) error {
	limit := from.time * (1 + slight)
	for i, g := range s.program.Groups {
		p := from.plan.With(i, g.Now)
		if err := s.try(ctx, []plan.Plan{p}); err != nil {
			return err
		}
		if t := s.tried[p.Key()]; t != nil && s.counts(t) && t.time <= limit {
			from = t
		}
	}
	return nil
}

// improve changes one group, or one arrangement, as long as that is a gain.
func (s *search) improve(ctx context.Context, from *trial) error {
	free := s.free()
	for gained := true; gained && s.budget > 0; {
		gained = false
		for _, i := range free {
			var plans []plan.Plan
			for _, f := range formats(s.program.Groups[i]) {
				plans = append(plans, s.shaped(from.plan.With(i, f)))
			}
			better, err := s.step(ctx, from, s.promising(plans))
			if err != nil {
				return err
			}
			gained, from = gained || better != from, better
		}
		better, err := s.step(ctx, from, s.reshaped(from.plan))
		if err != nil {
			return err
		}
		gained, from = gained || better != from, better
	}
	return nil
}

// free are the groups that can be mapped otherwise.
func (s *search) free() []int {
	var out []int
	table := s.program.Tables()
	for i := range s.program.Groups {
		if !table[i] {
			out = append(out, i)
		}
	}
	return out
}

// reshaped are the plans with another arrangement.
func (s *search) reshaped(p plan.Plan) []plan.Plan {
	if len(s.settings.Grid) > 0 {
		return nil // the settings say how the processors stand
	}
	var out []plan.Plan
	for r := range 4 {
		if r < 2 || !slices.ContainsFunc(p.Formats, func(f []string) bool { return plan.Rank(f) == r }) {
			continue
		}
		for _, shape := range shapes(s.program.Processors, r) {
			q := p.Clone()
			q.Shapes[r] = shape
			out = append(out, q)
		}
	}
	return out
}

// step returns the best of some plans, from where none is better. Cycles balance loads
// and send no fewer messages than blocks: they are tried where blocks are not hopeless, and no chain of messages.
func (s *search) step(ctx context.Context, from *trial, plans []plan.Plan) (*trial, error) {
	var blocks, several, cycles []plan.Plan
	add := func(p plan.Plan) {
		if len(s.single(p, from)) > 1 {
			several = append(several, p)
			return
		}
		blocks = append(blocks, p)
	}
	for _, p := range plans {
		q := blocked(p)
		if add(q); q.Key() != p.Key() {
			cycles = append(cycles, p)
		}
	}
	if err := s.try(ctx, blocks); err != nil {
		return from, err
	}
	best := s.fastest(from, blocks)
	several = slices.DeleteFunc(several, func(p plan.Plan) bool {
		return best != nil && slices.ContainsFunc(s.single(p, from), func(q plan.Plan) bool {
			t := s.tried[q.Key()]
			return s.dropped[q.Key()] || t != nil && (!s.counts(t) || t.time > hopeless*best.time)
		})
	})
	if err := s.try(ctx, several); err != nil {
		return from, err
	}
	best = s.fastest(best, several)
	cycles = slices.DeleteFunc(cycles, func(p plan.Plan) bool {
		t := s.tried[blocked(p).Key()]
		return best != nil && (t == nil || !s.counts(t) || t.time > hopeless*best.time || t.chained())
	})
	slices.SortStableFunc(cycles, func(p, q plan.Plan) int { // those of the fastest blocks first
		return sign(s.blocksTime(p) - s.blocksTime(q))
	})
	err := s.try(ctx, cycles)
	return s.fastest(best, cycles), err
}

// single are the plans in which what a plan deals along several dimensions, other than the
// one that it comes from, is dealt along one of them. Neighbours along each exchange as many
// messages, or wait for each other as often, whatever the others are.
func (s *search) single(p plan.Plan, from *trial) []plan.Plan {
	var out []plan.Plan
	for k := range maxRank {
		q, more := p.Clone(), false
		for i, f := range q.Formats {
			if from != nil && slices.Equal(f, from.plan.Formats[i]) || plan.Rank(f) < 2 {
				continue
			}
			more = more || plan.Rank(f) > k
			kept := min(k, plan.Rank(f)-1)
			for d, dealt := 0, 0; d < len(f); d++ {
				if f[d] == plan.Star {
					continue
				}
				if dealt != kept {
					f[d] = plan.Star
				}
				dealt++
			}
		}
		if more {
			out = append(out, q)
		}
	}
	return out
}

// chained tells whether neighbours pass single elements on, again and again: with cycles
// every element would be.
func (t *trial) chained() bool {
	if t.report == nil {
		return false
	}
	messages := 0.0
	for _, l := range t.report.Lines {
		for _, c := range l.Comms {
			if c.Kind == "copy" || c.Kind == "shift" {
				messages += c.TotalMessages
			}
		}
	}
	return messages > manyMessages
}

// fastest returns the best of the plans that have been tried, from where none is better.
func (s *search) fastest(from *trial, plans []plan.Plan) *trial {
	best := from
	for _, p := range plans {
		if t := s.tried[p.Key()]; t != nil && s.counts(t) && (best == nil || t.time < best.time*(1-leastGain)) {
			best = t
		}
	}
	return best
}

// blocksTime is what a plan with cycles takes with blocks, as far as that has been tried.
func (s *search) blocksTime(p plan.Plan) float64 {
	if t := s.tried[blocked(p).Key()]; t != nil {
		return t.time
	}
	return 0
}

// blocked is a plan with blocks in the place of cycles, but for what is written so.
func blocked(p plan.Plan) plan.Plan {
	out := p.Clone()
	for _, f := range out.Formats {
		for d, word := range f {
			if strings.HasPrefix(word, "CYCLIC") {
				f[d] = "BLOCK"
			}
		}
	}
	return out
}
