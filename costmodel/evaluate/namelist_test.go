package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// What a NAMELIST reads is not known; what stands for it is the default that the program gives
// before, through procedures and structures too.
func TestDefaultsOfNamelists(t *testing.T) {
	const loop = "do i = 1, n\na(i) = 1.0\nend do\nend program\n"
	for _, c := range []struct{ name, text, of, value, why string }{
		{"an initial value", "program p\ninteger :: n = 60, i\nreal a(1000)\nnamelist /run/ n\nread (5, run)\n" + loop, "n", "60", "its initial value"},
		{"assigned", "program p\ninteger n, i\nreal a(1000)\nnamelist /run/ n\nn = 60\nread (5, nml=run)\n" + loop, "n", "60", "its value so far"},
		{"no default", "program p\ninteger n, i\nreal a(1000)\nnamelist /run/ n\nread (5, run)\n" + loop, "n", "100", "no value"},
		{"of a module", "module m\ninteger :: n\nnamelist /run/ n\nend module\nprogram p\nuse m\ninteger i\nreal a(1000)\nn = 60\nread (5, run)\n" + loop, "n", "60", "its value so far"},
		{"of a module that a module uses, behind ONLY", "module m\ninteger :: n\nnamelist /run/ n\nend module\nmodule k\nuse m\nend module\nprogram p\nuse k, only: n, run\ninteger i\nreal a(1000)\nn = 60\nread (5, run)\n" + loop, "n", "60", "its value so far"},
		{"of the host", "program p\ninteger n, i\nreal a(1000)\nnamelist /run/ n\nn = 60\ncall input\n" + strings.Replace(loop, "end program", "contains\nsubroutine input\nread (5, run)\nend subroutine\nend program", 1), "n", "60", "its value so far"},
		{"not of the group", "program p\ninteger n, m, i\nreal a(1000)\nnamelist /run/ m\nn = 60\nread (5, run)\n" + loop, "n", "60", ""},
		{"a list", "program p\ninteger n, i\nreal a(1000)\nn = 60\nread *, n\n" + loop, "n", "100", "no value"},
		{"computed from it", "module m\ninteger n, k\nend module\nprogram p\nuse m\nnamelist /run/ n\nn = 30\nread (5, run)\nk = 2*n\ncall s\nend program\nsubroutine s\nuse m\nreal a(1000)\ndo i = 1, k\na(i) = 1.0\nend do\nend subroutine\n", "k", "60", "its value so far"},
		{"in a component", "program p\ntype t\ninteger nx\nend type\ntype(t) g\ninteger n, i\nreal a(1000)\nnamelist /run/ n\nn = 60\nread (5, run)\ng = t(n)\ndo i = 1, g%nx\na(i) = 1.0\nend do\nend program\n", "g%nx", "60", "its value so far"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := false
			var all []report.Assumption
			for _, u := range reportOf(t, "p.f90", c.text, settings.Settings{}).Units {
				all = append(all, u.Assumptions...)
			}
			for _, x := range all {
				if x.Name == c.of {
					found = true
					if x.Value != c.value || strings.Contains(x.Source, "assumed") != (c.why != "") || !strings.Contains(x.Source, c.why) {
						t.Errorf("%s = %s (%s), want %s, %s", x.Name, x.Value, x.Source, c.value, c.why)
					}
				}
			}
			if !found {
				t.Errorf("nothing is said of %s", c.of)
			}
		})
	}
}

// The components that an array is allocated with are known where they are assigned.
func TestExtentsFromComponents(t *testing.T) {
	const text = "module f\ntype t\ninteger :: nx = 0\nend type\ntype(t) g\nreal, allocatable :: a(:)\n!HPF$ DISTRIBUTE a(BLOCK)\nend module\nprogram p\ncall make(60)\nend program\nsubroutine make(n)\nuse f\ninteger, intent(in) :: n\ng%nx = n\nallocate(a(g%nx))\nend subroutine\n"
	for _, u := range reportOf(t, "p.f90", text, settings.Settings{}).Units {
		for _, x := range u.Assumptions {
			if x.Name == "g%nx" && x.Value != "60" {
				t.Errorf("in %s: %s = %s (%s)", u.Name, x.Name, x.Value, x.Source)
			}
		}
	}
}
