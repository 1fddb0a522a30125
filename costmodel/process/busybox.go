package process

import (
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// In a grid of several dimensions most processors have no part in the loops over the rows
// of a block, which belong to one column of the grid: what no processor of a box does in
// any of some iterations is not followed for each of them.

// fewTogether are processors that are followed one by one.
const fewTogether = 4

// busyBoxes finds the processors for which some of the first outputs of x may be above zero
// while indices go along their ways.
type busyBoxes struct {
	run     *run
	x       *bound
	outputs int
	indices []way
	do      func(p int) error // for each of them

	e    *encloser
	hull []symbolic.Hull
}

// way is the values that a slot has.
type way struct {
	slot int
	symbolic.Ranging
}

// all looks through the whole grid.
func (b *busyBoxes) all() error {
	first, last := make([]int64, b.run.p.rank), make([]int64, b.run.p.rank)
	for d, all := range b.run.grid.coords {
		last[d] = int64(len(all) - 1)
	}
	b.e = b.run.ranging()
	b.hull = make([]symbolic.Hull, b.x.outputs)
	return b.in(first, last)
}

// in looks through a box of coordinates' places.
func (b *busyBoxes) in(first, last []int64) error {
	longest, size := 0, 1
	for d := range first {
		size *= int(last[d] - first[d] + 1)
		if last[d]-first[d] > last[longest]-first[longest] {
			longest = d
		}
	}
	if len(first) < 2 || size <= fewTogether {
		return b.each(size, first, last)
	}
	if busy, err := b.busy(first, last); !busy || err != nil {
		return err
	}
	middle, from, to := (first[longest]+last[longest])/2, first[longest], last[longest]
	last[longest] = middle
	err := b.in(first, last)
	if err == nil {
		first[longest], last[longest] = middle+1, to
		err = b.in(first, last)
	}
	first[longest], last[longest] = from, to
	return err
}

// each does what is to be done for all of a box.
func (b *busyBoxes) each(size int, first, last []int64) error {
	at := slices.Clone(first)
	for range size {
		if err := b.do(b.run.grid.number(at)); err != nil {
			return err
		}
		next(at, first, last)
	}
	return nil
}

// busy reports whether some processor of a box may have an output above zero.
func (b *busyBoxes) busy(first, last []int64) (bool, error) {
	for d, all := range b.run.grid.coords {
		from, to := float64(all[first[d]]), float64(all[last[d]])
		b.e.spread(way{d, symbolic.Ranging{From: from, By: 1, Steps: to - from}})
	}
	for _, w := range b.indices {
		b.e.spread(w)
	}
	err := b.e.hulls(b.x, b.hull)
	return slices.ContainsFunc(b.hull[:b.outputs], func(h symbolic.Hull) bool { return !(h.Hi <= 0) }), err
}

// ranging evaluates what expressions lie between where slots have several values.
func (r *run) ranging() *encloser {
	return &encloser{run: r, ways: make([]symbolic.Ranging, r.p.slots)}
}

// spread lets a slot have the values of a way.
func (b *encloser) spread(w way) { b.vals[w.slot], b.ways[w.slot] = w.From, w.Ranging }
