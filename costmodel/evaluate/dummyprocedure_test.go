package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A dummy procedure is the one that all calls pass, whatever it is called inside: its loop has
// 60 iterations, that of the others 7.
func TestDummyProcedures(t *testing.T) {
	const f = "real function f(x)\nf = x\ndo i = 1, 60\nf = f + x\nend do\nend function\n"
	const h = "real function h(x)\nh = x\ndo i = 1, 7\nh = h + x\nend do\nend function\n"
	const g = "real function g(x)\ng = x\ndo i = 1, 7\ng = g + x\nend do\nend function\n"
	const outer = "subroutine o(f)\nexternal f\ncall s(f, y)\nend subroutine\n"
	const sub = "subroutine s(g, y)\nexternal g\nreal g\ny = g(1.0)\nend subroutine\n"
	const main = "program p\nexternal f, h\nreal f, h\n"
	for _, c := range []struct {
		name, text string
		known      bool
	}{
		{"one", main + "call s(f, y)\nend program\n" + sub + f, true},
		{"by keyword", "program p\ninterface\nsubroutine s(g, y)\nexternal g\nend subroutine\nend interface\nexternal f\ncall s(y=y, g=f)\nend program\n" + sub + f, true},
		{"twice", main + "call s(f, y)\ncall s(f, z)\nend program\n" + sub + f, true},
		{"beside one of the dummy's name", main + "call s(f, y)\nend program\n" + sub + f + g, true},
		{"two", main + "call s(f, y)\ncall s(h, y)\nend program\n" + sub + f + h, false},
		{"of a module", "module m\ncontains\n" + sub + "end module\nprogram p\nuse m\nexternal f\nreal f\ncall s(f, y)\nend program\n" + f, true},
		{"beside a recursion", main + "call s(f, y)\nend program\nrecursive subroutine s(g, y)\nexternal g\nreal g\ny = g(1.0)\nif (y > 1.0) call s(g, y)\nend subroutine\n" + f, false},
		{"in a file without the program", "subroutine q\nexternal f\ncall s(f, y)\nend subroutine\n" + sub + f, false},
		{"passed on", main + "call o(f)\nend program\n" + outer + sub + f, false},
		{"by nobody", main + "end program\n" + sub + f + g, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "p.f90", c.text, settings.Settings{})
			for _, u := range r.Units {
				if u.Name != "s" {
					continue
				}
				if u.Partial() == c.known {
					t.Errorf("at least: %v", u.Partial())
				}
			}
			for _, u := range r.Units {
				if u.Name == "f" && c.known && len(u.Callers) != 1 {
					t.Errorf("f has the callers %v", u.Callers)
				}
				if u.Name == "g" && len(u.Callers) != 0 {
					t.Errorf("g has the callers %v", u.Callers)
				}
			}
		})
	}
}
