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

// Calls whose values come again and again have no course along the loop: all take the mean.
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
