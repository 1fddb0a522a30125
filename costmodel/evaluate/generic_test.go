package evaluate

import (
	"context"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

var overloaded = map[string]string{
	"/r/kernels.f90": `module kernels
  private
  public smooth, size_of
  interface smooth
    module procedure once, often
  end interface
  interface size_of
    module procedure of_row, of_plane
  end interface
contains
  subroutine once(x)
    real, intent(inout) :: x(:)
    x(2:) = 0.5*x(:size(x)-1)
  end subroutine
  subroutine often(x, times)
    real, intent(inout) :: x(:)
    integer, intent(in) :: times
    integer :: i
    do i = 1, times
      call smooth(x)
    end do
  end subroutine
  real function of_row(x)
    real, intent(in) :: x(:)
    of_row = sum(abs(x))
  end function
  real function of_plane(x)
    real, intent(in) :: x(:,:)
    of_plane = sum(abs(x))
  end function
end module
`,
	"/r/solvers.f90": "module solvers\n  use kernels, relax => smooth\nend module\n",
	"/r/main.f90": `program main
  use solvers
  real :: a(1000), b(50,50), s
  s = size_of(b)
  call relax(a, 7)
end program
`,
}

// A call of a generic name costs what a call of the procedure costs that it means, also
// where the name comes through another module, and after the procedures have changed.
func TestGenericNames(t *testing.T) {
	named := map[string]string{"/r/kernels.f90": strings.NewReplacer("public smooth, size_of", "public", "call smooth", "call once").Replace(overloaded["/r/kernels.f90"]),
		"/r/solvers.f90": "module solvers\n  use kernels\nend module\n",
		"/r/main.f90":    strings.NewReplacer("relax", "often", "size_of", "of_plane").Replace(overloaded["/r/main.f90"])}
	opened := func(files map[string]string) *workspace.Workspace {
		w := workspace.New(texts.FS{})
		for path, text := range files {
			w.Open(path, "fortran", 1, text)
		}
		return w
	}
	lines := func(w *workspace.Workspace) (function, subroutine *report.Line) {
		t.Helper()
		r, err := File(context.Background(), w.Snapshot(), "/r/main.f90", settings.Settings{Machine: "cluster"})
		if err != nil {
			t.Fatal(err)
		}
		return r.Units[0].Lines[0], r.Units[0].Lines[1]
	}
	w := opened(overloaded)
	function, subroutine := lines(w)
	wantFunction, wantSubroutine := lines(opened(named))
	for name, x := range map[string]struct{ got, want *report.Line }{"function": {function, wantFunction}, "subroutine": {subroutine, wantSubroutine}} {
		t.Run(name, func(t *testing.T) {
			if x.want.NoEstimate != "" || x.got.NoEstimate != "" || x.want.Charge.Total() == 0 || x.got.Charge != x.want.Charge {
				t.Errorf("%+v, want %+v", *x.got, *x.want)
			}
		})
	}
	swapped := strings.NewReplacer("x(:,:)", "x(:)", "x(:)", "x(:,:)").Replace(overloaded["/r/kernels.f90"])
	if _, err := w.Change("/r/kernels.f90", 2, source.NewText(swapped)); err != nil {
		t.Fatal(err)
	}
	if _, subroutine := lines(w); !strings.Contains(subroutine.NoEstimate, "relax") {
		t.Errorf("after no procedure takes a vector any more: %+v", *subroutine)
	}
}

// Array constructors choose among specific procedures by their items, where they say no type.
func TestConstructorsChooseProcedures(t *testing.T) {
	const module = "module m\ninterface area\nmodule procedure of_reals, of_integers\nend interface\ncontains\nreal function of_reals(x)\nreal, intent(in) :: x(:)\nof_reals = x(1)\nend function\nreal function of_integers(x)\ninteger, intent(in) :: x(:)\nof_integers = x(1)\nend function\nend module\n"
	for name, c := range map[string]struct{ items, called string }{
		"integers":                    {"[1, 2, 3]", "of_integers"},
		"reals":                       {"[1.0, 2.0]", "of_reals"},
		"an implied DO":               {"[(real(i), i = 1, 5000)]", "of_reals"},
		"in an expression":            {"2.0*[1.0, 2.0]", "of_reals"},
		"of a type: not known here":   {"[real :: 1, 2]", ""},
		"without items: not known":    {"[real ::]", ""},
		"of a function: not followed": {"[f(1.0)]", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := reportOf(t, "p.f90", module+"program p\nuse m\nreal y\ninteger i\ny = area("+c.items+")\nend program\n", settings.Settings{})
			called := ""
			for _, u := range r.Units {
				if len(u.Callers) > 0 {
					called += u.Name
				}
			}
			if called != c.called {
				t.Errorf("%q is called, want %q", called, c.called)
			}
		})
	}
}
