package evaluate

import (
	"fmt"
	"math"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A procedure keeps what is saved from one call to the next, by SAVE or by an initial value:
// of 5 calls the first one clears the array, and they add to 1, 2, ..., 5 rows.
func TestSavedScalars(t *testing.T) {
	const text = `program p
real a(48,48), b(48,48)
do k = 1, 5
call step(a, b)
end do
end program
subroutine step(a, b)
real a(48,48), b(48,48)
logical, save :: first = .true.
integer :: count = 0
if (first) then
b = 0.
first = .false.
end if
count = count + 1
do i = 1, count
a(i,:) = a(i,:) + 1.
end do
end subroutine
`
	r := reportOf(t, "p.f90", text, settings.Settings{})
	u := unitNamed(t, r, "step")
	for line, want := range map[int]float64{12: 48 * 48, 17: 15 * 48} {
		t.Run(fmt.Sprint(line), func(t *testing.T) {
			if got := 5 * lineOf(u, line).Executions; math.Abs(got-want) > 1e-6 {
				t.Errorf("line %d: %g executions in 5 calls, want %g", line, got, want)
			}
		})
	}
	if d := r.Diagnostics; len(d) > 0 {
		t.Error(d[0].Code, d[0].Message)
	}
}

// Procedures of one name in two modules keep variables of their own: the second loop has
// 1,000 iterations, and the third one 20.
func TestSavedScalarsOfOneName(t *testing.T) {
	module := func(name string, more int) string {
		return fmt.Sprintf(`module %s
private init
contains
subroutine init(k)
integer, save :: c = 0
c = c + %d
k = c
end subroutine
subroutine %[1]s_next(k)
call init(k)
end subroutine
end module
`, name, more)
	}
	const main = `program p
use one
use two
real a(1000)
call one_next(k)
call two_next(k)
do i = 1, k
a(i) = 1.
end do
call one_next(k)
do i = 1, k
a(i) = 1.
end do
end program
`
	r := reportOf(t, "p.f90", module("one", 10)+module("two", 1000)+main, settings.Settings{})
	u := unitNamed(t, r, "p")
	for line, want := range map[int]float64{32: 1000, 36: 20} {
		t.Run(fmt.Sprint(line), func(t *testing.T) {
			if got := lineOf(u, line).Executions; got != want {
				t.Errorf("line %d: %g executions, want %g", line, got, want)
			}
		})
	}
}
