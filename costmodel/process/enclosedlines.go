package process

import "github.com/parlens/parlens/analysis/symbolic"

// Hulls know nothing of what several expressions have in common: the ends of a range that
// moves on with the coordinate are each anywhere, and what is between them is all. Along the
// coordinates of a cell most expressions are a few straight lines, which tell it exactly.

const mostLines = 16 // of a cell: near the ends of the grid there are others

// onLines evaluates an expression list where all are a few straight lines in the one slot that
// ranges. It reports false elsewhere.
func (b *encloser) onLines(x *bound, slot int, out []symbolic.Hull) bool {
	first := true
	return b.lines(x, slot, func(line []symbolic.Poly, steps float64) bool {
		for i, y := range line {
			if y.Degree() > 1 {
				return false
			}
			lo, hi := min(y[0], y.At(steps)), max(y[0], y.At(steps))
			if !first {
				lo, hi = min(lo, out[i].Lo), max(hi, out[i].Hi)
			}
			out[i] = symbolic.Hull{Lo: lo, Hi: hi}
		}
		first = false
		return true
	})
}

// lines calls each for the polynomials that x is along a slot, one after the other, and how
// many steps they go on; false where those are many, or each is.
func (b *encloser) lines(x *bound, slot int, each func(line []symbolic.Poly, steps float64) bool) bool {
	way := b.ways[slot]
	defer func(was float64) { b.vals[slot] = was }(b.vals[slot])
	for n, at := 0, 0.0; at <= way.Steps; n++ {
		b.vals[slot] = way.From + at*way.By
		c := x.along(b.run, map[int]symbolic.Poly{slot: {b.vals[slot], way.By}}, way.Steps-at)
		steps := min(c.Steps, way.Steps-at)
		if steps < 1 { // a jump, or the last one
			v := make([]float64, x.outputs)
			if err := x.tape.Eval(x.values(b.run), v); err != nil {
				return false
			}
			steps, c.Out = 0, make([]symbolic.Poly, len(v))
			for i, y := range v {
				c.Out[i][0] = y
			}
		}
		if n == mostLines || !each(c.Out, steps) {
			return false
		}
		at += steps + 1
	}
	return true
}
