package calculus

import (
	"fmt"
	"maps"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Execution is what executing a term step by step takes.
type Execution struct {
	T     float64 // of the term, in seconds
	Steps int64   // delays that were executed
}

// Execute finds T without any formula: it goes through every iteration of every
// loop, as one has to before sums are simplified (paper 004, table 4.2). It
// takes at most limit steps, and ends with ErrTooManySteps where that is not
// enough.
func (c *Calculus) Execute(t Term, env map[string]float64, limit int64) (Execution, error) {
	x := &executor{arena: c.arena, env: maps.Clone(env), tapes: map[symbolic.Expr]*symbolic.Tape{}, limit: limit}
	if x.env == nil {
		x.env = map[string]float64{}
	}
	T, err := x.term(t, loads{})
	return Execution{T, x.steps}, err
}

// loads is the work by resource: its array and its number there.
type loads map[[2]int]float64

func (l loads) add(m loads, f float64) {
	for r, w := range m {
		l[r] += f * w
	}
}

// most is the work of the busiest resource.
func (l loads) most() float64 {
	out := 0.0
	for _, w := range l {
		out = max(out, w)
	}
	return out
}

type executor struct {
	arena        *symbolic.Arena
	env          map[string]float64
	tapes        map[symbolic.Expr]*symbolic.Tape
	in           []float64
	steps, limit int64
}

func (x *executor) value(e symbolic.Expr, none float64) (float64, error) {
	if e == 0 {
		return none, nil
	}
	tape := x.tapes[e]
	if tape == nil {
		tape = x.arena.Compile(e)
		x.tapes[e] = tape
	}
	x.in = x.in[:0]
	for _, s := range tape.Inputs() {
		v, ok := x.env[s.Name]
		if !ok {
			return 0, fmt.Errorf("no value for %s", s.Name)
		}
		x.in = append(x.in, v)
	}
	var out [1]float64
	err := tape.Eval(x.in, out[:])
	return out[0], err
}

// term executes a term, adds its work and returns its time.
func (x *executor) term(t Term, work loads) (float64, error) {
	switch t := t.(type) {
	case *Delay:
		return x.delay(t, work)
	case *Serial:
		sum := 0.0
		for _, s := range t.Terms {
			T, err := x.term(s, work)
			if sum += T; err != nil {
				return sum, err
			}
		}
		return sum, nil
	case *SerialOver:
		sum := 0.0
		err := x.each(t.Index, t.Lo, t.Hi, func() error {
			T, err := x.term(t.Body, work)
			sum += T
			return err
		})
		return sum, err
	case *Parallel:
		return x.together(work, func(one func(Term) error) error {
			for _, s := range t.Terms {
				if err := one(s); err != nil {
					return err
				}
			}
			return nil
		})
	case *ParallelOver:
		return x.together(work, func(one func(Term) error) error {
			return x.each(t.Index, t.Lo, t.Hi, func() error { return one(t.Body) })
		})
	case *If:
		return x.branch(t, work)
	}
	return 0, nil
}

func (x *executor) delay(l *Delay, work loads) (float64, error) {
	if x.steps++; x.steps > x.limit {
		return 0, ErrTooManySteps
	}
	T, err := x.value(l.Amount, 0)
	if err != nil || l.Resource == 0 {
		return T, err
	}
	r, err := x.value(l.Resource, 0)
	if err != nil {
		return T, err
	}
	servers, err := x.value(l.Servers, 1)
	work[[2]int{l.Array, int(r)}] += T / max(1, servers)
	return T, err
}

// each does f for every value of an index.
func (x *executor) each(index string, lo, hi symbolic.Expr, f func() error) error {
	first, err := x.value(lo, 0)
	if err != nil {
		return err
	}
	last, err := x.value(hi, 0)
	defer delete(x.env, index)
	for i := first; i <= last && err == nil; i++ {
		x.env[index] = i
		err = f()
	}
	return err
}

// together is the time of terms that are executed at once: the longest, or the
// work of the busiest resource.
func (x *executor) together(work loads, all func(one func(Term) error) error) (float64, error) {
	longest, own := 0.0, loads{}
	err := all(func(t Term) error {
		T, err := x.term(t, own)
		longest = max(longest, T)
		return err
	})
	work.add(own, 1)
	return max(longest, own.most()), err
}

// branch is the branch that is taken, or the average of both.
func (x *executor) branch(t *If, work loads) (float64, error) {
	condition := t.Weight
	if t.Cond != 0 {
		condition = t.Cond
	}
	p, err := x.value(condition, 0)
	if t.Cond != 0 && p != 0 {
		p = 1
	}
	sum := 0.0
	for _, b := range []struct {
		t Term
		p float64
	}{{t.Then, p}, {t.Else, 1 - p}} {
		if err != nil || b.t == nil || b.p == 0 {
			continue
		}
		own := loads{}
		var T float64
		T, err = x.term(b.t, own)
		sum += b.p * T
		work.add(own, b.p)
	}
	return sum, err
}
