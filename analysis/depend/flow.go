package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// flow follows, for each loop around, which scalars have certainly been
// assigned since its iteration began.
type flow struct {
	levels []set // by depth-1
	conds  []int // by depth-1: conditions entered since the loop's iteration began
	dead   bool  // the end of this block is not reached
}

// enter begins a loop's iteration; it returns what is known should the loop
// make none. Inside, everything is conditional for the loops around unless the
// loop surely runs.
func (f *flow) enter(runs bool) []set {
	before := f.levels
	if !runs {
		before = f.skippable()
	}
	f.levels = append(slices.Clip(f.levels), nil)
	f.conds = append(f.conds, 0)
	return before
}

// skippable begins what may not be executed at all.
func (f *flow) skippable() []set {
	for i := range f.conds {
		f.conds[i]++
	}
	return clone(f.levels)
}

func (f *flow) leave(before []set, runs bool) {
	f.conds = f.conds[:len(before)]
	for i := range f.conds {
		if !runs {
			f.conds[i]--
		}
	}
	f.dead = false
	if !runs {
		f.levels = before
		return
	}
	f.levels = f.levels[:len(before)]
}

// end says that the statement at hand goes elsewhere.
func (f *flow) end() { f.dead = true }

// fork is the state before a choice and what its branches leave behind.
type fork struct {
	before, after []set
	dead, reached bool
}

func (f *flow) fork() *fork {
	for i := range f.conds {
		f.conds[i]++
	}
	return &fork{before: f.levels, dead: f.dead}
}

func (f *flow) branch(k *fork) { f.levels, f.dead = clone(k.before), k.dead }

// endBranch keeps what every branch so far has assigned.
func (f *flow) endBranch(k *fork) {
	switch {
	case f.dead:
	case !k.reached:
		k.after, k.reached = f.levels, true
	default:
		for i := range k.after {
			k.after[i] = intersect(k.after[i], f.levels[i])
		}
	}
}

func (f *flow) join(k *fork) {
	for i := range f.conds {
		f.conds[i]--
	}
	f.levels, f.dead = k.after, !k.reached
	if f.dead {
		f.levels = k.before
	}
}

func clone(levels []set) []set {
	out := make([]set, len(levels))
	for i := range levels {
		out[i] = slices.Clone(levels[i])
	}
	return out
}

func intersect(s, t set) set {
	s = s[:min(len(s), len(t))]
	for i := range s {
		s[i] &= t[i]
	}
	return s
}

// used notes a use of a scalar for every loop around that assigns it.
func (c *collector) used(r *program.Ref, operator string) {
	n := c.id(r.Sym)
	for l := c.loop; l != nil; l = l.parent {
		if !l.stores.has(n) {
			continue
		}
		rec := l.scalars[n]
		if operator == "" {
			rec.uses++
		}
		if rec.exposed == nil && !c.flow.levels[l.depth-1].has(n) {
			rec.exposed = r
			rec.certain = !rec.started && c.flow.conds[l.depth-1] == 0
		}
	}
}

// assigned notes a store to a scalar.
func (c *collector) assigned(r *program.Ref, operator string) {
	n := c.id(r.Sym)
	for l := c.loop; l != nil; l = l.parent {
		rec := l.scalars[n]
		if rec.first == nil {
			rec.first = r
		}
		rec.started = true
		rec.always = rec.always || c.flow.conds[l.depth-1] == 0
		c.flow.levels[l.depth-1].add(n)
		rec.accumulate(c, operator)
	}
}

// accumulate notes the operator of a store, or that it remembers the place of
// an extremum.
func (rec *scalar) accumulate(c *collector, operator string) {
	switch {
	case operator != "":
		rec.accumulated++
		if rec.operator == "" {
			rec.operator = operator
		} else if rec.operator != operator {
			rec.operator = "?"
		}
	case c.found != nil:
		rec.locations++
		rec.of = c.id(c.found.sym)
	}
}

// indexed notes that a DO assigns its index.
func (c *collector) indexed(do *program.Do) {
	n := c.id(do.Var)
	for l := c.loop; l != nil; l = l.parent {
		rec := l.scalars[n]
		if rec.first == nil {
			rec.first = program.NewRef(do.At, do.Var)
		}
		rec.started = true
		rec.always = rec.always || c.flow.conds[l.depth-1] == 0
		c.flow.levels[l.depth-1].add(n)
	}
}
