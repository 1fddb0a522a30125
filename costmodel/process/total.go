package process

import "github.com/parlens/parlens/analysis/effort"

// Total is what one execution takes as a whole.
type Total struct {
	T, Low, High float64    // seconds, as those of Result
	Kinds        [4]float64 // by Kind: seconds of the reference processor, which add up to T
	Busy         float64    // seconds, as Result.Own
	Computed     float64    // seconds of computation of all processors together
	Count        float64    // processors
	Reading      string
	Sampled      bool
	Haste        effort.Haste // as that of Result
	Lost         bool         // something has no time
}

// Total adds up the charges.
func (res *Result) Total() Total {
	t := Total{T: res.T, Low: res.Low, High: res.High, Count: res.Count, Reading: res.Reading, Sampled: res.Sampled, Haste: res.Haste, Lost: len(res.Lost) > 0}
	for _, c := range res.Charges {
		t.Kinds[c.Kind] += c.Seconds
		if c.Kind == Computation {
			t.Computed += c.Total
		}
	}
	t.Busy = res.Own(t.Kinds[Wait])
	return t
}

// workload is the computation of all processors of a grid of any size on which those that
// some stand for are the only ones that there are more or fewer of.
type workload struct {
	all  float64   // of each
	sums []float64 // beside it, of those that stand for others along the dimensions of a set, by set
}

func (r *run) workload() workload {
	w := workload{sums: make([]float64, 1<<len(r.grid.coords))}
	for i := range r.sums {
		if r.p.items[i].kind != Computation {
			continue
		}
		w.all += r.sums[i].all
		for p, t := range r.sums[i].each {
			w.sums[r.grid.lasts(p)] += t
		}
	}
	return w
}

// lasts is the set of dimensions along which a processor stands for all from it on.
func (g *grid) lasts(p int) int {
	set := 0
	for d := len(g.coords) - 1; d >= 0; d-- {
		n := len(g.coords[d])
		if p%n == n-1 {
			set |= 1 << d
		}
		p /= n
	}
	return set
}

// on is the work on a grid, of whose processors along a dimension so many are looked at.
func (w workload) on(extents []float64, looked []int) float64 {
	size, sum := 1.0, 0.0
	for _, n := range extents {
		size *= n
	}
	for set, t := range w.sums {
		for d, n := range extents {
			if set&(1<<d) != 0 {
				t *= n - float64(looked[d]-1)
			}
		}
		sum += t
	}
	return size*w.all + sum
}
