package advise

import (
	"context"
	"slices"
	"sort"

	"github.com/parlens/parlens/advise/plan"
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
	extended  bool // it has had more work
	exhausted bool // a search of a sample ended with its budget
	sample    Sample
	times     *times  // of units and lines with the present mapping
	until     float64 // the part of the steps that it may make
	small     *goal   // the sample that was searched; nil: the program was
	reserve   int     // of those that are for redistribution
	tried     map[string]*trial
	dropped   map[string]bool // plans that are not promising
	order     []*trial
	told      func(done int)  // how far it is; may be nil
	gap       float64         // of the choice between mappings of phases
	phases    *redistribution // nil where phases are not mapped differently
	useful    limit
	other     *unmapped // the program as if it had no directives; may be nil
	elsewhere float64   // the time of a mapping that is found otherwise; 0: none
}

// trial is a plan with its prediction.
type trial struct {
	plan    plan.Plan
	changes []plan.Change
	moves   []plan.Move // on the way
	outcome
}

// serial tells whether a program runs on one processor.
func (o outcome) serial() bool { return o.report != nil && product(o.report.Grid) <= 1 }

// counts reports whether the plan can be compared with the present one.
func (s *search) counts(t *trial) bool {
	return t.ok && t.errors <= s.now.errors && (t.partial == s.now.partial)
}

// try predicts plans that have not been tried, as far as the budget goes.
func (s *search) try(ctx context.Context, plans []plan.Plan) error {
	for len(plans) > 0 {
		if len(s.order) > 0 && s.scarce() && !s.more() && s.spent(s.until) {
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

// scarce tells whether fewer steps are left than one prediction may take.
func (s *search) scarce() bool {
	return s.goal.most > 0 && int(s.until*float64(s.goal.most))-s.meter.Steps() < s.each
}

// more gives a search of a first set of directives more work, once, where no mapping is twice as
// fast as one processor.
func (s *search) more() bool {
	if s.extended || !s.now.serial() || s.fastestNow().time <= s.now.time/2 {
		return false
	}
	s.extended = true
	s.goal.most *= poorly
	return true
}

// predict makes some trials at the same time.
func (s *search) predict(ctx context.Context, fresh []*trial) error {
	of, now := s.goal.until(s.longest()), s.program.Now().Key()
	if len(s.order) > 0 {
		of = of.within(s.until)
	}
	err := each(len(fresh), func(i int) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if t := fresh[i]; s.now.serial() && t.moves == nil && t.plan.Key() == now { // marks share out nothing there
			t.outcome = s.now
			return nil
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
	if err := s.dealtAround(ctx, now); err != nil {
		return err
	}
	several := s.uniform(now)
	ones := append([]plan.Plan{now}, several...)
	deals := func(p plan.Plan) bool { return len(s.single(p, nil)) > 1 }
	ones = slices.DeleteFunc(ones, deals)
	first, err := s.step(ctx, nil, ones)
	if err == nil && first != nil { // before several dimensions are dealt, which are many ways
		err = s.improve(ctx, first)
	}
	if err == nil {
		_, err = s.step(ctx, s.fastest(first, ones), slices.DeleteFunc(several, func(p plan.Plan) bool { return !deals(p) }))
	}
	if err != nil {
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
	if err := s.together(ctx); err != nil {
		return err
	}
	if best := s.best(); len(best) > 0 {
		return s.simplify(ctx, best[0])
	}
	return nil
}
