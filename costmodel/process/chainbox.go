package process

import (
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// In a grid of several dimensions most processors have no part in the loops over the rows
// of a block, which belong to one column of the grid: what no processor of a box does in
// any of the iterations is not followed for each of them.

// fewTogether are processors that are followed one by one.
const fewTogether = 4

// busy calls do for the processors for which some of the first outputs may be above zero
// in some iteration.
func (b *chaining) busy(x *bound, outputs int, do func(p int) error) error {
	if outputs == 0 {
		return nil
	}
	first, last := make([]int64, b.r.p.rank), make([]int64, b.r.p.rank)
	for d, all := range b.r.grid.coords {
		last[d] = int64(len(all) - 1)
	}
	e := &encloser{run: b.r, ways: make([]symbolic.Ranging, b.r.p.slots)}
	return b.inBox(e, x, outputs, first, last, func(p int) error {
		if b.c.bad {
			return nil
		}
		return do(p)
	})
}

func (b *chaining) inBox(e *encloser, x *bound, outputs int, first, last []int64, do func(p int) error) error {
	g, longest, size := b.r.grid, 0, 1
	for d := range first {
		size *= int(last[d] - first[d] + 1)
		if last[d]-first[d] > last[longest]-first[longest] {
			longest = d
		}
	}
	if len(first) < 2 || size <= fewTogether {
		at := slices.Clone(first)
		for range size {
			if err := do(g.number(at)); err != nil {
				return err
			}
			next(at, first, last)
		}
		return nil
	}
	for d, all := range g.coords {
		from, to := all[first[d]], all[last[d]]
		e.vals[d], e.ways[d] = float64(from), symbolic.Ranging{From: float64(from), By: 1, Steps: float64(to - from)}
	}
	e.vals[b.l.slot], e.ways[b.l.slot] = b.lo, symbolic.Ranging{From: b.lo, By: 1, Steps: b.hi - b.lo}
	out, some := make([]symbolic.Hull, x.outputs), false
	if err := e.hulls(x, out); err != nil {
		return err
	}
	for _, h := range out[:outputs] {
		some = some || !(h.Hi <= 0)
	}
	if !some {
		return nil
	}
	middle, from, to := (first[longest]+last[longest])/2, first[longest], last[longest]
	last[longest] = middle
	err := b.inBox(e, x, outputs, first, last, do)
	if err == nil {
		first[longest], last[longest] = middle+1, to
		err = b.inBox(e, x, outputs, first, last, do)
	}
	first[longest], last[longest] = from, to
	return err
}
