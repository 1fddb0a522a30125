package process

import (
	"encoding/binary"
	"math"
	"slices"
	"sync"
)

// What a statement of a unit does to the clocks depends on how far they are apart
// before it and on nothing else that happened. So after an edit those statements alone
// are executed again that are others by now, or that the clocks come to otherwise:
// mostly up to the next place where all wait for all.

// stage is a step of the outermost sequence of a program.
type stage struct {
	op
	sign   signature
	open   bool  // it depends on more than the clocks
	env    []int // slots of the symbols that it mentions, ascending
	extent extent
}

// Known remembers what stages did to the clocks. It is safe for concurrent use; the
// zero Known is empty.
type Known struct {
	mu          sync.Mutex
	now, before map[string]*outcome // guarded by mu
	size        int                 // guarded by mu; of now, in numbers
}

// mostKnown is the size above which another round begins by itself: eight megabytes.
const mostKnown = 1 << 20

// mostStaged is the number of clocks above which nothing is remembered.
const mostStaged = 256

// Next begins another round: what nobody has asked for in the last one is forgotten.
func (k *Known) Next() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.next()
}

func (k *Known) next() { k.before, k.now, k.size = k.now, make(map[string]*outcome, len(k.now)), 0 }

func (k *Known) get(key []byte) *outcome {
	k.mu.Lock()
	defer k.mu.Unlock()
	if o := k.now[string(key)]; o != nil {
		return o
	}
	o := k.before[string(key)]
	if o != nil {
		k.keep(key, o)
	}
	return o
}

func (k *Known) put(key []byte, o *outcome) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keep(key, o)
}

func (k *Known) keep(key []byte, o *outcome) {
	if k.size > mostKnown {
		k.next()
	}
	if k.now == nil {
		k.now = map[string]*outcome{}
	}
	k.now[string(key)] = o
	k.size += o.size() + len(key)/8
}

// outcome is what a stage did from clocks whose smallest is 0. It does not change.
type outcome struct {
	clock   []float64
	base    double
	sums    []tally // by item of its extent
	off     float64
	steps   int
	sampled bool
}

func (o *outcome) size() int {
	n := len(o.clock) + 4*len(o.sums)
	for i := range o.sums {
		n += len(o.sums[i].each)
	}
	return n
}

// outermost executes the stages one after the other.
func (r *run) outermost() error {
	for i := range r.p.stages {
		if err := r.lost.lose(r.stage(&r.p.stages[i])); err != nil {
			return err
		}
	}
	return nil
}

// stage executes one, or takes what it did before from such clocks.
func (r *run) stage(s *stage) error {
	if s.open || r.reading != Clock || r.loose > 0 || r.watched() || r.trace.on() || len(r.clock) > mostStaged {
		return s.run(r)
	}
	r.rebase()
	if r.known == nil {
		o, err := r.apart(s)
		r.takeOutcome(s, o)
		return err
	}
	key := r.stageKey(s)
	if o := r.known.get(key); o != nil {
		r.takeOutcome(s, o)
		return r.step(o.steps)
	}
	lost := len(r.lost)
	o, err := r.apart(s)
	if err == nil && len(r.lost) == lost {
		r.known.put(key, o)
	}
	r.takeOutcome(s, o)
	return err
}

// stageKey is all that the outcome of a stage depends on.
func (r *run) stageKey(s *stage) []byte {
	key := append(r.stageRoom[:0], s.sign[:]...)
	number := func(v float64) { key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v)) }
	for d, n := range r.grid.extents {
		number(float64(n))
		number(float64(len(r.grid.coords[d])))
	}
	for _, slot := range s.env {
		number(r.vals[slot])
	}
	for _, c := range r.clock {
		number(c)
	}
	r.stageRoom = key
	return key
}

// apart executes a stage from the clocks as they are, with nothing before it.
func (r *run) apart(s *stage) (*outcome, error) {
	start, base, off, steps, sampled := slices.Clone(r.clock), r.base, r.off, r.steps, r.sampled
	marks, link := r.marks, r.link
	r.base, r.off, r.sampled, r.cycle = double{}, 0, false, 1
	r.marks, r.link = nil, nil
	err := s.advance(r)
	r.settle(&s.extent)
	o := &outcome{clock: slices.Clone(r.clock), base: r.base, off: r.off, steps: r.steps - steps, sampled: r.sampled}
	o.sums = slices.Clone(r.sums[s.extent.items[0]:s.extent.items[1]])
	copy(r.clock, start)
	r.base, r.off, r.sampled = base, off, sampled
	r.marks, r.link = marks, link
	return o, err
}

// advance runs the stage; a segment lets go on together what all processors do alike,
// so that it leaves no trace in how far their clocks are apart.
func (s *stage) advance(r *run) error {
	work, ok := s.op.(*segment)
	if !ok {
		return s.run(r)
	}
	st, err := work.state(r)
	if err != nil {
		return err
	}
	if err := r.step(1 + len(r.clock)/atOnce); err != nil {
		return err
	}
	all := slices.Min(st.total)
	r.base = r.base.plus(double{all, 0})
	for p, t := range st.total {
		r.clock[p] += t - all
	}
	work.count(r, st, r.weight)
	return nil
}

// takeOutcome lets the clocks go on by what a stage did.
func (r *run) takeOutcome(s *stage, o *outcome) {
	copy(r.clock, o.clock)
	r.base = r.base.plus(o.base)
	r.shiftPast(-o.base.value())
	r.off += o.off
	r.sampled = r.sampled || o.sampled
	copy(r.sums[s.extent.items[0]:], o.sums)
}
