package values

import (
	"math"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// TestScalar: the same expression as the integer constant that a declaration
// needs and as the value that a reader sees; NaN for what has none.
func TestScalar(t *testing.T) {
	none := math.NaN()
	for text, c := range map[string]struct {
		whole   int64
		isWhole bool // ConstInt knows it
		value   float64
	}{
		"n+2*3":                  {10, true, 10},
		"-7/2":                   {-3, true, -3},
		"7/0":                    {0, false, none},
		"2**10":                  {1024, true, 1024},
		"2**(-1)":                {0, true, 0},
		"(-1)**(-3)":             {-1, true, -1},
		"(-1)**1001":             {-1, true, -1},
		"2**63":                  {0, false, none},
		"mod(-7,2)":              {-1, true, -1},
		"mod(7,0)":               {0, false, none},
		"max(n,1,9)":             {9, true, 9},
		"min(n,1)":               {1, true, 1},
		"selected_real_kind(12)": {8, true, none},
		"7.0/2":                  {0, false, 3.5},
		"0.1":                    {0, false, 0.1},
		"h*2":                    {0, false, 0.5},
		"int(h*9)":               {0, false, 2},
		"sqrt(h)":                {0, false, 0.5},
		"real(n)/3":              {0, false, 4.0 / 3},
		"k+1":                    {0, false, 6}, // a variable: lookup knows it
		"v(1)":                   {0, false, none},
		"g(1)":                   {0, false, none},
	} {
		t.Run(text, func(t *testing.T) {
			e := valueOf(t, text)
			if v, ok := program.ConstInt(e, nil); ok != c.isWhole || ok && v != c.whole {
				t.Errorf("the constant is %d, %t; want %d, %t", v, ok, c.whole, c.isWhole)
			}
			var lookup func(s *program.Symbol) (float64, bool)
			lookup = func(s *program.Symbol) (float64, bool) {
				if s.Name == "k" {
					return 5, true
				}
				return Scalar(s.Value, lookup)
			}
			v, ok := Scalar(e, lookup)
			if ok == math.IsNaN(c.value) || ok && v != c.value {
				t.Errorf("the value is %v, %t; want %v", v, ok, c.value)
			}
		})
	}
}

// valueOf lowers the expression in a program that declares n, h, k and v.
func valueOf(t *testing.T, text string) program.Expr {
	t.Helper()
	f := lower.Lower(fortran.Parse(source.NewText("program p\ninteger, parameter :: n = 4\nreal(8), parameter :: h = 0.25d0\ninteger k, v(3)\nx = "+text+"\nend\n"), fortran.Free))
	return f.Units[0].Body[0].(*program.Assign).RHS
}
