package evaluate

import (
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// TestCallsAreToldApart: of two calls that differ in one thing, the second computes what
// it does where it is the only one.
func TestCallsAreToldApart(t *testing.T) {
	const aligned = `program p
 real :: x(40), y(40)
!HPF$ PROCESSORS q(4)
!HPF$ TEMPLATE t(128)
!HPF$ DISTRIBUTE t(BLOCK) ONTO q
!HPF$ ALIGN x(i) WITH t(i)
!HPF$ ALIGN y(i) WITH t(i+12)
 call work(x)
 call work(y) ! second
end program
subroutine work(v)
 real :: v(40)
!HPF$ INHERIT v
 v = v * 2
end subroutine
`
	const passing = `program p
 integer :: me, a, b, ierr
 call mpi_init(ierr)
 call mpi_comm_rank(0, me, ierr)
 a = 10 * me
 b = 1000 * me
 call work(a)
 call work(b) ! second
end program
subroutine work(n)
 integer :: n, i
 real :: s
 s = 0
 do i = 1, n
  s = s + i
 end do
end subroutine
`
	for name, text := range map[string]string{"alignment": aligned, "value": passing} {
		t.Run(name, func(t *testing.T) {
			at := strings.Count(text[:strings.Index(text, "! second")], "\n") + 1
			second := func(text string) float64 {
				u := reportOf(t, "p.f90", text, settings.Settings{Procs: 4}).Units[0]
				return lineAt(t, u, at).Charge.Computation
			}
			first := text[strings.Index(text, " call work("):]
			first = first[:strings.Index(first, "\n")]
			both, only := second(text), second(strings.Replace(text, first, " continue", 1))
			if both == 0 || math.Abs(both-only) > 1e-9*only {
				t.Errorf("the second call computes for %v s, %v s where it is the only one", both, only)
			}
		})
	}
}

// TestCallsChangeWhatHasOtherNames: a variable of a module is changed by a procedure
// that has another name for it, also where the caller calls it by way of another one.
func TestCallsChangeWhatHasOtherNames(t *testing.T) {
	const text = `module bounds
 integer :: lo
end module
program p
 use bounds
 real :: a(40)
 integer :: i
!HPF$ PROCESSORS q(4)
!HPF$ DISTRIBUTE a(BLOCK) ONTO q
 lo = 2
 call CALLED
 do i = lo, 12 ! loop
  a(i) = a(i+1)
 end do
end program
subroutine outer
 call bump
end subroutine
subroutine bump
 use bounds, only: mine => lo
 mine = mine + 3
end subroutine
`
	for _, called := range []string{"bump", "outer"} {
		t.Run(called, func(t *testing.T) {
			u := reportOf(t, "p.f90", strings.Replace(text, "CALLED", called, 1), settings.Settings{Procs: 4}).Units[1]
			if got := lineAt(t, u, 13).Executions; got != 8 { // from 5 to 12
				t.Errorf("%v iterations", got)
			}
		})
	}
}
