package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A function finds what its modules and COMMON blocks hold when it is referenced: 60 iterations.
func TestFunctionsFindSharedVariables(t *testing.T) {
	const add = "real a(100)\ntotal = 0.0\ndo i = 1, n\ntotal = total + a(i)\nend do\nend function\n"
	for _, c := range []struct{ name, text string }{
		{"in COMMON", "program p\ncommon /c/ n\nreal x(100)\nn = 60\ny = total(x)\nend program\nreal function total(a)\ncommon /c/ n\n" + add},
		{"in a module", "module m\ninteger n\nend module\nprogram p\nuse m\nreal x(100)\nn = 60\nif (total(x) > 1.0) print *, 1\nend program\nreal function total(a)\nuse m\n" + add},
		{"of the host", "program p\ninteger n\nreal x(100)\nn = 60\ny = 2.0 * total(x)\ncontains\nreal function total(a)\n" + add + "end program\n"},
		{"through another one", "program p\ncommon /c/ n\nreal x(100)\nn = 60\ny = mean(x)\nend program\nreal function mean(b)\ncommon /c/ n\nreal b(100)\nmean = total(b) / n\nend function\nreal function total(a)\ncommon /c/ n\n" + add},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "p.f90", c.text, settings.Settings{})
			for _, u := range r.Units {
				for _, x := range u.Assumptions {
					if x.Name == "n" && x.Value != "60" {
						t.Errorf("in %s: n = %v (%s)", u.Name, x.Value, x.Source)
					}
				}
				for _, l := range u.Lines {
					if u.Name == "total" && l.Executions > 1 && l.Executions != 60 {
						t.Errorf("line %d is executed %g times, want 60", l.Line, l.Executions)
					}
				}
			}
		})
	}
}
