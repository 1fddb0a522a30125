package calculus

import (
	"math"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// The main sweep of kernel ave on a Y-MP C90 with cf77 (paper 000, appendix G.1:
// SOR-MAIN-NONE): 1000 times three products, two sums, three loads and one
// statement over 500,000 elements; each operation a table by size (appendix E.1,
// of which two points are needed). The paper's total of 1.32 s has 1.31 s of it.
func TestAveOnYMP(t *testing.T) {
	a := symbolic.NewArena()
	n := a.Sym("n", symbolic.Index)
	table := func(name string, small, large float64) *symbolic.SizeTable {
		return &symbolic.SizeTable{Name: name, Points: []symbolic.SizePoint{{Size: 262144, Value: small}, {Size: 1048576, Value: large}}}
	}
	mul, add := table("RS-MUL", 5.5928e-05, 3.1657e-04), table("RS-ADD", 1.2514e-04, 5.9876e-04)
	load, store := table("RS-LOAD", 3.1849e-05, 1.2453e-04), table("RS-OHS", 1.2748e-04, 3.3597e-04)
	statement := &Serial{}
	for _, op := range []*symbolic.SizeTable{mul, mul, mul, add, add, load, load, load, store} {
		statement.Terms = append(statement.Terms, &Delay{Amount: a.Table(op, n), Resource: a.Int(0)})
	}
	sweep := &SerialOver{Index: "i", Lo: a.Int(1), Hi: a.Int(1000), Body: statement}
	got, err := a.Eval(New(a).Model(sweep).T, map[string]float64{"n": 500_000})
	if err != nil || math.Abs(got-1.31) > 0.005 {
		t.Errorf("%.4f s, published 1.31 s (%v)", got, err)
	}
}
