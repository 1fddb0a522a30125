package process

import (
	"errors"
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Where not all iterations can be executed, or not all processors, two executions
// bound the clocks: one that is never later and one that is never earlier. In both,
// many iterations are one max-plus map whose amounts are the least, or the most, that
// any of them has (hulls of the formulas), and processors that are not looked at one
// by one are a cell of the grid that is at least, or at most, as late as any in it.
// Maps of clocks are monotone and add what all clocks are later by, so that nothing
// but the amounts makes the bounds part.

// encloser executes a program so.
type encloser struct {
	*run
	parts float64            // stretches of a loop that are bounded apart
	ways  []symbolic.Ranging // of the slots whose value is not known
	known int                // slots before these are coordinates
	low   below              // clocks
	high  []float64
	marks []marked
	links marked // when messages of the exchange before have come
	alone bool   // the lower clocks wait for nobody
	apart []bool // processors that surely take another branch; nil: none

	amountsOf []enclosedAmounts // by segment
	flagged   []*enclosedFlags  // by exchange
	boxes     []*boxes
	epoch     int // of the map that is composed
	epochs    int
}

// below are clocks that are never later, as they follow from those at the beginning of
// the map that is composed: the clock of one processor then and some seconds. Whatever
// the clocks are then, the map takes no less.
type below struct {
	at   []float64
	from []int32
	plus []float64
}

// marked are bounds of the times at which processors have come to a place.
type marked struct {
	low   below
	high  []float64 // nil: not yet
	epoch int       // of the map in which it was
}

func identity(n int) below {
	b := below{at: make([]float64, n), from: make([]int32, n), plus: make([]float64, n)}
	for p := range b.from {
		b.from[p] = int32(p)
	}
	return b
}

func (b below) clone() below {
	return below{slices.Clone(b.at), slices.Clone(b.from), slices.Clone(b.plus)}
}

// set lets p go on no sooner than some seconds after a clock of other.
func (b *below) set(p int, other *below, q int, seconds float64) {
	b.at[p], b.from[p], b.plus[p] = other.at[q]+seconds, other.from[q], other.plus[q]+seconds
}

func (m *marked) clone() marked {
	if m.high == nil {
		return marked{}
	}
	return marked{m.low.clone(), slices.Clone(m.high), m.epoch}
}

// newEncloser prepares an execution on a grid with stretches of a number.
func (r *run) newEncloser(g *grid, parts float64, limit int) *encloser {
	inner := &run{p: r.p, ctx: r.ctx, reading: Clock, limit: limit, grid: g, vals: slices.Clone(r.vals), weight: 1, nest: 1, cycle: 1, lost: slices.Clone(r.p.lost)}
	if inner.grid.sampled {
		inner.grid = g.cells()
	}
	n := inner.grid.count
	inner.clock = make([]float64, n) // only its length counts
	return &encloser{
		run: inner, parts: parts, ways: make([]symbolic.Ranging, r.p.slots), known: r.p.rank,
		low: identity(n), high: make([]float64, n), marks: make([]marked, r.p.marks),
		amountsOf: make([]enclosedAmounts, len(r.p.segments)),
		flagged:   make([]*enclosedFlags, r.p.exchanges), boxes: make([]*boxes, r.p.exchanges),
	}
}

// enclosed returns what the clock reading lies between, from as many stretches of
// each loop as the steps allow; on cells of the grid where all processors take too many.
func (r *run) enclosed(opt Options) (low, high float64, err error) {
	low, high, err = r.enclosedOn(r.grid, opt.StepLimit)
	if errors.Is(err, errTooManySteps) && !r.grid.sampled && r.p.rank == 1 {
		some := *r.grid
		some.represent(opt)
		low, high, err = r.enclosedOn(&some, opt.StepLimit)
	}
	return low, high, err
}

// enclosedOn is enclosed on a grid; the error is that of the first, coarsest execution.
func (r *run) enclosedOn(g *grid, limit int) (low, high float64, err error) {
	low, high = 0, math.Inf(1)
	for _, parts := range []float64{1, 4, 16, 64, 256, 1024} {
		b := r.newEncloser(g, parts, limit)
		if err := b.lost.lose(b.execute(b.p.body)); err != nil {
			if parts == 1 {
				return low, high, err
			}
			break
		}
		low, high = max(low, largest(b.low.at)), min(high, largest(b.high))
		r.enclosing += b.steps
		if limit -= b.steps; limit < 2*b.steps || high-low <= narrow*high {
			break
		}
	}
	return low * (1 - boundRounding), high * (1 + boundRounding), nil
}

const (
	narrow        = 1e-6 // of the time: closer bounds are not looked for
	boundRounding = 1e-11
)

// place sets the coordinates to those of a cell.
func (b *encloser) place(p int) {
	g := b.grid
	g.at(p, b.vals)
	if !g.sampled {
		return
	}
	for d := len(g.coords) - 1; d >= 0; d-- {
		n := len(g.coords[d])
		b.ways[d] = symbolic.Ranging{From: b.vals[d], By: 1, Steps: g.shares[d][p%n] - 1}
		p /= n
	}
}

// hulls evaluates what an expression list lies between.
func (b *encloser) hulls(x *bound, out []symbolic.Hull) error {
	out = out[:x.outputs]
	ranging, along := 0, 0 // inputs, and the last of them
	for k, slot := range x.slot {
		if b.ways[slot].Steps > 0 {
			ranging, along = ranging+1, k
		}
	}
	switch {
	case ranging == 0:
		v := make([]float64, x.outputs)
		if err := x.tape.Eval(x.values(b.run), v); err == nil {
			for i, y := range v {
				out[i] = symbolic.Hull{Lo: y, Hi: y}
			}
			return nil
		}
	case ranging == 1 && x.slot[along] < b.known && b.onLines(x, x.slot[along], out):
		return b.step(alongSteps)
	}
	in := make([]symbolic.Ranging, len(x.slot))
	for i, slot := range x.slot {
		if in[i] = b.ways[slot]; in[i].Steps <= 0 {
			in[i] = symbolic.Ranging{From: b.vals[slot]}
		}
	}
	x.tape.Hulls(in, out)
	return b.step(1 + x.tape.Len()/hullsAtOnce)
}

const hullsAtOnce = 8 // instructions that are followed for a range of values in a step

// key is what an evaluation depends on beside the coordinates.
func (b *encloser) key(key []float64, slots []int) []float64 {
	for _, slot := range slots {
		key = append(key, b.vals[slot], b.ways[slot].By, b.ways[slot].Steps)
	}
	return key
}

// execute runs one compiled step.
func (b *encloser) execute(o op) error {
	switch o := o.(type) {
	case ops:
		for _, x := range o {
			if err := b.lost.lose(b.execute(x)); err != nil {
				return err
			}
		}
		return nil
	case *segment:
		return b.segment(o)
	case *mark:
		return b.mark(o)
	case *exchange:
		return b.exchange(o)
	case *branch:
		return b.branch(o)
	case *sweep:
		return b.sweep(o)
	case *loop:
		return b.loop(o)
	case opFunc:
		return o()
	}
	return errEndless
}

func (b *encloser) mark(m *mark) error {
	b.marks[m.slot] = marked{b.low.clone(), slices.Clone(b.high), b.epoch}
	return b.step(1 + len(b.high)/atOnce)
}
