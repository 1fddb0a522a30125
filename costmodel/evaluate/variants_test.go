package evaluate

import (
	"fmt"
	"math"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// What does the same costs the same, however it is written: the work and the messages, and but
// for the set-ups of further loops and calls the whole.
func TestTheSameWrittenInOtherWays(t *testing.T) {
	const head = `program v
  integer, parameter :: n = %d
  real :: a(n,n), b(n,n), c(n,n), x(n), y(n), s
  integer :: i, j, k
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE (*,BLOCK) ONTO p :: a, b, c
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: x, y
  a = 1.0
  b = 2.0
  x = 1.0
  y = 2.0
  s = 0.0
  c = 0.0
`
	const stencil = "b(i,j) = 0.25*(a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1))\n"
	const inner = "do j = 2, n-1\ndo i = 2, n-1\n" + stencil + "end do\nend do\n"
	for name, bodies := range map[string][]string{
		"inner product": {
			"do i = 1, n\ns = s + x(i)*y(i)\nend do\n",
			"!HPF$ INDEPENDENT, REDUCTION(s)\ndo i = 1, n\ns = s + x(i)*y(i)\nend do\n",
			"do concurrent (i = 1:n) reduce(+:s)\ns = s + x(i)*y(i)\nend do\n",
			"s = dot_product(x, y)\n",
			"s = sum(x*y)\n",
			"call d(x, y, s)\ncontains\nsubroutine d(u, v, r)\nreal, intent(in) :: u(:), v(:)\n!HPF$ INHERIT u, v\nreal, intent(out) :: r\nr = dot_product(u, v)\nend subroutine\n",
		},
		"stencil": {
			inner,
			"!HPF$ INDEPENDENT, NEW(i)\n" + inner,
			"b(2:n-1,2:n-1) = 0.25*(a(1:n-2,2:n-1) + a(3:n,2:n-1) + a(2:n-1,1:n-2) + a(2:n-1,3:n))\n",
			"forall (i = 2:n-1, j = 2:n-1) " + stencil,
			"do concurrent (j = 2:n-1, i = 2:n-1)\n" + stencil + "end do\n",
			"do j = 2, n-1\ndo i = 2, n-1\nb(i,j) = f(a(i-1,j), a(i+1,j), a(i,j-1), a(i,j+1))\nend do\nend do\ncontains\npure real function f(u, v, w, z)\nreal, intent(in) :: u, v, w, z\nf = 0.25*(u + v + w + z)\nend function\n",
		},
		"matrix and vector": {
			"do j = 1, n\ndo i = 1, n\ny(i) = y(i) + a(i,j)*x(j)\nend do\nend do\n",
			"do j = 1, n\ny = y + a(:,j)*x(j)\nend do\n",
			"y = matmul(a, x)\n",
		},
		"matrix product": {
			"do j = 1, n\ndo k = 1, n\ndo i = 1, n\nc(i,j) = c(i,j) + a(i,k)*b(k,j)\nend do\nend do\nend do\n",
			"!HPF$ INDEPENDENT, NEW(i, k)\ndo j = 1, n\ndo k = 1, n\ndo i = 1, n\nc(i,j) = c(i,j) + a(i,k)*b(k,j)\nend do\nend do\nend do\n",
			"do j = 1, n\ndo k = 1, n\nc(:,j) = c(:,j) + a(:,k)*b(k,j)\nend do\nend do\n",
			"c = matmul(a, b)\n",
		},
		"transposition": {
			"b = transpose(a)\n",
			"do j = 1, n\ndo i = 1, n\nb(i,j) = a(j,i)\nend do\nend do\n",
			"forall (i = 1:n, j = 1:n) b(i,j) = a(j,i)\n",
		},
		"masks": {
			"where (a > 0.5) b = 2.0*a\n",
			"forall (i = 1:n, j = 1:n, a(i,j) > 0.5) b(i,j) = 2.0*a(i,j)\n",
		},
	} {
		for _, n := range []int{64, 1000} {
			for _, procs := range []int{1, 4} {
				t.Run(fmt.Sprintln(name, n, procs), func(t *testing.T) {
					charge := func(body string) report.Charge {
						return reportOf(t, "v.f90", fmt.Sprintf(head, n)+body+"end program\n", settings.Settings{Machine: "cluster", Procs: procs}).Units[0].Charge
					}
					first := charge(bodies[0])
					for _, body := range bodies[1:] {
						got := charge(body)
						near := func(x, y, within float64) bool { return math.Abs(x-y) <= within*y }
						if !near(got.Computation, first.Computation, 0.02) || !near(got.Communication, first.Communication, 1e-9) || !near(got.Total(), first.Total(), 0.04) {
							t.Errorf("%s\n%+v, want as\n%s\n%+v", body, got, bodies[0], first)
						}
					}
				})
			}
		}
	}
}

// A mask that nothing foretells is guessed wrong by the processor, as a condition is.
func TestMasksAreGuessedWrong(t *testing.T) {
	time := func(body string, holds float64) float64 {
		text := "program p\nreal a(1000000), b(1000000)\na = 1.0\nb = 0.0\n" + body + "\nend program\n"
		s := settings.Settings{Machine: "cluster", Values: map[string]float64{"weight1": holds}}
		return unitOf(t, "p.f90", text, s).Charge.Total()
	}
	const condition = "do i = 1, 1000000\nif (a(i) > 0.5) b(i) = 2.0*a(i)\nend do"
	for _, masked := range []string{"where (a > 0.5) b = 2.0*a", "forall (i = 1:1000000, a(i) > 0.5) b(i) = 2.0*a(i)"} {
		t.Run(masked, func(t *testing.T) {
			if got, want := time(masked, 0.5), time(condition, 0.5); math.Abs(got-want) > 0.2*want {
				t.Errorf("%s: %g s, a condition %g s", masked, got, want)
			}
			if always, seldom := time(masked, 1), time(masked, 0.5); always > 0.6*seldom {
				t.Errorf("%s: %g s where it always holds, %g s where it does by half", masked, always, seldom)
			}
		})
	}
}

// Extremes are replaced seldom: the condition is guessed right.
func TestExtremesAreReplacedSeldom(t *testing.T) {
	for _, c := range []struct {
		text  string
		share float64
	}{
		{"if (x(i) > most) most = x(i)", 0.01},
		{"if (most <= abs(x(i))) most = abs(x(i))", 0.01},
		{"if (x(i) < x(k)) k = i", 0.01},
		{"if (x(i) > most) then\nk = i\nmost = x(i)\nend if", 0.01},
		{"if (x(i) > most) most = x(i)\ncall other(most)", 0.5},
		{"if (most > 1.0) most = 1.0", 0.5},
		{"most = x(i+1)\nif (x(i) > most) most = x(i)", 0.5},
		{"if (x(i) > most) most = x(i+1)", 0.5},
		{"if (x(i) > most) k = i", 0.5},
		{"if (x(i) /= most) most = x(i)", 0.5},
		{"if (x(i) > most) x(i) = most", 0.5},
	} {
		t.Run(c.text, func(t *testing.T) {
			u := unitOf(t, "p.f90", "subroutine p(x, most, k)\nreal x(1001), most\ndo i = 1, 1000\n"+c.text+"\nend do\nend subroutine\n", settings.Settings{Machine: "cluster"})
			for _, a := range u.Assumptions {
				if a.Name == "weight1" && a.Value != report.Exact(c.share) {
					t.Errorf("it holds in a share of %s, want %g", a.Value, c.share)
				}
			}
		})
	}
}
