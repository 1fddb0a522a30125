package advise

import (
	"context"
	"slices"
	"strings"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/mapping"
)

// uniform are the plan along parallel loops and those in which all groups are mapped like the first, as far as they
// have its number of dimensions; before them, where arrays with fewer dimensions have no
// directives, those that leave these without: tables and lists that all processors read.
func (s *search) uniform(now plan.Plan) []plan.Plan {
	var out []plan.Plan
	if len(s.program.Groups) == 0 {
		return nil
	}
	large := s.alongLoops(now)
	first := slices.MaxFunc(s.program.Groups, func(a, b plan.Group) int { return a.Rank - b.Rank })
	free := s.free()
	for _, f := range formats(first) {
		if f == nil {
			continue
		}
		p, q := now.Clone(), now.Clone()
		for _, i := range free {
			g := s.program.Groups[i]
			p.Formats[i] = like(g, f)
			if q.Formats[i] = p.Formats[i]; g.Now == nil && g.Rank < first.Rank {
				q.Formats[i] = nil
			}
		}
		p, q = s.program.EqualBlocks(s.shaped(p)), s.program.EqualBlocks(s.shaped(q))
		if q.Key() != p.Key() {
			large = append(large, q)
		}
		out = append(out, p)
		if !slices.ContainsFunc(f, func(w string) bool { return w != "BLOCK" && w != plan.Star }) {
			out = append(out, s.reshaped(p)...)
		}
	}
	return append(large, s.promising(out)...)
}

// shaped gives a plan arrangements for the ranks that it needs, as even as can be where
// none is declared.
func (s *search) shaped(p plan.Plan) plan.Plan {
	for _, f := range p.Formats {
		if r := plan.Rank(f); r > 0 && len(p.Shapes[r]) != r {
			p.Shapes[r] = mapping.Factor(s.program.Processors, r)
		}
	}
	return p
}

// alongLoops is the plan along parallel loops, with blocks of one size.
func (s *search) alongLoops(now plan.Plan) []plan.Plan {
	if along := s.program.EqualBlocks(s.program.AlongLoops()); along.Key() != now.Key() {
		return []plan.Plan{along}
	}
	return nil
}

// uneven is the part of the time by which the processor that stops last computes longer than
// all do on average from which cycles are looked at before other dimensions.
const uneven = 0.05

// dealtAround predicts the plan along parallel loops, and where some processors compute
// longer than others with it, the same in cycles.
func (s *search) dealtAround(ctx context.Context, now plan.Plan) error {
	along := s.alongLoops(now)
	if err := s.try(ctx, along); err != nil || len(along) == 0 {
		return err
	}
	t := s.tried[along[0].Key()]
	if t == nil || !s.counts(t) || t.report.Charge.Computation-t.report.Efficiency*t.time < uneven*t.time || t.chained() {
		return nil
	}
	var cycles []plan.Plan
	for _, word := range []string{"CYCLIC(8)", "CYCLIC"} {
		p := along[0].Clone()
		for i, f := range p.Formats {
			for d, x := range f {
				if s.program.Groups[i].Now == nil && !s.program.Groups[i].Blocks && strings.HasPrefix(x, "BLOCK") {
					f[d] = word
				}
			}
		}
		cycles = append(cycles, p)
	}
	return s.try(ctx, cycles)
}
