package evaluate

import (
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
		if got := 5 * lineOf(u, line).Executions; math.Abs(got-want) > 1e-6 {
			t.Errorf("line %d: %g executions in 5 calls, want %g", line, got, want)
		}
	}
	if d := r.Diagnostics; len(d) > 0 {
		t.Error(d[0].Code, d[0].Message)
	}
}
