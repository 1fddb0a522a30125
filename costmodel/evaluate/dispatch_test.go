package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Which procedure a CLASS object calls depends on its type where types that extend its own bind
// another one; a TYPE object, and a name that none binds anew, say which.
func TestBindingsThatTypesOverride(t *testing.T) {
	const text = `module m
type :: base
contains
procedure :: work => base_work
procedure :: rest => base_work
end type
type, extends(base) :: big
contains
procedure :: work => big_work
end type
contains
subroutine base_work(this, x)
class(base), intent(in) :: this
real, intent(inout) :: x(:)
x(1) = 1
end subroutine
subroutine big_work(this, x)
class(big), intent(in) :: this
real, intent(inout) :: x(:)
x = 1
end subroutine
end module
program p
use m
type(big) :: b
class(base), allocatable :: c
real :: x(1000)
call b%work(x)
allocate(big :: c)
call c%work(x)
call c%rest(x)
end program
`
	r := reportOf(t, "p.f90", text, settings.Settings{})
	for line, open := range map[int]bool{28: false, 30: true, 31: false} {
		if l := lineIn(r, line); strings.Contains(l.NoEstimate, "several types bind") != open {
			t.Errorf("line %d: %q", line, l.NoEstimate)
		}
	}
}
