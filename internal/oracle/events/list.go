package events

import (
	"fmt"
	"math"

	"github.com/parlens/parlens/costmodel/process"
)

// list is what a processor does.
type list struct {
	*values
	p       int
	actions []action
	left    int
	stages  int
	sends   int         // marks that it has come to
	marks   map[int]int // the last of them, by ID
	through []process.Term
}

func (l *list) add(a action) error {
	if l.left--; l.left < 0 {
		return ErrLong
	}
	l.actions = append(l.actions, a)
	return nil
}

// term writes down a term that is executed with a share.
func (l *list) term(t process.Term, share float64) error {
	switch t := t.(type) {
	case nil:
		return nil
	case process.Series:
		for _, x := range t {
			if err := l.term(x, share); err != nil {
				return err
			}
		}
		return nil
	case *process.Delay:
		return l.delay(t, share)
	case *process.Loop:
		return l.loop(t, share)
	case *process.If:
		return l.branches(t, share)
	case *process.Exchange:
		return l.exchange(t, share)
	case *process.Sweep:
		return l.sweep(t, share)
	case *process.Mark:
		l.sends++
		l.marks[t.ID] = l.sends
		return l.add(action{sends: true})
	}
	return fmt.Errorf("a %T is not simulated", t)
}

func (l *list) delay(t *process.Delay, share float64) error {
	if t == nil {
		return nil
	}
	seconds, err := l.of(t.Amount, 0)
	if err != nil {
		return err
	}
	return l.add(action{work: share * math.Max(0, seconds)})
}

func (l *list) loop(t *process.Loop, share float64) error {
	lo, err := l.of(t.Lo, 0)
	if err != nil {
		return err
	}
	hi, err := l.of(t.Hi, 0)
	if err != nil {
		return err
	}
	step, err := l.of(t.Step, 1)
	if err != nil {
		return err
	}
	outer, shadows := l.env[t.Index]
	for i := lo; (hi-i)*step >= 0; i += step {
		l.env[t.Index] = i
		if err := l.term(t.Body, share); err != nil {
			return err
		}
	}
	delete(l.env, t.Index)
	if shadows {
		l.env[t.Index] = outer
	}
	return nil
}

// branches gives every branch its share: the smaller of its weight and of what
// those before it left.
func (l *list) branches(t *process.If, share float64) error {
	rest := 1.0
	for _, b := range t.Branches {
		holds, err := l.of(b.Cond, 1)
		if err != nil {
			return err
		}
		weight, err := l.of(b.Weight, 1)
		if err != nil {
			return err
		}
		if holds == 0 {
			continue
		}
		mine := math.Min(weight, rest)
		rest -= mine
		if mine > 0 {
			if err := l.term(b.Body, share*mine); err != nil {
				return err
			}
		}
	}
	return nil
}

// exchange evaluates the processor's part.
func (l *list) exchange(t *process.Exchange, share float64) error {
	if share != 1 {
		return ErrWeighted
	}
	l.through = append(l.through, t)
	a := &part{all: len(t.From) == 0, behind: -1}
	if t.Since > 0 {
		a.left = l.marks[t.Since]
	}
	if t.Behind != 0 {
		behind, err := l.of(t.Behind, 0)
		if err != nil {
			return err
		}
		a.behind = behind
	}
	receives, err := l.of(t.Receives, 1)
	if err != nil {
		return err
	}
	fits, err := l.of(t.Fits, 1)
	if err != nil {
		return err
	}
	a.early = t.Sends == process.Asynchronous && fits != 0
	a.held = t.Sends == process.Blocking || t.Sends == process.Asynchronous && fits == 0
	if a.from, err = l.senders(t); err != nil {
		return err
	}
	a.comes = receives > 0
	if a.follows, err = l.of(t.Follows, 0); err != nil {
		return err
	}
	if a.message, err = l.amount(t.Message); err != nil {
		return err
	}
	if a.call, err = l.amount(t.Call); err != nil {
		return err
	}
	if err := l.add(action{part: a}); err != nil {
		return err
	}
	for _, c := range t.Cost {
		if err := l.delay(c, share); err != nil {
			return err
		}
	}
	return nil
}

func (l *list) amount(t *process.Delay) (float64, error) {
	if t == nil {
		return 0, nil
	}
	x, err := l.of(t.Amount, 0)
	return math.Max(0, x), err
}

// senders lists the other processors in the range of this one.
func (l *list) senders(t *process.Exchange) ([]int, error) {
	all := []int{0}
	own := l.coordinates(l.p)
	for d, r := range t.From {
		lo, err := l.of(r.Lo, 0)
		if err != nil {
			return nil, err
		}
		hi, err := l.of(r.Hi, float64(l.extents[d]-1))
		if err != nil {
			return nil, err
		}
		var next []int
		for _, q := range all {
			for c := int(math.Max(lo, 0)); c <= int(math.Min(hi, float64(l.extents[d]-1))); c++ {
				next = append(next, q*l.extents[d]+c)
			}
		}
		all = next
	}
	self := 0
	for d, c := range own {
		self = self*l.extents[d] + c
	}
	var others []int
	for _, q := range all {
		if q != self && len(t.From) > 0 {
			others = append(others, q)
		}
	}
	return others, nil
}

// sweep writes down the strips of a pipeline.
func (l *list) sweep(t *process.Sweep, share float64) error {
	if share != 1 {
		return ErrWeighted
	}
	strips, err := l.of(t.Strips, 1)
	if err != nil {
		return err
	}
	outer, shadows := l.env[t.Index]
	for k := 1.0; k <= strips; k++ {
		l.env[t.Index] = k
		l.stages++
		l.through = append(l.through, t)
		s := &stage{number: l.stages}
		if s.message, err = l.amount(t.Message); err != nil {
			return err
		}
		s.from = l.before(t.Order)
		if err := l.add(action{awaits: s}); err != nil {
			return err
		}
		if err := l.term(t.Body, share); err != nil {
			return err
		}
		if err := l.add(action{ends: l.stages}); err != nil {
			return err
		}
	}
	delete(l.env, t.Index)
	if shadows {
		l.env[t.Index] = outer
	}
	return nil
}

// before lists the predecessors of the processor in a pipeline.
func (l *list) before(order []int) []int {
	var all []int
	own := l.coordinates(l.p)
	for d, o := range order {
		at := own[d] - o
		if o == 0 || at < 0 || at >= l.extents[d] {
			continue
		}
		q := 0
		for e, c := range own {
			if e == d {
				c = at
			}
			q = q*l.extents[e] + c
		}
		all = append(all, q)
	}
	return all
}
