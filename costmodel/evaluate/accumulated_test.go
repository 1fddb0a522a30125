package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// An array that REDUCTION names is one of each processor until the loop ends: the owners of the
// particles make the iterations, whoever owns the cells, and the cells are combined once.
func TestReductionsIntoArrays(t *testing.T) {
	for _, c := range []struct{ name, home, store string }{
		{"at run time", "k = int(x(i))\n", "rho(k) = rho(k) + q(i)"},
		{"through an index array", "", "rho(cell(i)) = rho(cell(i)) + q(i)*x(i)"},
		{"two elements", "k = int(x(i))\n", "rho(k) = rho(k) + q(i)\nrho(k+1) = rho(k+1) + x(i)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "p.f90", "program p\nreal :: x(4000), q(4000), rho(100)\ninteger :: cell(4000), i, k\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO p :: x, q, cell, rho\n!HPF$ INDEPENDENT, NEW(k), REDUCTION(rho)\ndo i = 1, 4000\n"+c.home+c.store+"\nend do\nend program\n", settings.Settings{})
			combined := 0
			for _, l := range r.Units[0].Lines {
				for _, x := range l.Comms {
					if x.Kind != "reduction" {
						t.Errorf("line %d: %s", l.Line, x.Reason)
					} else {
						combined++
					}
				}
			}
			if combined != 1 || r.Units[0].Loops[0].Kind != "parallel" {
				t.Errorf("combined %d times, the loop is %s", combined, r.Units[0].Loops[0].Kind)
			}
		})
	}
}
