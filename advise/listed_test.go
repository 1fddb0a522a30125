package advise

import (
	"context"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Iterations that are visited one by one to count what an index array brings are steps too.
func TestListedIterationsAreSteps(t *testing.T) {
	steps := func(gathers int) int {
		text := `program main
integer, parameter :: n = 16384
real(8) :: x(n), y(n)
integer :: ix(n), i
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: x, y
do i = 1, n
  ix(i) = mod(7*i, n) + 1
end do
y = 1
` + strings.Repeat("!HPF$ INDEPENDENT\ndo i = 1, n\n  x(i) = y(ix(i))\nend do\n", gathers) + "end program\n"
		g, now, err := goalOf(context.Background(), snapshot("/w/p.f90", text), "/w/p.f90", settings.Settings{Machine: "cluster"})
		if err != nil || !now.ok {
			t.Fatal(err, now.why)
		}
		return g.meter.Steps()
	}
	const n = 16384
	if more := steps(8) - steps(1); more < 7*2*n {
		t.Errorf("seven more gathers take %d steps, less than %d: each is executed for its subscripts, and listed", more, 7*2*n)
	}
}
