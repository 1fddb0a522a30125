package advise

import (
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A procedure that counts its calls keeps the loop around its CALL on all processors: the
// adviser says so, of the loop that passes its index on, and not of the steps around it.
func TestLoopsThatNobodyProves(t *testing.T) {
	const text = `program p
  real :: a(256,256)
  integer :: k, step
  a = 1.0
  do step = 1, 10
    do k = 1, 256
      call smooth(a(:,k), 256)
    end do
  end do
end program
subroutine smooth(x, n)
  integer :: n, i, calls
  real :: x(n)
  common /counted/ calls
  calls = calls + 1
  do i = 2, n
    x(i) = 0.5 * (x(i) + x(i-1)) / 3.0
  end do
end subroutine
`
	proves := func(text string) []string {
		a := advised(t, text, settings.Settings{Machine: "cluster", Procs: 4}, Effort{Predictions: 2, Most: 1})
		return slices.DeleteFunc(a.Hints, func(h string) bool { return !strings.Contains(h, "unproven-loop") })
	}
	if hints := proves(text); len(hints) != 1 || !strings.Contains(hints[0], "line 6: ") || !strings.Contains(hints[0], "SMOOTH") {
		t.Errorf("hints %q", hints)
	}
	if hints := proves(strings.Replace(text, "  calls = calls + 1\n", "", 1)); len(hints) > 0 {
		t.Errorf("of a procedure that changes nothing else: %q", hints)
	}
}
