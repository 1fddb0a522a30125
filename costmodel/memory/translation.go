package memory

import (
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// revisited adds to the seconds of the streams at the memory what lines cost that are held by
// a cache: when one stream comes from memory, each further one takes part of what is fetched
// ahead, wherever it comes from (stencils, whose columns are read again; measured, for no
// cost of this kind is published). What is followed are pages: columns in one are one.
func (m Model) revisited(n Nest, seconds []symbolic.Expr) {
	a, c := m.A, m.counter(n, m.caches()-1)
	fetched := a.Real(0)
	for _, s := range n.Streams {
		if !s.Again && !s.Scattered && !m.leaps(s) {
			fetched = a.Add(fetched, c.misses(s))
		}
	}
	for k, s := range n.Streams {
		if s.Again || s.Scattered || m.leaps(s) || len(n.Trips) == 0 || s.Steps[0].Idle {
			continue
		}
		share := c.share(s, 1)
		touched := a.Mul(share, pagesApart(a, s))
		held := a.Max(a.Real(0), a.Sub(touched, c.misses(s)))
		seconds[k] = a.Add(seconds[k], a.Mul(m.parameter("revisited_line_s"), held, a.Min(a.Real(1), a.Quo(fetched, share))))
	}
}

// pagesApart is how many of the columns of a stream lie further than a page from the one
// before, and one.
func pagesApart(a *symbolic.Arena, s Stream) symbolic.Expr {
	var from []symbolic.Expr
	for _, x := range s.Columns {
		if x.From == 0 {
			return a.Int(int64(len(s.Columns)))
		}
		from = append(from, x.From)
	}
	if len(from) < 2 {
		return a.Int(1)
	}
	return a.Opaque(apart, from...)
}

var apart = &symbolic.Function{
	Name: "columns_apart", Key: "memory", Result: symbolic.Real, Cost: 20, Lo: 1, Hi: math.Inf(1),
	Eval: func(args []float64) (float64, error) {
		from := slices.Sorted(slices.Values(args))
		n := 1.0
		for k := 1; k < len(from); k++ {
			if from[k]-from[k-1] >= smallPage*3/4 {
				n++
			}
		}
		return n, nil
	},
}

// leaps reports whether a stream goes so far with each innermost iteration that nothing
// fetches its next line before it is asked for: a prefetcher sees a step twice before it
// follows, and stops at the end of a page.
func (m Model) leaps(s Stream) bool {
	if len(s.Steps) == 0 || s.Steps[0].Idle {
		return false
	}
	if s.Steps[0].Bytes == 0 {
		return true
	}
	step, known := m.A.Const(s.Steps[0].Bytes)
	return known && 3*step > smallPage
}

const smallPage = 4096

// Translation is where the places of pages come from that the TLB does not hold.
const Translation = "address translation"
