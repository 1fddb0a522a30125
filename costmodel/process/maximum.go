package process

import "math"

// lines sets to(p) to the maximum of from over the processors that differ from
// p in dimension d only and lie in lo..hi of p's coordinate there; minus
// infinity when there is none.
func (r *run) lines(d int, lo, hi []int64, from, to []float64) error {
	n, stride := len(lo), r.grid.stride(d)
	cost := 1
	for c := range lo {
		cost += windowCost(lo[c], hi[c], int64(n))
	}
	if err := r.step(cost * (len(from) / n)); err != nil {
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
			to[first+c*stride] = line.maximum(int(lo[c]), int(hi[c]), prefix, suffix)
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

// boxes is spread for boxes that differ from processor to processor in any way.
func (w *window) boxes(r *run, from, to []float64) error {
	rank := len(w.lo)
	at := make([]int64, rank)
	for p := range to {
		size := 1
		for d := range rank {
			size *= int(max(0, w.hi[d][p]-w.lo[d][p]+1))
			at[d] = w.lo[d][p]
		}
		if err := r.step(size); err != nil {
			return err
		}
		for range size {
			q := 0
			for d, c := range at {
				q += int(c) * r.grid.stride(d)
			}
			to[p] = max(to[p], from[q])
			w.next(at, p)
		}
	}
	return nil
}

// next moves at to the next coordinates in the box of p.
func (w *window) next(at []int64, p int) {
	for d := len(at) - 1; d >= 0; d-- {
		at[d]++
		if at[d] <= w.hi[d][p] {
			return
		}
		at[d] = w.lo[d][p]
	}
}
