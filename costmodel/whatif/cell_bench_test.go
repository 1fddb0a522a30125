package whatif

import "testing"

// Interpolating between what is known of 65,536 numbers of processors in two dimensions.
func BenchmarkInterpolation(b *testing.B) {
	axis, err := ParseAxis("P=1..65536")
	if err != nil {
		b.Fatal(err)
	}
	grids := gridsOf(axis.Values, evenly(2))
	for b.Loop() {
		c, err := newCurve(grids, func(grids [][]int) ([]Point, error) {
			points := make([]Point, len(grids))
			for i, g := range grids {
				points[i].Charge.Computation = 1 / float64(g[0]*g[1])
			}
			return points, nil
		})
		if err != nil {
			b.Fatal(err)
		}
		for i := range grids {
			c.at(i)
		}
	}
}
