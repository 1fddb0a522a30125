package arrayprogram

import (
	"strings"
	"testing"
)

// What each compiler makes of a loop, by the test most similar to it (appendix E.2).
func TestForms(t *testing.T) {
	const head = `program p
integer, parameter :: n = 1024
real :: a(n), b(n), c(n), x(64,64), y(64,64), s
integer :: i, j, k, index(n), bins(n)
`
	for _, c := range []struct{ name, loop, array, why string }{
		{"copy", "do i = 1, n\na(i) = b(i)\nend do", "cmax cf77 f90", "independent_separate"},
		{"reads what it stores elsewhere", "do i = 1, n/2\na(2*i) = a(2*i-1)\nend do", "cmax cf77 f90", "independent_linear_1d"},
		{"recurrence", "do i = 2, n\na(i) = a(i-1) + b(i)\nend do", "", "iterations depend on each other"},
		{"sum", "do i = 1, n\ns = s + a(i)\nend do", "cmax cf77 f90", "reduction_sum"},
		{"product", "do i = 1, n\ns = s*a(i)\nend do", "cmax cf77 f90", "reduction_product"},
		{"maximum: no test", "do i = 1, n\ns = max(s, a(i))\nend do", "", "no test"},
		{"two loops", "do j = 1, 64\ndo i = 1, 64\nx(i,j) = y(i,j)\nend do\nend do", "cmax cf77 f90", "collapse_2"},
		{"two loops that read what they store", "do j = 1, 32\ndo i = 1, 64\nx(i,2*j) = x(i,2*j-1)\nend do\nend do", "cmax cf77", "independent_linear_2d"},
		{"a temporary", "do i = 1, n\ns = b(i)\na(i) = s*s\nend do", "cmax cf77 f90", "scalar_expansion_1"},
		{"a condition", "do i = 1, n\nif (b(i) > 0) a(i) = b(i)\nend do", "cmax cf77 f90", "where"},
		{"function of the index", "do i = 1, n\na(i) = 2*i\nend do", "cmax cf77 f90", "function_of_index"},
		{"intrinsic of the index", "do i = 1, n\na(i) = sqrt(real(i))\nend do", "cmax cf77", "intrinsic_of_index"},
		{"gather", "do i = 1, n\na(i) = b(index(i))\nend do", "cmax cf77 f90", "gather"},
		{"scatter", "do i = 1, n\na(index(i)) = b(i)\nend do", "cf77 f90", "scatter"},
		{"permutation", "do i = 1, n\na(index(i)) = b(bins(i))\nend do", "cf77 f90", "permutation"},
		{"bin sum", "do i = 1, n\nbins(index(i)) = bins(index(i)) + 1\nend do", "", "bin_sum"},
		{"a call", "do i = 1, n\ncall other(a(i))\nend do", "", "it calls other"},
		{"output", "do i = 1, n\nprint *, a(i)\nend do", "", "PRINT keeps the order"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, machine := range map[string]string{"cm5": cm5, "cmax": cmax, "cf77": cf77, "f90": f90} {
				t.Run(name, func(t *testing.T) {
					p := predict(t, machine, head+c.loop+"\nend program p\n", Options{})
					want := strings.Contains(" "+c.array+" ", " "+name+" ")
					if got := p.Loops[0]; got.Array != want {
						t.Errorf("%s: array %v: %s", machine, got.Array, got.Why)
					}
					if got := p.Loops[0].Why; machine != cm5 && !strings.Contains(got, c.why) {
						t.Errorf("%s: %s, want %s", machine, got, c.why)
					}
				})
			}
		})
	}
}

// The loop and the array statement that it is are the same operations.
func TestArrayFormEqualsArrayStatement(t *testing.T) {
	const head = "program p\ninteger, parameter :: n = 1024\nreal :: a(n), b(n), c(n), x(64,64), y(64,64), s\ninteger :: i, j, index(n)\n"
	for _, c := range []struct{ name, loop, statement string }{
		{"triad", "do i = 1, n\na(i) = b(i) + s*c(i)\nend do", "a = b + s*c"},
		{"a section", "do i = 2, n-1\na(i) = b(i-1) + b(i+1)\nend do", "a(2:n-1) = b(1:n-2) + b(3:n)"},
		{"a stride", "do i = 1, n, 4\na(i) = b(i)\nend do", "a(1:n:4) = b(1:n:4)"},
		{"backwards", "do i = n, 1, -1\na(i) = b(i)\nend do", "a = b"},
		{"two dimensions", "do j = 1, 64\ndo i = 1, 64\nx(i,j) = y(i,j)\nend do\nend do", "x = y"},
		{"gather", "do i = 1, n\na(i) = b(index(i))\nend do", "a = b(index)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			loop := predict(t, cf77, head+c.loop+"\nend program p\n", Options{}).total()
			array := predict(t, cf77, head+c.statement+"\nend program p\n", Options{}).total()
			if diff := loop.Mean - array.Mean; diff > 1e-15 || diff < -1e-15 {
				t.Errorf("the loop takes %g, the statement %g", loop.Mean, array.Mean)
			}
		})
	}
}
