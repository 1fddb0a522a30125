package process

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/parlens/parlens/analysis/source"
)

// Trace is what the processors do one after the other while the program is
// interpreted, and the messages between them.
type Trace struct {
	Processors [][]int   // coordinates, one for each lane
	Lanes      [][]Slice // those that contain others before them; the others follow each other from 0 to the clock at the end
	Ends       []float64 // the clocks at the end
	Stands     []float64 // processors that each lane stands for: those that do the same are one
	Arrows     []Arrow
	Each       int // iterations of a loop that stand one by one; those behind them are summed up
}

// Slice is a stretch of a processor's time, in seconds since the start of the unit.
type Slice struct {
	What       What
	Depth      int // slices that contain it
	Start, End float64
	Span       source.Span
	Tag        int     // of what is no loop
	Kind       Kind    // of what contains no slices
	Index      string  // of the loop
	From, To   float64 // values of the index
	Count      float64 // iterations
}

// What says what a slice is.
type What uint8

// Loop, Iteration, Rest and Expected contain slices, the others do not.
const (
	Work       What = iota // delays of one span and kind, next to each other
	Send                   // the calls of those whose messages leave at its end
	Receive                // transmission
	Waiting                // at an exchange
	LoopSlice              // all of a loop
	Iteration              // one iteration
	Iterations             // several, summed up: what they contain stands one after the other by spans
	Expected               // the branches of an If by their weights, summed up likewise
)

// Contains reports whether other slices are parts of such a slice.
func (w What) Contains() bool { return w >= LoopSlice }

// Arrow is a message, or several from one processor to another, or, where all wait
// for all, that one waits for the last of them. Left is when the messages have left
// the lane From, Came when To begins to receive them or goes on.
type Arrow struct {
	From, To   int // lanes
	Left, Came float64
	Tag        int
}

// Tracing bounds a trace.
type Tracing struct {
	Slices int // at most, and arrows
	Lanes  int // at most: of more processors the first ones, the last ones and Keep
	Keep   int // the number of a processor
}

// mostArrows come to one processor at an exchange: of more senders only the last one has
// an arrow.
const mostArrows = 4

// eachOf are the iterations of a loop that stand one by one, as many as the bounds allow.
var eachOf = []int{1024, 256, 64, 16, 4, 1, 0}

var errTooManySlices = errors.New("too many slices")

// Trace runs the program and notes what happens, with as many iterations of each loop
// as the bounds allow. The errors are those of Run.
func (p *Program) Trace(ctx context.Context, opt Options, bounds Tracing) (*Result, *Trace, error) {
	for bounds.Lanes > 0 {
		for _, each := range eachOf {
			opt.tracing = &tracing{Tracing: bounds, each: each}
			res, err := p.Run(ctx, opt)
			if err == nil {
				return res, res.run.trace.result(res.run), nil
			}
			if !errors.Is(err, errTooManySlices) {
				return nil, nil, err
			}
		}
		bounds.Lanes /= 2
	}
	return nil, nil, errorAt(source.Span{}, "a trace has more than %d slices", bounds.Slices)
}

// newTracer chooses the lanes.
func newTracer(t *tracing, g *grid) *tracer {
	if t == nil {
		return nil
	}
	out := &tracer{tracing: *t, lane: make([]int, g.count)}
	for p := range out.lane {
		out.lane[p] = -1
		if p == t.Keep || p < t.Lanes-t.Lanes/2-1 || p >= g.count-t.Lanes/2 || g.count <= t.Lanes {
			out.lane[p] = len(out.lanes)
			out.lanes = append(out.lanes, traced{p: p})
		}
	}
	return out
}

// at is the clock of p since the start.
func (r *run) at(p int) float64 { return r.base.value() + r.clock[p] }

// around notes a container and what body does in it.
func (r *run) around(s Slice, body func() error) error {
	r.trace.open(r, s)
	err := body()
	r.trace.close(r)
	return err
}

