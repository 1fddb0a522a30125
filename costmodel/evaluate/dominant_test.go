package evaluate

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/settings"
)

// Formulas whose largest terms are plain to see.
func TestDominantTerms(t *testing.T) {
	a := symbolic.NewArena()
	n, p, k := a.Sym("n", symbolic.Index), a.Sym("p", symbolic.Index), a.Sym("k", symbolic.Index)
	blocks := a.CeilDiv(n, p)
	env := map[string]float64{"n": 100_000, "p": 16, "k": 50}
	for _, c := range []struct {
		e    symbolic.Expr
		want string
	}{
		{a.Add(a.Mul(a.Real(2e-9), n, blocks), a.Mul(a.Real(1e-6), n), a.Real(1e-7)), "2e-09*n^2/p + 1e-06*n"},
		{a.Add(a.Mul(a.Real(1e-6), a.Max(n, a.Mul(k, k))), a.Mul(a.Real(1e-9), p)), "1e-06*n"},
		{a.Mul(k, a.Add(a.Mul(a.Real(1e-9), a.Sum("i", a.Int(1), n, a.Sym("i", symbolic.Index))), a.Mul(a.Real(0.01), p))), "5e-10*n^2*k + 0.01*k*p"},
	} {
		t.Run(c.want, func(t *testing.T) {
			d := newDominant(a, c.e, env)
			d.least["p"] = 1
			got, where, _ := strings.Cut(d.text(), ", within 2% for ")
			if same := strings.NewReplacer("n^2*k", "k*n^2"); same.Replace(got) != same.Replace(c.want) {
				t.Errorf("%s, want %s", got, c.want)
			}
			checkRanges(t, d, where)
		})
	}
}

// The terms are said to hold as far as they do, to the last size.
func TestRangesOfDominantTerms(t *testing.T) {
	a := symbolic.NewArena()
	n := a.Sym("n", symbolic.Index)
	p := a.Sym("p", symbolic.Index)
	outside := func(x symbolic.Expr, low, high int64) symbolic.Expr {
		return a.Add(a.Lt(x, a.Int(low)), a.Lt(a.Int(high), x))
	}
	sum := a.Mul(a.Real(1e-6), n, p, a.Add(a.Int(1), outside(n, 700, 1150), outside(p, 3, 3)))
	d := newDominant(a, sum, map[string]float64{"n": 1024, "p": 3})
	if got, want := d.text(), "1e-06*n*p, within 2% for n = 700..1150, p = 3"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// checkRanges compares the terms with the formula all over the ranges.
func checkRanges(t *testing.T, d *dominant, where string) {
	t.Helper()
	for _, r := range strings.Split(where, ", ") {
		var s string
		var low, high float64
		switch n, err := fmt.Sscanf(strings.NewReplacer("..", " ", "= ", "").Replace(r), "%s %f %f", &s, &low, &high); n {
		case 3:
		case 2:
			high = low
		default:
			t.Fatalf("%q: %v", r, err)
		}
		if low > d.env[s] || high < d.env[s] {
			t.Errorf("%s = %g is not within %g..%g", s, d.env[s], low, high)
		}
	}
}

// The dominating terms of a program of sweeps are short, and close where they say so.
func TestDominantTermsOfAProgram(t *testing.T) {
	text := `program relax
  integer, parameter :: n = 600, passes = 30
  real(8) :: x(n,n), y(n,n), z(n,n)
  integer :: i, j, pass
!HPF$ PROCESSORS row(6)
!HPF$ DISTRIBUTE x(BLOCK,*) ONTO row
!HPF$ ALIGN y(i,j) WITH x(i,j)
!HPF$ ALIGN z(i,j) WITH x(i,j)
  do pass = 1, passes
    do j = 2, n-1
      do i = 2, n-1
        y(i,j) = x(i,j) + 0.5d0*(x(i,j-1) + x(i,j+1)) + z(i,j)
      end do
    end do
    do j = 1, n
      do i = 2, n
        z(i,j) = (y(i,j) + 0.3d0*z(i-1,j)) / 1.7d0
      end do
    end do
    x = y + z
  end do
end program
`
	u := unitOf(t, "relax.f90", text, settings.Settings{Machine: "cluster"})
	if len(u.Formula.String()) <= mostReadable {
		t.Fatalf("the formula is short itself: %s", u.Formula)
	}
	terms, where, found := strings.Cut(u.Dominant.String(), ", within 2% for ")
	if !found || len(terms) > mostReadable || where == "" {
		t.Fatalf("the dominating terms are %q", u.Dominant)
	}
}

// Sums with negative parts have no dominating terms; weights are those that fit.
func TestLeastSquares(t *testing.T) {
	columns := [][]float64{{1, 0.5, 0.25}, {0, 0.25, 0.375}}
	w := leastSquares(columns, []int{0, 1})
	if len(w) != 2 || math.Abs(w[0]-1) > 1e-12 || math.Abs(w[1]-2) > 1e-12 {
		t.Errorf("weights %v, want 1 and 2", w)
	}
	if w := leastSquares([][]float64{{1, 1}, {2, 1}, {0.5, 1}}, []int{1, 2}); w == nil || misfit([][]float64{{1, 1}, {2, 1}, {0.5, 1}}, []int{1, 2}, w) > 1e-12 {
		t.Errorf("weights %v", w)
	}
	if w := leastSquares([][]float64{{1, 2}, {1, 1}}, []int{0, 1}); w != nil && (w[0] <= 0 || w[1] <= 0) {
		t.Errorf("weights %v are not all positive", w)
	}
}
