package advise

import (
	"context"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/mapping"
)

// search tries plans, each predicted in full and once: all groups mapped alike, then, from
// the best of these, one group or one arrangement after the other, until no single change
// is a gain or the budget is spent. The order depends on nothing but the program.
type search struct {
	*goal
	program   *plan.Program
	size      int          // statements
	promises  []loopChange // that all plans make
	now       outcome
	budget    int  // of predictions that are left
	exhausted bool // a search of a sample ended with its budget
	sample    Sample
	times     *times  // of units and lines with the present mapping
	until     float64 // the part of the steps that it may make
	small     *goal   // the sample that was searched; nil: the program was
	reserve   int     // of those that are for redistribution
	tried     map[string]*trial
	order     []*trial
	told      func(done int)  // how far it is; may be nil
	gap       float64         // of the choice between mappings of phases
	phases    *redistribution // nil where phases are not mapped differently
	useful    limit
}

// trial is a plan with its prediction.
type trial struct {
	plan    plan.Plan
	changes []plan.Change
	moves   []plan.Move // on the way
	outcome
}

// counts reports whether the plan can be compared with the present one.
func (s *search) counts(t *trial) bool {
	return t.ok && t.errors <= s.now.errors && (t.partial == s.now.partial)
}

// try predicts plans that have not been tried, as far as the budget goes.
func (s *search) try(ctx context.Context, plans []plan.Plan) error {
	for len(plans) > 0 {
		if s.spent(s.until) && len(s.order) > 0 {
			s.budget = 0
		}
		var fresh []*trial
		for len(plans) > 0 && len(fresh) < batch {
			p := plans[0]
			plans = plans[1:]
			key := p.Key()
			if s.tried[key] != nil || s.budget == 0 {
				continue
			}
			t := &trial{plan: p, changes: s.written(p, nil)}
			s.tried[key] = t
			s.budget--
			fresh = append(fresh, t)
		}
		if err := s.predict(ctx, fresh); err != nil {
			return err
		}
	}
	return nil
}

// predict makes some trials at the same time.
func (s *search) predict(ctx context.Context, fresh []*trial) error {
	of := s.goal.until(s.longest())
	err := each(len(fresh), func(i int) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		var err error
		fresh[i].outcome, err = of.measure(ctx, fresh[i].changes)
		return err
	})
	s.order = append(s.order, fresh...)
	if s.told != nil {
		s.told(len(s.order))
	}
	return err
}

// best are the trials that can be compared, fastest first; of those that are about as
// fast, the one with the fewest edits stands for all.
func (s *search) best() []*trial {
	all := slices.DeleteFunc(slices.Clone(s.order), func(t *trial) bool { return !s.counts(t) })
	sort.SliceStable(all, func(i, j int) bool { return all[i].time < all[j].time })
	var out []*trial
	for i := 0; i < len(all); {
		n := i
		for n < len(all) && all[n].time <= all[i].time*(1+slight) {
			n++
		}
		out = append(out, slices.MinFunc(all[i:n], func(a, b *trial) int { return edits(a.changes) - edits(b.changes) }))
		i = n
	}
	return out
}

func edits(changes []plan.Change) int {
	n := 0
	for _, c := range changes {
		n += len(c.Edits)
	}
	return n
}

const (
	starts = 2     // of the plans that map all groups alike are improved
	slight = 0.001 // a relative gain that is not worth another directive

	batch = 2 // predictions between two looks at the budget: as many on every computer

	manyMessages = 1000 // that neighbours pass on

	hopeless = 3 // times as slow as the best: balance does not make up for that
)

func (s *search) run(ctx context.Context) error {
	if err := s.mapped(ctx); err != nil {
		return err
	}
	var err error
	s.gap, err = s.redistribute(ctx)
	return err
}

// mapped searches one mapping for the whole program.
func (s *search) mapped(ctx context.Context) error {
	now := s.program.Now()
	if _, err := s.step(ctx, nil, append([]plan.Plan{now}, s.uniform(now)...)); err != nil {
		return err
	}
	for i, t := range s.best() {
		if i == starts {
			break
		}
		if err := s.improve(ctx, t); err != nil {
			return err
		}
	}
	if best := s.best(); len(best) > 0 {
		return s.simplify(ctx, best[0])
	}
	return nil
}

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

// uniform are the plan along parallel loops and those in which all groups are mapped like the first, as far as they
// have its number of dimensions; before them, where arrays with fewer dimensions have no
// directives, those that leave these without: tables and lists that all processors read.
func (s *search) uniform(now plan.Plan) []plan.Plan {
	var out []plan.Plan
	if len(s.program.Groups) == 0 {
		return nil
	}
	large := []plan.Plan{s.program.AlongLoops()}
	if large[0].Key() == now.Key() {
		large = nil
	}
	first := slices.MaxFunc(s.program.Groups, func(a, b plan.Group) int { return a.Rank - b.Rank })
	for _, f := range formats(first) {
		if f == nil {
			continue
		}
		p, q := now.Clone(), now.Clone()
		for i, g := range s.program.Groups {
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

// improve changes one group, or one arrangement, as long as that is a gain.
func (s *search) improve(ctx context.Context, from *trial) error {
	for gained := true; gained && s.budget > 0; {
		gained = false
		for i, g := range s.program.Groups {
			var plans []plan.Plan
			for _, f := range formats(g) {
				plans = append(plans, s.shaped(from.plan.With(i, f)))
			}
			better, err := s.step(ctx, from, plans)
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

// reshaped are the plans with another arrangement.
func (s *search) reshaped(p plan.Plan) []plan.Plan {
	if s.settings.Procs > 0 || len(s.settings.Grid) > 0 {
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
	var blocks, cycles []plan.Plan
	for _, p := range plans {
		if q := blocked(p); q.Key() != p.Key() {
			blocks, cycles = append(blocks, q), append(cycles, p)
			continue
		}
		blocks = append(blocks, p)
	}
	if err := s.try(ctx, blocks); err != nil {
		return from, err
	}
	best := s.fastest(from, blocks)
	cycles = slices.DeleteFunc(cycles, func(p plan.Plan) bool {
		t := s.tried[blocked(p).Key()]
		return best != nil && (t == nil || !s.counts(t) || t.time > hopeless*best.time || t.chained())
	})
	err := s.try(ctx, cycles)
	return s.fastest(best, cycles), err
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

// left is how much faster than the best one mapping would be with which each line took the
// least that it takes with any that has been predicted, relatively: about what a mapping
// can still gain that takes each phase from one of them.
func (s *search) left() float64 {
	best := s.best()
	if len(best) == 0 || !(best[0].time > 0) {
		return 0
	}
	least := map[int]float64{}
	for i, t := range best {
		lines := map[int]float64{}
		for _, l := range s.lines(t.outcome, t.changes) {
			lines[l.Line] += l.Time
		}
		for line, x := range lines {
			if old, known := least[line]; i == 0 || known && x < old {
				least[line] = x
			}
		}
		for line := range least {
			if _, takes := lines[line]; !takes {
				least[line] = 0
			}
		}
	}
	sum := 0.0
	for _, l := range slices.Sorted(maps.Keys(least)) {
		sum += least[l]
	}
	return max(0, 1-sum/best[0].time)
}
