package process

import (
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// window is the evaluated ranges of an exchange: for every processor a box of
// the grid. A box dimension that depends on its own coordinate only is stored
// per coordinate, and then maxima are taken one dimension after the other.
type window struct {
	key       []float64 // values of the loop indices that it was evaluated for
	separable bool
	lo, hi    [][]int64 // per dimension: by coordinate if separable, else by processor
}

func rangeExprs(from []Range) []symbolic.Expr {
	var es []symbolic.Expr
	for _, r := range from {
		es = append(es, r.Lo, r.Hi)
	}
	return es
}

// dependsOnOwn reports whether r mentions no coordinate but that of dimension d.
func (c *compiler) dependsOnOwn(r Range, d int) bool {
	for _, e := range []symbolic.Expr{r.Lo, r.Hi} {
		if e == 0 {
			continue
		}
		for _, s := range c.arena.Free(e) {
			if slot, kind := c.lookup(s); kind == coordinate && slot != d {
				return false
			}
		}
	}
	return true
}

// window returns the ranges for the current loop indices.
func (x *exchange) window(r *run) (*window, error) {
	w := r.windows[x.id]
	if w != nil && r.unchanged(x.ranges.indices, w.key) {
		return w, nil
	}
	if w == nil {
		w = x.newWindow(r)
		r.windows[x.id] = w
	}
	w.key = r.values(x.ranges.indices, w.key[:0])
	return w, x.fill(r, w)
}

func (x *exchange) newWindow(r *run) *window {
	w := &window{separable: !slices.Contains(x.own, false)}
	for d := range r.grid.extents {
		count := r.grid.count
		if w.separable {
			count = len(r.grid.coords[d])
		}
		w.lo, w.hi = append(w.lo, make([]int64, count)), append(w.hi, make([]int64, count))
	}
	return w
}

// fill evaluates the ranges, along each axis or at each processor.
func (x *exchange) fill(r *run, w *window) error {
	out := make([]float64, x.ranges.outputs)
	for d := range w.lo {
		for i := range w.lo[d] {
			if err := r.step(1); err != nil {
				return err
			}
			if w.separable {
				r.axis(d, i)
			} else {
				r.grid.at(i, r.vals)
			}
			if err := x.ranges.eval(r, out); err != nil {
				return err
			}
			w.lo[d][i], w.hi[d][i] = x.clip(r, out[2*d:], d)
		}
	}
	return nil
}

// axis sets the coordinates to i in dimension d and 0 in the others.
func (r *run) axis(d, i int) {
	for k := range r.grid.extents {
		r.vals[k] = 0
	}
	r.vals[d] = float64(r.grid.coords[d][i])
}

// clip reads the range of dimension d from out, within the grid.
func (x *exchange) clip(r *run, out []float64, d int) (lo, hi int64) {
	n := r.grid.extents[d]
	lo, hi = 0, n-1
	if !x.full[2*d] {
		lo = int64(min(max(out[0], 0), float64(n)))
	}
	if !x.full[2*d+1] {
		hi = int64(min(max(out[1], -1), float64(n-1)))
	}
	return r.grid.clip(d, int64(r.vals[d]), lo, hi)
}
