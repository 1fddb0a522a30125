package mapping

import (
	"cmp"
	"math"
	"slices"
)

// Factor splits p processors over the dimensions of an arrangement as evenly
// as it goes.
func Factor(p, rank int) []int {
	out := make([]int, rank)
	for d := range out {
		out[d] = leading(p, rank-d)
		p /= out[d]
	}
	return out
}

// Dims is [Factor] with larger extents first, as MPI_DIMS_CREATE deals processes out (MPI 4.0,
// section 8.5.2).
func Dims(p, rank int) []int {
	out := Factor(p, rank)
	slices.SortFunc(out, func(x, y int) int { return cmp.Compare(y, x) })
	return out
}

// leading is the smallest factor of p that is at least its rank-th root.
func leading(p, rank int) int {
	if rank == 1 {
		return p
	}
	best := p
	for f := 1; f <= p/f; f++ {
		if p%f != 0 {
			continue
		}
		for _, d := range []int{f, p / f} {
			if d < best && math.Pow(float64(d), float64(rank)) >= float64(p)*(1-1e-12) {
				best = d
			}
		}
	}
	return best
}

// Product returns the number of processors of an arrangement with these extents.
func Product(xs []int) int {
	p := 1
	for _, x := range xs {
		p *= x
	}
	return p
}
