package evaluate

import (
	"fmt"
	"math"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

const fluxes = "module m\ncontains\nsubroutine flux(u, v, f)\nreal, intent(in) :: u(:), v(:)\nreal, intent(out) :: f(:)\n!hpf$ inherit u\n!hpf$ inherit v\n!hpf$ inherit f\nf = 0.5*(u + v)\nend subroutine\nend module\n"

// A procedure that gets neighbouring columns sends in the iterations at the ends of blocks
// only: of 40 columns on 4 processors column 10 goes to the owner of column 11, and so on, 3
// in all; the middle iteration, which is such a one, does not stand for the others.
func TestCallsAtTheirPlaces(t *testing.T) {
	const head = fluxes +
		"program p\nuse m\nreal x(40,40), y(40,40)\n!hpf$ processors g(4)\n!hpf$ distribute (*,block) onto g :: x, y\nx = 1\n"
	communication := func(first, last int) float64 {
		text := head + fmt.Sprintf("do j = %d, %d\ncall flux(x(:,j), x(:,j-1), y(:,j))\nend do\nend program\n", first, last)
		return unitNamed(t, reportOf(t, "p.f90", text, settings.Settings{}), "p").Charge.Communication
	}
	one := communication(11, 11)
	if none := communication(12, 12); one <= 0 || none != 0 {
		t.Fatalf("%g s at the end of a block, %g s inside", one, none)
	}
	if all := communication(2, 40); math.Abs(all-3*one) > 1e-3*one {
		t.Errorf("%g s, want %g", all, 3*one)
	}
}

// Where iterations stand for others they do so in the shares that there are: of 1,024 pairs of
// columns in cycles of 4, each fourth lies on two processors.
func TestCallsAtPlacesOfCycles(t *testing.T) {
	const text = fluxes +
		"program p\nuse m\nreal x(40,1025), y(40,1025)\n!hpf$ processors g(4)\n!hpf$ distribute (*,cyclic(4)) onto g :: x, y\nx = 1\ndo j = %d, %d\ncall flux(x(:,j), x(:,j-1), y(:,j))\nend do\nend program\n"
	communication := func(first, last int) float64 {
		return unitNamed(t, reportOf(t, "p.f90", fmt.Sprintf(text, first, last), settings.Settings{}), "p").Charge.Communication
	}
	if all, one := communication(2, 1025), communication(5, 5); one <= 0 || math.Abs(all-256*one) > 0.1*256*one {
		t.Errorf("%g s, want about %g", all, 256*one)
	}
}
