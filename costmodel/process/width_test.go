package process

import (
	"flag"
	"slices"
	"testing"
)

var widthPrograms = flag.Int("width-programs", 60, "random programs of long loops whose bounds are compared with stepping")

// Of programs of loops six times as long most are followed exactly; what the others
// are said to lie between holds executing every iteration.
func TestBoundsOfLongLoops(t *testing.T) {
	programs := *widthPrograms
	if testing.Short() {
		programs = 12
	}
	exact := 0
	var widths []float64
	for seed := range uint64(programs) {
		s, env := varied(seed, 6)
		r := mustRun(t, s, Options{Env: env})
		if r.Low == r.High {
			exact++
			if seed%10 > 0 {
				continue
			}
		} else {
			widths = append(widths, (r.High-r.Low)/r.T)
		}
		T := largest(stepped(t, s, env))
		if T < r.Low*(1-1e-9) || T > r.High*(1+1e-9) {
			t.Errorf("seed %d: stepped %.12g is not between %.12g and %.12g", seed, T, r.Low, r.High)
		}
	}
	slices.Sort(widths)
	if len(widths) > 0 {
		t.Logf("%d of %d are exact; the others are %.3f wide in the median, %.3f at most", exact, programs, widths[len(widths)/2], widths[len(widths)-1])
	}
	if exact*100 < programs*90 {
		t.Errorf("only %d of %d are exact", exact, programs)
	}
}
