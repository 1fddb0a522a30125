package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Blocks of a given size hold all elements on enough processors only: on fewer there is no time, and
// on one no time to compare with.
func TestFixedBlocksOnFewerProcessors(t *testing.T) {
	const body = "real a(100)\n!HPF$ PROCESSORS q(4)\n!HPF$ DYNAMIC a\n"
	const loop = "do i = 1, 100\na(i) = 2.0*i\nend do\n"
	for _, c := range []struct {
		name, text string
		procs      int
		estimate   bool
		serial     bool
	}{
		{"BLOCK", "program p\n" + body + "!HPF$ DISTRIBUTE a(BLOCK) ONTO q\n" + loop + "end program\n", 4, true, true},
		{"BLOCK(25)", "program p\n" + body + "!HPF$ DISTRIBUTE a(BLOCK(25)) ONTO q\n" + loop + "end program\n", 4, true, false},
		{"BLOCK(25) on too few", "program p\n" + body + "!HPF$ DISTRIBUTE a(BLOCK(25)) ONTO q\n" + loop + "end program\n", 2, false, false},
		{"all in a block", "program p\n" + body + "!HPF$ DISTRIBUTE a(BLOCK(100)) ONTO q\n" + loop + "end program\n", 1, true, true},
		{"remapped", "program p\n" + body + "!HPF$ DISTRIBUTE a(CYCLIC) ONTO q\n" + loop + "!HPF$ REDISTRIBUTE a(BLOCK(25))\n" + loop + "end program\n", 4, true, false},
		{"remapped on too few", "program p\n" + body + "!HPF$ DISTRIBUTE a(CYCLIC) ONTO q\n" + loop + "!HPF$ REDISTRIBUTE a(BLOCK(25))\n" + loop + "end program\n", 2, false, false},
		{"a table", "program p\ninteger, parameter :: g(4) = (/10, 20, 30, 40/)\n" + body + "!HPF$ DISTRIBUTE a(GEN_BLOCK(g)) ONTO q\n" + loop + "end program\n", 4, true, false},
		{"in what is called", "program p\n" + body + "!HPF$ DISTRIBUTE a(BLOCK) ONTO q\n" + loop + "call s\nend program\nsubroutine s\n" + body + "!HPF$ DISTRIBUTE a(BLOCK(25)) ONTO q\n" + loop + "end subroutine\n", 4, true, false},
		{"as the argument lies", "program p\ninteger, parameter :: n = 100\nreal a(n)\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO q\n" + loop + "call s(a, n)\nend program\nsubroutine s(a, n)\ninteger n\nreal a(n)\n!HPF$ INHERIT a\n" + loop + "end subroutine\n", 4, true, true},
		{"as the argument lies, in blocks of a size", "program p\ninteger, parameter :: n = 100\nreal a(n)\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE a(BLOCK(25)) ONTO q\n" + loop + "call s(a, n)\nend program\nsubroutine s(a, n)\ninteger n\nreal a(n)\n!HPF$ INHERIT a\n" + loop + "end subroutine\n", 4, true, false},
	} {
		for _, totals := range []bool{false, true} {
			t.Run(c.name, func(t *testing.T) {
				u := reportOf(t, "x.f90", c.text, settings.Settings{Procs: c.procs, Totals: totals}).Units[0]
				if got := u.NoEstimate == ""; got != c.estimate || !got && !strings.Contains(u.NoEstimate, "blocks of 25 elements need 4 processors along dimension 1 of the arrangement, which has 2") {
					t.Fatalf("estimate %v: %q", got, u.NoEstimate)
				}
				if (u.Serial > 0) != c.serial || (u.Speedup > 0) != c.serial {
					t.Errorf("%g s on one processor, speedup %g", u.Serial, u.Speedup)
				}
			})
		}
	}
}
