package process

import (
	"cmp"
	"slices"

	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/source"
)

// Result is the time of one execution of the program and how it adds up.
type Result struct {
	T          float64      // seconds: the clock of the reference processor at the end, the largest
	Low, High  float64      // between which the clock reading is: T where it is exact
	Reading    string       // "clock", "barrier", or "barrier: why not clock"
	LowerBound bool         // a weighted branch lies under a maximum over processors
	Haste      effort.Haste // with which others of the like are evaluated
	Lost       []*Error     // what has no time and counts nothing, by span: then all times are at least what is said
	Sampled    bool         // representatives stand for processors, or some iterations for others

	Reference  []int    // coordinates of the reference processor
	Charges    []Charge // by span, then in the order of the program; their Seconds sum to T
	Count      float64  // processors of the grid
	Processors [][]int  // coordinates of the processors that were evaluated, in ascending order
	Clocks     []float64
	Steps      int       // processors times executed terms
	Meetings   []Meeting // as many as Options.Meetings asks for, in the order of the program

	run   *run
	order []int // the item of each charge
}

// Charge is what the execution of one delay, or the wait of one exchange or
// sweep, contributes. Times are in seconds.
type Charge struct {
	Span          source.Span
	Kind          Kind
	Tag           int
	Seconds       float64 // of the reference processor: adds up to T
	Busy          float64 // the largest of any processor: does not add up
	BusyProcessor []int   // coordinates of the first one with that time
	Total         float64 // over all processors; an estimate when Sampled
}

// tie is how far two times may differ by rounding and still be equal.
const tie = 1e-12

// finish builds the result of an execution that ended with err.
func (r *run) finish(err error, reading string) (*Result, error) {
	if err != nil {
		return nil, err
	}
	r.later(double{-r.base.hi, -r.base.lo})
	ref := r.reference()
	res := &Result{
		T: r.clock[ref], Reading: reading,
		Low: max(0, r.clock[ref]-r.off), High: r.clock[ref] + r.off,
		LowerBound: r.p.weighted && r.grid.size > 1,
		Sampled:    r.sampled,
		Haste:      r.haste,
		Lost:       r.lost.inOrder(),
		Reference:  r.grid.processor(ref),
		Count:      r.grid.size,
		Processors: r.grid.processors(),
		Clocks:     r.clock,
		Steps:      r.steps,
	}
	res.run = r
	if r.timeline != nil {
		res.Meetings = r.timeline.meetings
	}
	res.order, res.Charges = make([]int, len(r.sums)), make([]Charge, len(r.sums))
	for i := range r.sums {
		res.order[i] = i
	}
	slices.SortStableFunc(res.order, func(i, j int) int {
		x, y := r.p.items[i].span, r.p.items[j].span
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End))
	})
	for at, i := range res.order {
		res.Charges[at] = r.charge(i, ref, res.Processors)
	}
	if r.reading == Barrier && reading != "barrier" {
		res.bound(r)
	}
	return res, nil
}

// bound widens what stands in the place of the clocks: they are at least the most
// work of any processor, and at most all that all do, one after the other, since
// iterations and processors that are left out may be those that others wait for. Where
// stretches stand for the iterations between them, nothing is known of what those do at least.
func (res *Result) bound(r *run) {
	if res.Low = min(res.Low, r.mostWork()); r.loose > 0 {
		res.Low = 0
	}
	all := 0.0
	for _, c := range res.Charges {
		if c.Kind != Wait {
			all += c.Total
		}
	}
	res.High = max(res.High, all)
}

// charge is the line of one item; processors are the coordinates of all.
func (r *run) charge(i, ref int, processors [][]int) Charge {
	it, sum := r.p.items[i], &r.sums[i]
	busy, total := 0, sum.all*r.grid.size
	for p, t := range sum.each {
		total += t * r.grid.share(p)
		if t > sum.each[busy]*(1+tie) {
			busy = p
		}
	}
	return Charge{
		Span: it.span, Kind: it.kind, Tag: it.tag,
		Seconds: sum.of(ref), Busy: sum.of(busy), BusyProcessor: processors[busy], Total: total,
	}
}

// mostWork is the largest time that any processor works itself: no clock is less.
func (r *run) mostWork() float64 {
	work := make([]float64, len(r.clock))
	for i := range r.sums {
		if kind := r.p.items[i].kind; kind == Computation || kind == Overhead {
			for p := range work {
				work[p] += r.sums[i].of(p)
			}
		}
	}
	return largest(work)
}

// reference is the processor whose clock is largest; among equals the one with
// most own work, then the first.
func (r *run) reference() int {
	work := make([]float64, len(r.clock))
	for i := range r.sums {
		if r.p.items[i].kind != Wait {
			for p := range work {
				work[p] += r.sums[i].of(p)
			}
		}
	}
	latest := largest(r.clock)
	best := -1
	for p, c := range r.clock {
		if c >= latest*(1-tie) && (best < 0 || work[p] > work[best]*(1+tie)) {
			best = p
		}
	}
	return best
}
