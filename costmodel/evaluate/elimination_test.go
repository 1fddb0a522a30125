package evaluate

import (
	"os"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// An elimination whose columns are dealt in turn, too long to be executed: caches make its
// times no polynomials, but they go on evenly, and what they lie between is narrow. Forty
// times as many columns as those that are executed one by one take about 64,000 times as
// long: the matrix is far larger than all caches in both.
func TestLongEliminationIsBounded(t *testing.T) {
	text, err := os.ReadFile("../../testdata/hpf/codes/lu.f90")
	if err != nil {
		t.Fatal(err)
	}
	u := unitOf(t, "lu.f90", string(text), settings.Settings{Machine: "cluster", Procs: 4, Values: map[string]float64{"n": 400_000}})
	const executed = 71.5518 // s, for n = 10,000
	T := u.Charge.Total()
	if T < 63_000*executed || T > 67_000*executed {
		t.Errorf("%g s, %g times as long as a fortieth of the columns", T, T/executed)
	}
	if b := u.Between; !b.Some() || b.Low > T || b.High < T || b.High-b.Low > 0.01*T {
		t.Errorf("%g s between %g and %g", T, b.Low, b.High)
	}
}
