package process

import (
	"slices"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// segment is a maximal run of delays without synchronisation. Delays that do
// not mention a coordinate are evaluated once for all processors.
type segment struct {
	id            int
	uniform, each part
}

// part is the delays of a segment that are evaluated together.
type part struct {
	bound
	items []int // of the outputs
	spans []source.Span
}

// segmentState is what a run knows about a segment. As long as the loop
// indices that its amounts mention do not change, an execution only adds to
// pending; the amounts reach the sums when they change, or at the end.
type segmentState struct {
	valid   bool
	key     []float64   // values of the indices of both parts
	uniform []float64   // seconds per delay
	each    [][]float64 // seconds per delay and processor
	total   []float64   // seconds per processor
	pending float64     // executions not yet in the sums
	off     float64     // by how much the clock of any processor may be off by one
}

func (c *compiler) segment(delays []*Delay) *segment {
	s := &segment{id: len(c.p.segments)}
	c.p.segments = append(c.p.segments, s)
	uniform, each := make([]*Delay, 0, len(delays)), make([]*Delay, 0, len(delays))
	var items [2][]int
	for _, l := range delays {
		it := c.item(l.Span, l.Kind, l.Tag)
		switch {
		case l.Amount == 0:
		case c.mentionsCoordinate(l.Amount):
			each, items[1] = append(each, l), append(items[1], it)
		default:
			uniform, items[0] = append(uniform, l), append(items[0], it)
		}
	}
	s.uniform, s.each = c.part(uniform, items[0]), c.part(each, items[1])
	c.p.each = append(c.p.each, &s.each.bound)
	return s
}

func (c *compiler) part(delays []*Delay, items []int) part {
	p := part{items: items}
	if len(delays) == 0 {
		return p
	}
	p.bound = c.bind(delays[0].Span, amounts(delays)...)
	p.spans = make([]source.Span, len(delays))
	for i, l := range delays {
		p.spans[i] = l.Span
	}
	return p
}

// run advances the clocks by the segment.
func (s *segment) run(r *run) error {
	st, err := s.state(r)
	if err != nil {
		return err
	}
	return s.spend(r, st)
}

// spend advances the clocks by what has been evaluated.
func (s *segment) spend(r *run, st *segmentState) error {
	if err := r.step(1 + len(r.clock)/atOnce); err != nil {
		return err
	}
	if r.trace.on() {
		r.trace.work(r, s, st, r.at)
	}
	for p, t := range st.total {
		r.clock[p] += t
	}
	s.count(r, st, r.weight)
	return nil
}

// count notes that the segment was executed.
func (s *segment) count(r *run, st *segmentState, weight float64) {
	if r.mask == nil {
		st.pending += weight
		return
	}
	s.tally(r, st, weight)
}

// state evaluates the amounts unless they are still valid.
func (s *segment) state(r *run) (*segmentState, error) { return s.in(r, &r.segments[s.id]) }

// in is state for one of several that a run keeps.
func (s *segment) in(r *run, st *segmentState) (*segmentState, error) {
	if s.valid(r, st) {
		r.off += st.off
		return st, nil
	}
	s.settle(r, st)
	if st.total == nil {
		st.uniform = make([]float64, len(s.uniform.items))
		st.each = make([][]float64, len(s.each.items))
		for i := range st.each {
			st.each[i] = make([]float64, r.grid.count)
		}
		st.total = make([]float64, r.grid.count)
	}
	st.key = st.key[:0]
	for _, slot := range slices.Concat(s.uniform.indices, s.each.indices) {
		st.key = append(st.key, r.vals[slot])
	}
	st.valid = true
	err := s.evaluate(r, st)
	r.off += st.off
	return st, err
}

// valid reports whether the amounts are those for the current loop indices.
func (s *segment) valid(r *run, st *segmentState) bool {
	if !st.valid {
		return false
	}
	n := len(s.uniform.indices)
	for i, slot := range s.uniform.indices {
		if st.key[i] != r.vals[slot] {
			return false
		}
	}
	for i, slot := range s.each.indices {
		if st.key[n+i] != r.vals[slot] {
			return false
		}
	}
	return true
}

func (s *segment) evaluate(r *run, st *segmentState) error {
	sum := 0.0
	r.wide, st.off = 0, 0
	if len(st.uniform) > 0 {
		if err := s.uniform.amounts(r, st.uniform); err != nil {
			return err
		}
		for _, t := range st.uniform {
			sum += t
		}
	}
	for p := range st.total {
		st.total[p] = sum
	}
	uniform := r.wide
	st.off = uniform
	if len(st.each) == 0 {
		return nil
	}
	out := make([]float64, len(st.each))
	firsts, ahead := r.firsts(&s.each.bound), neighbours{}
	for p := range st.total {
		if q := r.grid.first(firsts, p); firsts != nil && q < p {
			st.copy(q, p)
			continue
		}
		if p < ahead.end {
			st.copy(p-1, p)
			continue
		}
		if err := r.step(len(out)); err != nil {
			return err
		}
		r.grid.at(p, r.vals)
		r.wide = uniform
		if err := s.each.amounts(r, out); err != nil {
			return err
		}
		st.off = max(st.off, r.wide)
		for i, t := range out {
			st.each[i][p] = t
			st.total[p] += t
		}
		if r.wide == uniform {
			ahead.look(r, &s.each.bound, p, out)
		}
	}
	return nil
}

// copy gives a processor the amounts of another one.
func (st *segmentState) copy(from, to int) {
	for _, each := range st.each {
		each[to] = each[from]
	}
	st.total[to] = st.total[from]
}

// belowZero is how far a time may be below zero by rounding, in seconds.
const belowZero = 1e-12

// amounts evaluates the delays at the current slots. One that has no time counts
// nothing.
func (p *part) amounts(r *run, out []float64) error {
	if err := p.eval(r, out); err != nil {
		if err := p.blame(r, out); err != nil {
			return err
		}
	}
	for i, t := range out {
		if t < -belowZero {
			_ = r.lost.lose(helped(errorAt(p.spans[i], "a negative time: %g s", t), giveValues)) // never another error
		}
		out[i] = max(t, 0)
	}
	return nil
}

// blame evaluates the delays that have a time, and notes those that have none.
func (p *part) blame(r *run, out []float64) error {
	for i, err := range p.tape.EvalEach(p.values(r), out) {
		if err == nil {
			continue
		}
		if err = r.lost.lose(helped(errorAt(p.spans[i], "%v", err), giveValues)); err != nil {
			return err
		}
	}
	return nil
}

// settle brings pending executions into the sums.
func (s *segment) settle(r *run, st *segmentState) {
	if st.pending != 0 {
		s.tally(r, st, st.pending)
		st.pending = 0
	}
}

func (s *segment) tally(r *run, st *segmentState, weight float64) {
	for i, it := range s.uniform.items {
		r.sums[it].addAll(r, weight*st.uniform[i])
	}
	for i, it := range s.each.items {
		r.sums[it].addEach(r, weight, st.each[i])
	}
}

func amounts(delays []*Delay) []symbolic.Expr {
	es := make([]symbolic.Expr, len(delays))
	for i, l := range delays {
		es[i] = l.Amount
	}
	return es
}
