package advise

import (
	"slices"

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
	table := s.program.Tables()
	for _, f := range formats(first) {
		if f == nil {
			continue
		}
		p, q := now.Clone(), now.Clone()
		for i, g := range s.program.Groups {
			if table[i] {
				continue
			}
			p.Formats[i] = like(g, f)
			if q.Formats[i] = p.Formats[i]; g.Now == nil && g.Rank < first.Rank {
				q.Formats[i] = nil
			}
		}
		p, q = s.shaped(p), s.shaped(q)
		if q.Key() != p.Key() {
			large = append(large, q)
		}
		out = append(out, p)
		if !slices.ContainsFunc(f, func(w string) bool { return w != "BLOCK" && w != plan.Star }) {
			out = append(out, s.reshaped(p)...)
		}
	}
	return append(large, out...)
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

// alongLoops are the plan along parallel loops, and the one with blocks of one size where
// that is another.
func (s *search) alongLoops(now plan.Plan) (out []plan.Plan) {
	known := []string{now.Key()}
	along := s.program.AlongLoops()
	for _, p := range []plan.Plan{along, s.program.EqualBlocks(along)} {
		if !slices.Contains(known, p.Key()) {
			known, out = append(known, p.Key()), append(out, p)
		}
	}
	return out
}
