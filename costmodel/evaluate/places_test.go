package evaluate

import (
	"fmt"
	"math"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

const fluxes = "module m\ncontains\nsubroutine flux(u, v, f)\nreal, intent(in) :: u(:), v(:)\nreal, intent(out) :: f(:)\n!hpf$ inherit u\n!hpf$ inherit v\n!hpf$ inherit f\nf = 0.5*(u + v)\nend subroutine\nend module\n"

// A procedure that gets neighbouring columns needs those of others at the ends of blocks
// only: of 40 columns on 4 processors column 10 goes to the owner of column 11, and so on, 3
// in all at once; the middle iteration, which is such a one, does not stand for the others.
func TestCallsAtTheirPlaces(t *testing.T) {
	const head = fluxes +
		"program p\nuse m\nreal x(40,40), y(40,40)\n!hpf$ processors g(4)\n!hpf$ distribute (*,block) onto g :: x, y\nx = 1\n"
	communication := func(first, last int) (seconds, bytes float64) {
		text := head + fmt.Sprintf("do j = %d, %d\ncall flux(x(:,j), x(:,j-1), y(:,j))\nend do\nend program\n", first, last)
		r := reportOf(t, "p.f90", text, settings.Settings{})
		return unitNamed(t, r, "p").Charge.Communication, bytesIn(lineIn(r, lineWith(text, "call ")))
	}
	one, column := communication(11, 11)
	if none, _ := communication(12, 12); one <= 0 || column != 160 || none != 0 {
		t.Fatalf("%g s and %g bytes at the end of a block, %g s inside", one, column, none)
	}
	if all, columns := communication(2, 40); math.Abs(all-one) > 1e-3*one || columns != 3*column {
		t.Errorf("%g s and %g bytes, want %g and %g", all, columns, one, 3*column)
	}
}

// Of 1,024 pairs of columns in cycles of 4, each fourth lies on two processors: 256 columns of
// 160 bytes go to others.
func TestCallsAtPlacesOfCycles(t *testing.T) {
	const text = fluxes +
		"program p\nuse m\nreal x(40,1025), y(40,1025)\n!hpf$ processors g(4)\n!hpf$ distribute (*,cyclic(4)) onto g :: x, y\nx = 1\ndo j = %d, %d\ncall flux(x(:,j), x(:,j-1), y(:,j))\nend do\nend program\n"
	all := fmt.Sprintf(text, 2, 1025)
	if bytes := bytesIn(lineIn(reportOf(t, "p.f90", all, settings.Settings{}), lineWith(all, "call "))); bytes != 256*160 {
		t.Errorf("%g bytes, want %d", bytes, 256*160)
	}
}
