package process

import (
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// neighbours are processors behind one that has been evaluated which do the same: the
// tape of their amounts, followed along the last dimension of the grid, goes the same way
// to the same values. So amounts of thousands of processors are evaluated a block of them
// at a time.
type neighbours struct {
	end   int // they are those before this processor
	pause int // so many are evaluated before it is looked again
	after int // the pause after the next look that finds none
}

// longestPause is how many processors are evaluated between two looks where none of those
// before found any that do the same.
const longestPause = 64

// equalTimes is how far what is followed may be from what is evaluated, by rounding.
const equalTimes = 1e-12

// fewNeighbours is a row of processors in which looking ahead does not pay.
const fewNeighbours = 64

// look finds those behind p, which is set and whose outputs are known.
func (n *neighbours) look(r *run, b *bound, p int, out []float64) {
	d := len(r.grid.coords) - 1
	for d > 0 && len(r.grid.coords[d]) == 1 {
		d--
	}
	if d < 0 || len(r.grid.coords[d]) < fewNeighbours {
		return
	}
	if n.pause--; n.pause > 0 {
		return
	}
	row := r.grid.coords[d]
	at := p % len(row)
	left := len(row) - 1 - at
	if row[len(row)-1]-row[at] != int64(left) { // representatives of others
		return
	}
	in := make([]symbolic.Poly, len(b.slot))
	for k, slot := range b.slot {
		if in[k] = (symbolic.Poly{r.vals[slot]}); slot == d {
			in[k][1] = 1
		}
	}
	c := b.tape.Along(in, float64(left))
	same := len(c.Out) >= len(out) && !slices.ContainsFunc(c.Out, func(x symbolic.Poly) bool { return x.Degree() > 0 })
	for i, t := range out {
		same = same && math.Abs(c.Out[i][0]-t) <= equalTimes*t
	}
	if !same || c.Steps < 1 {
		n.after = min(longestPause, 2*n.after+1)
		n.pause = n.after
		return
	}
	n.after, n.end = 0, p+min(left, int(c.Steps))+1
}
