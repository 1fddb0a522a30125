package memory

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// dimensions is an array of two or three, and the loop that each follows; -1 for
// none.
type dimensions struct {
	extents []int64
	loops   []int
	columns int // neighbours along the last dimension, itself included
}

// drawn is a random nest of up to three loops over up to three such arrays.
func drawn(random *rand.Rand) (trips []int64, arrays []dimensions) {
	pick := func(from ...int64) int64 { return from[random.IntN(len(from))] }
	depth := 2 + random.IntN(2)
	for range depth {
		trips = append(trips, pick(6, 10, 17, 30, 50))
	}
	for range 1 + random.IntN(3) {
		d := dimensions{columns: 1}
		free := random.Perm(depth)
		for k := range 2 + random.IntN(2) {
			loop := -1
			if k < len(free) && random.IntN(5) > 0 {
				loop = free[k]
			}
			d.loops = append(d.loops, loop)
			d.extents = append(d.extents, pick(50, 55, 60, 64, 100))
		}
		last := len(d.loops) - 1
		if random.IntN(3) == 0 && d.loops[last] >= 0 {
			d.columns = 3
		}
		arrays = append(arrays, d)
	}
	return trips, arrays
}

// strideOf is the bytes between neighbours along a dimension.
func (d dimensions) strideOf(dim int) int64 {
	bytes := int64(4)
	for _, n := range d.extents[:dim] {
		bytes *= n
	}
	return bytes
}

func (d dimensions) stream(a *symbolic.Arena, depth int) Stream {
	steps := make([]int64, depth)
	for dim, loop := range d.loops {
		if loop >= 0 {
			steps[loop] = d.strideOf(dim)
		}
	}
	s := stream(a, steps...)
	if last := len(d.loops) - 1; d.columns > 1 {
		s = s.with(a, d.loops[last], d.strideOf(last), 1, 2)
	}
	return s
}

// walk touches what the nest does, the last loop outermost.
func walk(trips []int64, arrays []dimensions, c *simulated) {
	at := make([]int64, len(trips))
	for {
		for n, d := range arrays {
			address := int64(n) * ((1 << 24) + 96)
			for dim, loop := range d.loops {
				if loop >= 0 {
					address += d.strideOf(dim) * at[loop]
				}
			}
			for k := range d.columns {
				c.touch(int(address + int64(k)*d.strideOf(len(d.loops)-1)))
			}
		}
		k := 0
		for ; k < len(at); k++ {
			if at[k]++; at[k] < trips[k] {
				break
			}
			at[k] = 0
		}
		if k == len(at) {
			return
		}
	}
}

// Over random nests the model is near a simulated cache in eight of ten cases, and
// right on the whole (docs/validity.md has the figures).
func TestRandomNests(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	var ratios []float64
	for range 250 {
		trips, arrays := drawn(random)
		c := newSimulated(8192, 32, 2)
		walk(trips, arrays, c)
		a := symbolic.NewArena()
		var streams []Stream
		for _, d := range arrays {
			streams = append(streams, d.stream(a, len(trips)))
		}
		got := missesOf(t, nest(a, trips, streams...), a, 8192, 32, 2)
		ratios = append(ratios, got/float64(c.misses))
		if testing.Verbose() && (ratios[len(ratios)-1] < 0.4 || ratios[len(ratios)-1] > 2.5) {
			t.Logf("%.2f: loops of %v, %+v: %.0f misses, simulated %d", ratios[len(ratios)-1], trips, arrays, got, c.misses)
		}
	}
	slices.Sort(ratios)
	at := func(share float64) float64 { return ratios[int(share*float64(len(ratios)-1))] }
	t.Logf("least %.2f, a tenth below %.2f, median %.2f, a tenth above %.2f, most %.2f", at(0), at(0.1), at(0.5), at(0.9), at(1))
	if at(0) < 0.25 || at(0.1) < 0.7 || at(0.5) < 0.95 || at(0.5) > 1.05 || at(0.9) > 1.15 || at(1) > 2.5 {
		t.Errorf("worse than it is said to be")
	}
}
