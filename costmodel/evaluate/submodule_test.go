package evaluate

import (
	"context"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// A procedure whose interface a module has and whose statements a submodule has is found
// there, with the arguments that the interface says: a loop over n = 60 stores 60 times.
func TestSubmodules(t *testing.T) {
	const (
		module   = "module m\ninterface\nmodule subroutine fill(a, n)\nreal, intent(out) :: a(:)\ninteger, intent(in) :: n\nend subroutine\nmodule function total(a, n) result(s)\nreal, intent(in) :: a(:)\ninteger, intent(in) :: n\nreal :: s\nend function\nend interface\nend module\n"
		main     = "program p\nuse m\nreal x(100), y\ncall fill(x, 60)\ny = total(x, 60)\nend program\n"
		store    = "integer i\ndo i = 1, n\na(i) = 1.0\nend do\nend procedure\n"
		add      = "integer i\ns = 0.0\ndo i = 1, n\ns = s + a(i)\nend do\nend procedure\n"
		named    = "module procedure fill\n" + store + "module procedure total\n" + add
		whole    = "module subroutine fill(a, n)\nreal, intent(out) :: a(:)\ninteger, intent(in) :: n\ninteger i\ndo i = 1, n\na(i) = 1.0\nend do\nend subroutine\nmodule procedure total\n" + add
		inModule = "module m\ninterface\nmodule subroutine fill(a, n)\nreal, intent(out) :: a(:)\ninteger, intent(in) :: n\nend subroutine\nmodule real function total(a, n) result(s)\nreal, intent(in) :: a(:)\ninteger, intent(in) :: n\nend function\nend interface\ncontains\n" + named + "end module\n"
	)
	for _, c := range []struct{ name, main, behind string }{
		{"in one file", module + "submodule (m) s\ncontains\n" + named + "end submodule\n" + main, ""},
		{"in another file", module + main, "submodule (m) s\ncontains\n" + named + "end submodule\n"},
		{"with a heading of its own", module + main, "submodule (m) s\ncontains\n" + whole + "end submodule\n"},
		{"in a submodule of a submodule", module + "submodule (m) s\nend submodule\n" + main, "submodule (m:s) r\ncontains\n" + named + "end submodule\n"},
		{"in the module", inModule + main, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := workspace.New(texts.FS{})
			w.Open("d.f90", "", 1, c.main)
			w.Open("behind.f90", "", 1, c.behind)
			executed := 0.0
			for path, text := range map[string]string{"d.f90": c.main, "behind.f90": c.behind} {
				r, err := File(context.Background(), w.Snapshot(), path, settings.Settings{})
				if err != nil {
					t.Fatal(err)
				}
				for _, d := range r.Diagnostics {
					t.Errorf("%s: %s", path, d.Message)
				}
				for _, u := range r.Units {
					for _, l := range u.Lines {
						if of := strings.Split(text, "\n")[l.Line-1]; of == "a(i) = 1.0" || of == "s = s + a(i)" {
							executed += l.Executions * u.Calls
						}
					}
					if u.Kind == "program" && (u.LowerBound || u.NoEstimate != "") {
						t.Errorf("%s is at least %g s: %s", u.Name, u.Charge.Total(), u.NoEstimate)
					}
				}
			}
			if executed != 120 {
				t.Errorf("%g executions, want 60 and 60", executed)
			}
		})
	}
}

// A procedure of a submodule that no interface of the module has is its own: outside, its
// name is that of another one.
func TestSubmodulesHaveProceduresOfTheirOwn(t *testing.T) {
	const private = "module m\nend module\nsubmodule (m) s\ncontains\nsubroutine helper(a)\nreal a(100)\na = 1.0\nend subroutine\nend submodule\n"
	const text = private + "program p\nuse m\nreal x(100)\ncall helper(x)\nend program\nsubroutine helper(a)\nreal a(100)\na(1) = 2.0\nend subroutine\n"
	r := reportOf(t, "p.f90", text, settings.Settings{})
	if call, own := lineIn(r, 13), lineIn(r, 17); call.NoEstimate != "" || call.Charge.Computation != own.Charge.Computation || own.Executions != 1 {
		t.Errorf("the call computes for %g s (%s), its procedure for %g s", call.Charge.Computation, call.NoEstimate, own.Charge.Computation)
	}
}

// The interface of a module may change under the statements in its submodule.
func TestTheInterfaceOfASubmoduleChanges(t *testing.T) {
	const module = "module m\ninteger, parameter :: wide = 10\ninterface\nmodule subroutine fill(a)\nreal, intent(out) :: a(wide)\nend subroutine\nend interface\nend module\n"
	w := workspace.New(texts.FS{})
	w.Open("s.f90", "", 1, "submodule (m) s\ncontains\nmodule procedure fill\na = 1.0\nend procedure\nend submodule\n")
	for version, extent := range []string{"wide", "4*wide"} {
		w.Open("m.f90", "", int32(version+1), strings.Replace(module, "a(wide)", "a("+extent+")", 1))
		r, err := File(context.Background(), w.Snapshot(), "s.f90", settings.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := lineIn(r, 4).Executions, []float64{10, 40}[version]; got != want {
			t.Errorf("a(%s): %g elements, want %g", extent, got, want)
		}
	}
}