// summed notes a container with what body spends in it, span by span.
func (r *run) summed(s Slice, e *extent, body func() error) error {
	r.settle(e)
	before := r.spentIn(e)
	return r.around(s, func() error {
		r.trace.off++
		err := body()
		r.trace.off--
		r.settle(e)
		for i, l := range r.trace.lanes {
			r.layOut(e, i, l.slices[l.open[len(l.open)-1]].Start, before[i])
		}
		return err
	})
}

// spentIn is what the lanes have spent on each item.
func (r *run) spentIn(e *extent) [][]float64 {
	out := make([][]float64, len(r.trace.lanes))
	for i, l := range r.trace.lanes {
		for item := e.items[0]; item < e.items[1]; item++ {
			out[i] = append(out[i], r.sums[item].of(l.p))
		}
	}
	return out
}

// layOut notes what a lane has spent since, one item after the other. Where the clocks
// are estimated, in proportion.
func (r *run) layOut(e *extent, lane int, start float64, before []float64) {
	end, all := r.at(r.trace.lanes[lane].p), 0.0
	spent := make([]float64, len(before))
	for i, was := range before {
		spent[i] = max(0, r.sums[e.items[0]+i].of(r.trace.lanes[lane].p)-was)
		all += spent[i]
	}
	if all <= 0 {
		return
	}
	sum := 0.0
	for i, t := range spent {
		it := r.p.items[e.items[0]+i]
		from := start + (end-start)*(sum/all)
		sum += t
		what := Work
		if it.kind == Wait {
			what = Waiting
		}
		r.trace.spend(lane, it.slice(what, from, start+(end-start)*(sum/all)))
	}
}

// traced executes a loop whose first iterations are noted one by one.
func (l *loop) traced(r *run, lo, step, trips float64) error {
	s := Slice{What: LoopSlice, Span: l.span, Index: l.name, From: lo, To: lo + step*(trips-1), Count: trips}
	return r.around(s, func() error {
		outer := r.nest
		defer func() { r.nest = outer }()
		each := min(trips, float64(r.trace.each))
		if r.reading == Barrier && outer*trips > r.exact {
			each = 0
		}
		r.nest = outer * trips
		for done := 0.0; done < each; done++ {
			at := lo + step*done
			err := r.around(Slice{What: Iteration, Span: l.span, Index: l.name, From: at, To: at, Count: 1}, func() error {
				return (&steps{loop: l, lo: lo, by: step, stride: 1}).run(r, done)
			})
			if err != nil {
				return err
			}
		}
		r.nest = outer
		if each == trips {
			return nil
		}
		rest := Slice{What: Iterations, Span: l.span, Index: l.name, From: lo + step*each, To: s.To, Count: trips - each}
		return r.summed(rest, &l.extent, func() error { return l.through(r, rest.From, step, rest.Count) })
	})
}

// arrows notes who sends to whom.
func (x *exchange) arrows(r *run, t *transfer, m *entry) error {
	if !r.trace.on() {
		return nil
	}
	if t.w == nil {
		last := slices.Index(r.clock, largest(r.clock))
		for p := range r.clock {
			if r.clock[p] < r.clock[last] || x.message != nil && p != last && t.receives[p] {
				m.arrow(r, last, p)
			}
		}
		return nil
	}
	left := t.left(r.clock)
	for p := range r.clock {
		if !t.receives[p] || r.trace.lane[p] < 0 {
			continue
		}
		var from []int
		if err := t.w.visit(r, p, func(q int) {
			if q != p {
				from = append(from, q)
			}
		}); err != nil {
			return err
		}
		if len(from) > mostArrows {
			from = []int{slices.MaxFunc(from, func(a, b int) int { return cmp.Compare(left[a], left[b]) })}
		}
		for _, q := range from {
			m.arrows = append(m.arrows, Arrow{From: q, To: p, Left: r.base.value() + left[q]})
		}
	}
	return nil
}

// arrow notes that q has sent to p by now.
func (m *entry) arrow(r *run, q, p int) {
	if m != nil && r.trace.on() {
		m.arrows = append(m.arrows, Arrow{From: q, To: p, Left: r.at(q)})
	}
}
