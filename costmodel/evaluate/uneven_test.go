package evaluate

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Calls of a parallel loop that take different times end when the same loops written in their
// place do: processors with the longer ones have more to do.
func TestUnevenCalls(t *testing.T) {
	const text = `program p
  integer, parameter :: n = %d
  real a(n,n)
!HPF$ PROCESSORS q(4)
!HPF$ DISTRIBUTE a(*,%s) ONTO q
!HPF$ INDEPENDENT
  do j = 1, n
CALL
  end do
contains
  subroutine column(x, m)
    integer, intent(in) :: m
    real, intent(inout) :: x(m)
    do i = 1, m
      x(i) = sqrt(x(i)) + 1.0
    end do
  end subroutine
end program
`
	for _, c := range []struct {
		n                   int
		format, call, bound string
		busiest             float64 // what the busiest processor has, over the mean
	}{
		{40, "BLOCK", "call column(a(1:j,j), j)", "j", 1.73},
		{200, "BLOCK", "call column(a(1:j,j), j)", "j", 1.75},
		{1000, "BLOCK", "call column(a(1:j,j), j)", "j", 1.75},
		{1000, "BLOCK", "call column(a(j:n,j), n-j+1)", "n-j+1", 1.75},
		{1000, "CYCLIC", "call column(a(1:j,j), j)", "j", 1},
		{1000, "CYCLIC(50)", "call column(a(1:j,j), j)", "j", 1.15},
		{1000, "BLOCK", "call column(a(1:n,j), n)", "n", 1},
	} {
		t.Run(fmt.Sprintln(c.n, c.format, c.call), func(t *testing.T) {
			whole := fmt.Sprintf(text, c.n, c.format)
			called := reportOf(t, "p.f90", strings.Replace(whole, "CALL", c.call, 1), settings.Settings{}).Units[0]
			written := reportOf(t, "p.f90", strings.Replace(whole, "CALL", "do i = 1, "+c.bound+"\na(i,j) = sqrt(a(i,j)) + 1.0\nend do", 1), settings.Settings{}).Units[0]
			efficiency := func(x, y float64) float64 { return x / (4 * y) }
			got := efficiency(called.Serial, called.Charge.Total())
			if want := efficiency(written.Serial, written.Charge.Total()); math.Abs(got-want) > 0.02 {
				t.Errorf("efficiency %.3f, of the loops in its place %.3f", got, want)
			}
			if math.Abs(got-1/c.busiest) > 0.03 {
				t.Errorf("efficiency %.3f, by count %.3f", got, 1/c.busiest)
			}
		})
	}
}

// Calls that take longer here and there take what the loops in their place do, on one processor
// and on several.
func TestUnevenCallsAmongEvenOnes(t *testing.T) {
	const text = `program p
  integer, parameter :: n = 400
  real a(n,n)
!HPF$ PROCESSORS q(PROCS)
!HPF$ DISTRIBUTE a(*,BLOCK) ONTO q
!HPF$ INDEPENDENT, NEW(i)
  do j = 1, n
BODY
  end do
contains
  subroutine column(x, m)
    integer, intent(in) :: m
    real, intent(inout) :: x(n)
    do i = 1, m
      x(i) = sqrt(x(i)) + 1.0
    end do
  end subroutine
end program
`
	time := func(body, procs string) float64 {
		return reportOf(t, "p.f90", strings.NewReplacer("BODY", body, "PROCS", procs).Replace(text), settings.Settings{}).Units[0].Charge.Total()
	}
	for _, c := range []struct {
		length, condition string
		within            float64
	}{
		{"merge(300, 10, j <= 20)", "", 0.06},
		{"merge(1, n, j <= 200)", "", 0.06},
		{"j", "if (j <= 100) ", 0.06},
		{"min(j*j/100 + 1, n)", "", 0.06},
		{"n - j + 1", "", 0.06},
	} {
		for _, procs := range []string{"1", "4", "64"} {
			t.Run(c.condition+c.length+" on "+procs, func(t *testing.T) {
				called := time(c.condition+"call column(a(:,j), "+c.length+")", procs)
				condition := strings.TrimSuffix(c.condition, " ")
				loop := "do i = 1, " + c.length + "\na(i,j) = sqrt(a(i,j)) + 1.0\nend do"
				if condition != "" {
					loop = condition + " then\n" + loop + "\nend if"
				}
				if want := time(loop, procs); math.Abs(called-want) > c.within*want {
					t.Errorf("%g s, the loops %g", called, want)
				}
			})
		}
	}
}

