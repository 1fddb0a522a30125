package process

import "math"

// lines sets to(p) to the maximum of from over the processors that differ from
// p in dimension d only and lie in lo..hi of p's coordinate there, all of them or
// those beside p; minus infinity when there is none.
func (r *run) lines(d int, lo, hi []int64, from, to []float64, beside bool) error {
	n, stride := len(lo), r.grid.stride(d)
	cost := 1
	for c := range lo {
		cost += windowCost(lo[c], hi[c], int64(n))
	}
	if err := r.step(1 + cost*(len(from)/n)/atOnce); err != nil {
		return err
	}
	prefix, suffix := make([]float64, n+1), make([]float64, n+1)
	for first := range from {
		if first/stride%n != 0 {
			continue
		}
		line := line{from[first:], stride, n}
		line.running(prefix, suffix)
		for c := range n {
			l, h := int(lo[c]), int(hi[c])
			if beside && l <= c && c <= h {
				to[first+c*stride] = max(line.maximum(l, c-1, prefix, suffix), line.maximum(c+1, h, prefix, suffix))
			} else {
				to[first+c*stride] = line.maximum(l, h, prefix, suffix)
			}
		}
	}
	return nil
}

// line is n values at a stride.
type line struct {
	values []float64
	stride int
	n      int
}

// running fills the maxima of the first and of the last i values.
func (l line) running(prefix, suffix []float64) {
	prefix[0], suffix[0] = math.Inf(-1), math.Inf(-1)
	for i := range l.n {
		prefix[i+1] = max(prefix[i], l.values[i*l.stride])
		suffix[i+1] = max(suffix[i], l.values[(l.n-1-i)*l.stride])
	}
}

func (l line) maximum(lo, hi int, prefix, suffix []float64) float64 {
	switch {
	case lo > hi:
		return math.Inf(-1)
	case lo == 0:
		return prefix[hi+1]
	case hi == l.n-1:
		return suffix[l.n-lo]
	}
	m := math.Inf(-1)
	for i := lo; i <= hi; i++ {
		m = max(m, l.values[i*l.stride])
	}
	return m
}

// windowCost is the number of values that maximum looks at.
func windowCost(lo, hi, n int64) int {
	if lo > hi || lo == 0 || hi == n-1 {
		return 1
	}
	return int(hi - lo + 1)
}

// visit calls f for all processors in the box of p.
func (w *window) visit(r *run, p int, f func(q int)) error {
	rank, size := len(w.lo), 1
	lo, hi, at := r.corners(rank)
	for d := range rank {
		lo[d], hi[d], _ = w.side(r.grid, p, d)
		at[d] = lo[d]
		size *= int(max(0, hi[d]-lo[d]+1))
	}
	if err := r.step(1 + size/atOnce); err != nil {
		return err
	}
	for range size {
		f(r.grid.number(at))
		next(at, lo, hi)
	}
	return nil
}

// number is that of the processor at coordinates that are evaluated, by their places.
func (g *grid) number(at []int64) int {
	p := 0
	for d, c := range at {
		p += int(c) * g.stride(d)
	}
	return p
}

// corners are three coordinates to work with.
func (r *run) corners(rank int) (lo, hi, at []int64) {
	if r.box == nil {
		r.box = make([]int64, 3*rank)
	}
	return r.box[:rank], r.box[rank : 2*rank], r.box[2*rank:]
}

// next moves at to the next coordinates in a box.
func next(at, lo, hi []int64) {
	for d := len(at) - 1; d >= 0; d-- {
		at[d]++
		if at[d] <= hi[d] {
			return
		}
		at[d] = lo[d]
	}
}
