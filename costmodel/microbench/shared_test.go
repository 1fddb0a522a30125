package microbench

import "testing"

// Each of n processes gets a line in so many seconds; the memory gives n of them meanwhile.
func TestLineInterval(t *testing.T) {
	of := func(seconds ...float64) (out []Round) {
		for _, s := range seconds {
			out = append(out, Round{SharedCell: s})
		}
		return out
	}
	for _, c := range []struct {
		name   string
		rounds []Round
		line   int
		want   float64
	}{
		{"alone", of(0.5e-9), 64, 4e-9},
		{"two", of(0.5e-9, 0.5e-9), 64, 2e-9},
		{"the middle one of three", of(3e-9, 0.75e-9, 0.25e-9), 64, 2e-9},
		{"long lines", of(0.5e-9, 0.5e-9), 128, 4e-9},
		{"one measured nothing", append(of(0.5e-9), Round{}), 64, 0},
		{"none", nil, 64, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := LineInterval(c.rounds, c.line); got != c.want {
				t.Errorf("%g s, want %g", got, c.want)
			}
		})
	}
}
