package arrayop

import (
	"math"
	"slices"
	"testing"

	"github.com/parlens/parlens/machines"
)

func shipped(t *testing.T, name string) Model {
	t.Helper()
	m, err := machines.Load(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return New(m)
}

// Table 12: the weights of each reduced parameter add up to 1, and all are of
// operations that the suite measures.
func TestWeights(t *testing.T) {
	if len(ReducedParameters) != 22 {
		t.Fatalf("%d reduced parameters", len(ReducedParameters))
	}
	known := machines.Operations()
	for _, r := range ReducedParameters {
		sum := 0.0
		for _, w := range r.Weights {
			sum += w.Share
			if !slices.Contains(known, w.Name) && w.Name != "CS-CONJG" && w.Name != "CS-REAL" {
				t.Errorf("%s: %s is no operation of table 11", r.Name, w.Name)
			}
		}
		if math.Abs(sum-1) > .0041 { // R18 as it is printed adds up to 0.996
			t.Errorf("%s: the weights add up to %g", r.Name, sum)
		}
	}
}

// R1 of the Cray at 1024 elements is RS-ADD; the simple statement a = b + c adds two
// loads and the store; what is not measured is left out and named.
func TestReduced(t *testing.T) {
	m := shipped(t, "ymp-c90-cf77")
	r1 := m.Reduced(ReducedParameters[0], 1024, false)
	point := func(name string) float64 {
		c, _ := m.Curve(name)
		for _, p := range c.Points {
			if p.Elements == 1024 {
				return p.Mean
			}
		}
		t.Fatal(name)
		return 0
	}
	if r1.Mean != point("RS-ADD") || r1.Known != 1 {
		t.Errorf("R1 = %+v", r1)
	}
	if got, want := m.Reduced(ReducedParameters[0], 1024, true).Mean, point("RS-ADD")+2*point("RS-LOAD")+point("RS-OHS"); !near(got, want) {
		t.Errorf("R1+ = %g, want %g", got, want)
	}
	r4 := m.Reduced(ReducedParameters[3], 1024, false)
	if !slices.Equal(r4.Missing, []string{"RS-TAN", "RS-MOD"}) || !near(r4.Known, .75) {
		t.Errorf("R4 = %+v", r4)
	}
	want := (point("RS-LOG")*2 + point("RS-SIN") + point("I-AND") + point("RS-SQRT") + point("RS-MAX")) / 6
	if math.Abs(r4.Mean-want) > 1e-12*want {
		t.Errorf("R4 = %g, want %g", r4.Mean, want)
	}
	if r6 := m.Reduced(ReducedParameters[5], 1024, false); r6.Known != 0 || r6.Mean != 0 {
		t.Errorf("R6 = %+v, and nothing of it was measured", r6)
	}
	if n := ReducedParameters[0].Normalized(r1.Estimate, 1024); !near(n.Mean, r1.Mean/1024) {
		t.Errorf("N1 = %g", n.Mean)
	}
	if n := ReducedParameters[14].Normalized(Estimate{Mean: 8}, 4); n.Mean != 1 { // 4^1.5 multiplications
		t.Errorf("N15 = %g", n.Mean)
	}
}
