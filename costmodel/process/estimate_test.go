package process

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Where there are too few steps to follow the clocks, what is said instead is near
// the time, adds up, and lies between bounds that hold the time of executing every
// iteration.
func TestEstimatesHoldTheTime(t *testing.T) {
	programs := uint64(200)
	if testing.Short() {
		programs = 30
	}
	estimates, inside := 0, 0
	var errors []float64
	for seed := range programs {
		s, env := varied(seed, 4)
		exact := mustRun(t, s, Options{Env: env, StepLimit: 1 << 20})
		if exact.Reading != "clock" {
			continue
		}
		if exact.Low != exact.T || exact.High != exact.T {
			t.Fatalf("seed %d: %g is exact, but between %g and %g", seed, exact.T, exact.Low, exact.High)
		}
		r := mustRun(t, s, Options{Env: env, StepLimit: max(1000, exact.Steps/6)})
		if !strings.HasPrefix(r.Reading, "clock: estimated") {
			continue
		}
		checkCharges(t, fmt.Sprint("seed ", seed), r)
		if r.T < r.Low || r.T > r.High {
			t.Fatalf("seed %d: %g is not between %g and %g", seed, r.T, r.Low, r.High)
		}
		estimates++
		if r.Low <= exact.T*(1+1e-9) && exact.T <= r.High*(1+1e-9) {
			inside++
		}
		errors = append(errors, max(r.T/exact.T, exact.T/r.T)-1)
	}
	slices.Sort(errors)
	t.Logf("%d estimates, %d hold the time, median error %.3f", estimates, inside, errors[len(errors)/2])
	if estimates < 10 || inside < estimates || errors[len(errors)/2] > 0.05 {
		t.Errorf("%d estimates, %d hold the time, median error %.3f", estimates, inside, errors[len(errors)/2])
	}
}
