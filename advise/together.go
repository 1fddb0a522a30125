package advise

import (
	"context"
	"slices"

	"github.com/parlens/parlens/advise/plan"
)

// Where each of two arrays is mapped as the other one wants it, changing one of them is a loss,
// and changing both may be a gain: an array and its transposed copy, dealt along their rows and
// columns, or along their columns and rows. So groups are changed together too.

// maxTogether bounds the groups of which each two are changed together.
const maxTogether = 4

// together improves the best trial by changes of several groups at once, and after each gain
// by those of single ones.
func (s *search) together(ctx context.Context) error {
	free := s.free()
	if len(free) < 2 {
		return nil
	}
	for gained := true; gained && s.budget > 0; {
		best := s.best()
		if len(best) == 0 {
			return nil
		}
		from := best[0]
		better, err := s.step(ctx, from, s.promising(turned(s.program, from.plan, free)))
		if err != nil {
			return err
		}
		for i := range min(len(free), maxTogether) {
			for k := range i {
				if better, err = s.step(ctx, better, s.promising(s.both(better.plan, free[k], free[i]))); err != nil {
					return err
				}
			}
		}
		if gained = better.time < from.time*(1-slight); gained {
			if err := s.improve(ctx, better); err != nil {
				return err
			}
		}
	}
	return nil
}

// turned are the plans in which each group is dealt along the dimensions some places further,
// all in blocks or all in one kind of cycles.
func turned(p *plan.Program, from plan.Plan, groups []int) []plan.Plan {
	var out []plan.Plan
	for places := range maxRank {
		for _, word := range distributions {
			to, turns := from.Clone(), places == 0
			for _, i := range groups {
				f := to.Formats[i]
				if n := len(f); n > 0 {
					turns = turns || places < n
					f = slices.Concat(f[places%n:], f[:places%n])
				}
				to.Formats[i] = worded(f, word)
			}
			if turns && !slices.ContainsFunc(groups, func(i int) bool { return !allowed(p.Groups[i], to.Formats[i]) }) {
				out = append(out, to)
			}
		}
	}
	return out
}

// both are the plans in which each of two groups is dealt along one dimension, in the same way.
func (s *search) both(from plan.Plan, i, k int) []plan.Plan {
	var out []plan.Plan
	g, h := s.program.Groups[i], s.program.Groups[k]
	for _, word := range distributions {
		for d := range g.Rank {
			for e := range h.Rank {
				f, to := single(g.Rank, d, word), single(h.Rank, e, word)
				if allowed(g, f) && allowed(h, to) {
					out = append(out, s.shaped(from.With(i, f).With(k, to)))
				}
			}
		}
	}
	return out
}

// worded are formats with a word in the place of each that deals out a dimension.
func worded(formats []string, word string) []string {
	var out []string
	for _, f := range formats {
		if f != plan.Star {
			f = word
		}
		out = append(out, f)
	}
	return out
}

// allowed tells whether formats are candidates of a group.
func allowed(g plan.Group, f []string) bool {
	return slices.ContainsFunc(formats(g), func(o []string) bool { return slices.Equal(o, f) })
}