// Of a call in the middle of loops, evenly spaced calls are looked at, also where states come again.
func TestCallsInManyStatesThatComeAgain(t *testing.T) {
	for _, c := range []struct {
		bounds string
		times  func(k, j int) bool
	}{
		{"1, k", func(k, j int) bool { return j <= k }},
		{"k, 400", func(k, j int) bool { return j >= k }},
		{"1, 400", func(k, j int) bool { return true }},
	} {
		t.Run(c.bounds, func(t *testing.T) {
			text := "program p\nreal a(400)\ndo k = 1, 400\ndo j = " + c.bounds + "\ncall s(a, j)\nend do\nend do\nend program\nsubroutine s(a, m)\ninteger, intent(in) :: m\nreal a(m)\ndo i = 1, m\na(i) = a(i)*2.0\nend do\nend subroutine\n"
			want, calls := 0.0, 0.0
			for k := 1; k <= 400; k++ {
				for j := 1; j <= 400; j++ {
					if c.times(k, j) {
						want, calls = want+float64(j), calls+1
					}
				}
			}
			for _, l := range reportOf(t, "p.f90", text, settings.Settings{}).Units[1].Lines {
				if got := l.Executions * calls; l.Line == 13 && math.Abs(got-want) > 0.03*want {
					t.Errorf("%g executions, want %g", got, want)
				}
			}
		})
	}
}

// Calls whose values come again and again have no value for each iteration of the loop: all take the mean.
func TestRecurringCallsTakeTheMean(t *testing.T) {
	const text = `program p
  real a(100,400)
!HPF$ PROCESSORS q(4)
!HPF$ DISTRIBUTE a(*,BLOCK) ONTO q
!HPF$ INDEPENDENT
  do j = 1, 400
    call column(a(:,j), 10*mod(j,7) + 10)
  end do
contains
  subroutine column(x, m)
    integer, intent(in) :: m
    real, intent(inout) :: x(100)
    do i = 1, m
      x(i) = sqrt(x(i)) + 1.0
    end do
  end subroutine
end program
`
	u := reportOf(t, "p.f90", text, settings.Settings{}).Units[0]
	if e := u.Serial / (4 * u.Charge.Total()); e < 0.97 {
		t.Errorf("efficiency %.3f", e)
	}
}

// Processors whose parts are equally long differ where their columns do.
func TestEqualBlocksOfUnevenColumns(t *testing.T) {
	for _, body := range []string{
		"do j = 1, 1024\ncall column(a(1:j,j), j)\nend do",
		"do j = 1, 1024\nk = m(j)\ndo i = 1, k\na(i,j) = sqrt(a(i,j)) + 1.0\nend do\nend do",
	} {
		t.Run(body, func(t *testing.T) {
			time := func(procs int) float64 {
				text := "program p\nreal a(1024,1024)\ninteger m(1024)\n!HPF$ DISTRIBUTE a(*,BLOCK)\ndo j = 1, 1024\nm(j) = j\nend do\n!HPF$ INDEPENDENT, NEW(i, k)\n" + body + "\ncontains\nsubroutine column(x, m)\ninteger, intent(in) :: m\nreal, intent(inout) :: x(m)\ndo i = 1, m\nx(i) = sqrt(x(i)) + 1.0\nend do\nend subroutine\nend program\n"
				return reportOf(t, "p.f90", text, settings.Settings{Procs: procs}).Units[0].Charge.Total()
			}
			if ratio := time(64) / time(65); ratio < 0.95 || ratio > 1.1 {
				t.Errorf("%s: %g on 64 processors, %g on 65", body, time(64), time(65))
			}
		})
	}
}
