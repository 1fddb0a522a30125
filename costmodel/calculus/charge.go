package calculus

import (
	"errors"
	"fmt"
	"maps"
	"math"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Charge is what one delay contributes to T, in seconds.
type Charge struct {
	Delay   *Delay
	Seconds float64
}

// ErrTooManySteps ends Charges when the term is executed too often.
var ErrTooManySteps = errors.New("too many steps to find the charges")

// maxCharged is the number of steps that Charges takes.
const maxCharged = 1 << 22

// tie is how far two times may differ by rounding and still be equal.
const tie = 1e-12

// Charges says where the time of a term goes, for one assignment of its
// symbols. The seconds of all delays, which come in the order of the term, add
// up to T. A delay under ";" and seq is charged whole, one of an If by its
// share. A parallel composition charges one winner: the longest branch where
// that decides, else every use of its busiest resource. Among equals the
// branch wins before the resource, the smaller resource or index before the
// larger one, and what comes first in the term.
func (c *Calculus) Charges(t Term, env map[string]float64) ([]Charge, error) {
	b := &bill{c: c, env: maps.Clone(env), at: map[*Delay]int{}, tapes: map[symbolic.Expr]*symbolic.Tape{}, seen: map[sight]bool{}, steps: maxCharged}
	if b.env == nil {
		b.env = map[string]float64{}
	}
	b.list(t, map[Term]bool{})
	err := b.charge(t, 1)
	return b.charges, err
}

// bill is the state of one charge pass.
type bill struct {
	c       *Calculus
	env     map[string]float64 // with the indices of the loops that are open
	charges []Charge
	at      map[*Delay]int
	tapes   map[symbolic.Expr]*symbolic.Tape
	seen    map[sight]bool
	steps   int
}

// list notes the delays in the order of the term.
func (b *bill) list(t Term, seen map[Term]bool) {
	if t == nil || seen[t] {
		return
	}
	seen[t] = true
	if l, ok := t.(*Delay); ok {
		b.at[l] = len(b.charges)
		b.charges = append(b.charges, Charge{Delay: l})
	}
	for _, s := range parts(t) {
		b.list(s, seen)
	}
}

// parts are the terms that a term is built of.
func parts(t Term) []Term {
	switch t := t.(type) {
	case *Serial:
		return t.Terms
	case *Parallel:
		return t.Terms
	case *SerialOver:
		return []Term{t.Body}
	case *ParallelOver:
		return []Term{t.Body}
	case *If:
		return []Term{t.Then, t.Else}
	}
	return nil
}

// charge adds the times of t, which count f times.
func (b *bill) charge(t Term, f float64) error {
	if b.steps--; b.steps < 0 {
		return ErrTooManySteps
	}
	switch t := t.(type) {
	case *Delay:
		return b.delay(t, f)
	case *Serial:
		return b.each(t.Terms, func(s Term) error { return b.charge(s, f) })
	case *SerialOver:
		return b.eachIndex(t.Index, t.Lo, t.Hi, t.Body, f, b.charge)
	case *If:
		return b.share(t, f, b.charge)
	case *Parallel:
		return b.winner(t, f)
	case *ParallelOver:
		return b.winnerOver(t, f)
	}
	return nil
}

func (b *bill) delay(l *Delay, f float64) error {
	if l.Amount == 0 {
		return nil
	}
	x, err := b.value(l.Amount)
	b.charges[b.at[l]].Seconds += f * x
	return err
}

func (b *bill) each(terms []Term, do func(Term) error) error {
	for _, t := range terms {
		if err := do(t); err != nil {
			return err
		}
	}
	return nil
}

// eachIndex does body for every value of the index; once, with a factor, when
// the body does not see it.
func (b *bill) eachIndex(index string, lo, hi symbolic.Expr, body Term, f float64, do func(Term, float64) error) error {
	first, last, err := b.bounds(lo, hi)
	if err != nil || first > last {
		return err
	}
	b.env[index] = first
	defer delete(b.env, index)
	if !b.sees(body, index) {
		return do(body, f*(last-first+1))
	}
	for i := first; i <= last; i++ {
		b.env[index] = i
		if err := do(body, f); err != nil {
			return err
		}
	}
	return nil
}

func (b *bill) bounds(lo, hi symbolic.Expr) (first, last float64, err error) {
	first, err = b.value(lo)
	if err == nil {
		last, err = b.value(hi)
	}
	return first, last, err
}

// share does the branch that is taken, or both by their probability.
func (b *bill) share(t *If, f float64, do func(Term, float64) error) error {
	w := t.Weight
	if t.Cond != 0 {
		w = t.Cond
	}
	p, err := b.value(w)
	if err != nil {
		return err
	}
	if t.Cond != 0 && p != 0 {
		p = 1
	}
	if p != 0 && t.Then != nil {
		err = do(t.Then, f*p)
	}
	if err == nil && p != 1 && t.Else != nil {
		err = do(t.Else, f*(1-p))
	}
	return err
}

// winner charges one branch of t, or the busiest resource.
func (b *bill) winner(t *Parallel, f float64) error {
	longest, at := math.Inf(-1), -1
	for i, s := range t.Terms {
		x, err := b.value(b.c.Model(s).T)
		if err != nil {
			return err
		}
		if x > longest*(1+tie) || at < 0 {
			longest, at = x, i
		}
	}
	if at < 0 {
		return nil
	}
	if busy, err := b.busier(t, longest); err != nil || busy {
		return b.resource(t, f, err)
	}
	return b.charge(t.Terms[at], f)
}

// winnerOver is winner for a range.
func (b *bill) winnerOver(t *ParallelOver, f float64) error {
	first, last, err := b.bounds(t.Lo, t.Hi)
	if err != nil || first > last {
		return err
	}
	defer delete(b.env, t.Index)
	time := b.c.Model(t.Body).T
	if !b.c.mentions(t.Index, time) {
		last = first
	}
	longest, at := math.Inf(-1), first
	for i := first; i <= last; i++ {
		if b.steps--; b.steps < 0 {
			return ErrTooManySteps
		}
		b.env[t.Index] = i
		x, err := b.value(time)
		if err != nil {
			return err
		}
		if x > longest*(1+tie) || i == first {
			longest, at = x, i
		}
	}
	if busy, err := b.busier(t, longest); err != nil || busy {
		return b.resource(t, f, err)
	}
	b.env[t.Index] = at
	return b.charge(t.Body, f)
}

// value evaluates an expression with the indices as they are now.
func (b *bill) value(e symbolic.Expr) (float64, error) {
	if x, ok := b.c.arena.Const(e); ok {
		return x, nil
	}
	tape := b.tapes[e]
	if tape == nil {
		tape = b.c.arena.Compile(e)
		b.tapes[e] = tape
	}
	in := make([]float64, len(tape.Inputs()))
	for i, s := range tape.Inputs() {
		x, ok := b.env[s.Name]
		if !ok {
			return 0, fmt.Errorf("no value for %s", s.Name)
		}
		in[i] = x
	}
	var out [1]float64
	err := tape.Eval(in, out[:])
	return out[0], err
}
