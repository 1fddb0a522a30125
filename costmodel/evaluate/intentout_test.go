package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// What a procedure sets for its caller (INTENT(OUT)) has the value that it sets there,
// and nothing is asked about the variable that the caller gives.
func TestIntentOut(t *testing.T) {
	const text = `program x
real :: v(100)
integer :: m
call s(v, m)
v(1:m) = 2.0
end program
subroutine s(v, n)
real :: v(100)
integer, intent(out) :: n
integer :: i
n = 7
do i = 1, n
v(i) = 1.0
end do
end subroutine
`
	r := reportOf(t, "x.f90", text, settings.Settings{})
	for _, d := range r.Diagnostics {
		t.Error(d.Message)
	}
	for _, u := range r.Units {
		if len(u.Loops) != 1 || u.Loops[0].Iterations != 7 {
			t.Errorf("%s: %+v, want one loop of 7 iterations", u.Name, u.Loops)
		}
	}
}
