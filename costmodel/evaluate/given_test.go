package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// A call decides which optional dummies are present and which branch of the procedure its text
// chooses: how often its lines are executed is known.
func TestWhatACallGives(t *testing.T) {
	const main = "program p\nreal x(100)\n"
	const optional = "subroutine s(a, n)\nreal, intent(inout) :: a(100)\ninteger, intent(in), optional :: n\ninteger m, i\nm = 10\nif (present(n)) m = n\ndo i = 1, m\na(i) = 1.0\nend do\nend subroutine\n"
	const outer = "subroutine o(a, k)\nreal, intent(inout) :: a(100)\ninteger, intent(in), optional :: k\ncall s(a, k)\nend subroutine\n"
	chooses := func(first, second string) string {
		return "subroutine s(a, method)\nreal, intent(inout) :: a(100)\ncharacter(len=*), intent(in) :: method\nselect case (method)\ncase ('" + first + "')\ndo i = 1, 60\na(i) = 1.0\nend do\ncase ('" + second + "')\ndo i = 1, 7\na(i) = 1.0\nend do\nend select\nend subroutine\n"
	}
	for _, c := range []struct {
		name, text string
		want       float64
	}{
		{"present", main + "call s(x, 60)\nend program\n" + optional, 60},
		{"present by keyword", main + "call s(n=60, a=x)\nend program\n" + optional, 60},
		{"absent", main + "call s(x)\nend program\n" + optional, 10},
		{"passed on", main + "call o(x, 60)\nend program\n" + outer + optional, 60},
		{"absent and passed on", main + "call o(x)\nend program\n" + outer + optional, 10},
		{"inside, of the host", main + "call s(x, 60)\nend program\n" + strings.Replace(strings.Replace(optional, "if (present(n)) m = n", "call inner", 1), "end subroutine\n", "contains\nsubroutine inner\nif (present(n)) m = 60\nend subroutine\nend subroutine\n", 1), 60},
		{"a short text", main + "call s(x, 'jacobi')\nend program\n" + chooses("jacobi", "sor"), 60},
		{"the other one", main + "call s(x, 'sor')\nend program\n" + chooses("jacobi", "sor"), 7},
		{"a long text", main + "call s(x, 'conjugate gradients')\nend program\n" + chooses("conjugate gradients", "conjugate residuals"), 60},
		{"the other long one", main + "call s(x, 'conjugate residuals')\nend program\n" + chooses("conjugate gradients", "conjugate residuals"), 7},
		{"a long variable", main + "character(len=32) :: how\nhow = 'conjugate residuals'\ncall s(x, how)\nend program\n" + chooses("conjugate gradients", "conjugate residuals"), 7},
		{"one that is too short, and of half a chance", main + "character(len=12) :: how\nhow = 'conjugate residuals'\ncall s(x, how)\nend program\n" + chooses("conjugate gradients", "conjugate residuals"), 30 + 0.5*7*0.5},
		{"of one character, whatever is passed", main + "call s(x, 'No transpose')\nend program\n" + strings.Replace(chooses("N", "T"), "len=*", "len=1", 1), 30 + 0.5*7*0.5},
		{"neither", main + "call s(x, 'none')\nend program\n" + chooses("jacobi", "sor"), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := 0.0
			for _, u := range reportOf(t, "p.f90", c.text, settings.Settings{}).Units {
				for _, l := range u.Lines {
					if u.Name == "s" && strings.Split(c.text, "\n")[l.Line-1] == "a(i) = 1.0" {
						got += l.Executions
					}
				}
			}
			if got != c.want {
				t.Errorf("%g executions, want %g", got, c.want)
			}
		})
	}
}

// Whether a dummy is present that is passed on from nobody knows where is asked.
func TestPresenceIsAsked(t *testing.T) {
	const text = "subroutine o(a, k)\nreal, intent(inout) :: a(100)\ninteger, intent(in), optional :: k\ncall s(a, k)\nend subroutine\nsubroutine s(a, n)\nreal, intent(inout) :: a(100)\ninteger, intent(in), optional :: n\nif (present(n)) a = 1.0\nend subroutine\n"
	asked := false
	for _, u := range reportOf(t, "p.f90", text, settings.Settings{}).Units {
		for _, x := range u.Assumptions {
			asked = asked || u.Name == "s" && x.Name == "weight1" && x.Provenance == report.Assumed
		}
	}
	if !asked {
		t.Error("nobody is asked whether n is present")
	}
}

// An operation on structures is a call of the procedure that an interface names: its loop over
// 60 elements is executed, in it 60 stores.
func TestOperationsOnStructures(t *testing.T) {
	module := func(spec, procedure string) string {
		return "module m\nprivate\npublic :: t, operator(+), operator(.plus.), operator(-), operator(==), assignment(=)\ntype t\ninteger :: n = 0\nreal v(100)\nend type\ninterface " + spec + "\nmodule procedure f\nend interface\ncontains\n" + procedure + "end module\n"
	}
	const loop = "do i = 1, 60\nc%v(i) = 1.0\nend do\n"
	const two = "function f(a, b) result(c)\ntype(t), intent(in) :: a, b\ntype(t) :: c\n" + loop + "end function\n"
	const one = "function f(a) result(c)\ntype(t), intent(in) :: a\ntype(t) :: c\n" + loop + "end function\n"
	const compared = "logical function f(a, b)\ntype(t), intent(in) :: a, b\ntype(t) :: c\n" + loop + "f = a%n == b%n\nend function\n"
	const assigned = "subroutine f(c, x)\ntype(t), intent(inout) :: c\nreal, intent(in) :: x\n" + loop + "end subroutine\n"
	for _, c := range []struct{ name, spec, procedure, use, statement string }{
		{"a sum", "operator(+)", two, "use m", "w = u + u"},
		{"an operator of its own", "operator(.plus.)", two, "use m, only: t, operator(.plus.)", "w = u .plus. u"},
		{"of one operand", "operator(-)", one, "use m", "w = -u"},
		{"a comparison, spelled otherwise", "operator(==)", compared, "use m", "if (u .eq. w) y = 1.0"},
		{"an assignment", "assignment(=)", assigned, "use m", "w = 2.0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "p.f90", module(c.spec, c.procedure)+"program p\n"+c.use+"\ntype(t) u, w\n"+c.statement+"\nend program\n", settings.Settings{})
			calls := 0.0
			for _, u := range r.Units {
				for _, from := range u.Callers {
					calls += from.Calls
				}
				for _, l := range u.Lines {
					if l.NoEstimate != "" {
						t.Errorf("line %d: %s", l.Line, l.NoEstimate)
					}
				}
			}
			if calls != 1 {
				t.Errorf("%g calls, want 1", calls)
			}
		})
	}
}

// Reals are added as they always are beside an operator for structures, and a structure is copied
// where no interface is for it.
func TestOperationsOfTheLanguage(t *testing.T) {
	const module = "module m\ntype t\nreal v(100)\nend type\ninterface operator(+)\nmodule procedure f\nend interface\ninterface assignment(=)\nmodule procedure g\nend interface\ncontains\nfunction f(a, b) result(c)\ntype(t), intent(in) :: a, b\ntype(t) :: c\nc%v = a%v\nend function\nsubroutine g(a, x)\ntype(t), intent(out) :: a\nreal, intent(in) :: x\na%v = x\nend subroutine\nend module\n"
	r := reportOf(t, "p.f90", module+"program p\nuse m\ntype(t) u, w\nx = y + 1.0\nw = u\nend program\n", settings.Settings{})
	for _, u := range r.Units {
		if len(u.Callers) > 0 {
			t.Errorf("%s is called by %s", u.Name, u.Callers[0].Unit)
		}
	}
}

// Elements of arrays of structures are passed to procedures and operators: what is loaded of them
// is loaded inside. A function may have its type in its heading, and no RESULT.
func TestElementsOfStructures(t *testing.T) {
	const module = "module m\ntype t\nreal v(3)\nend type\ninterface operator(+)\nmodule procedure f\nend interface\ncontains\ntype(t) function f(a, b)\ntype(t), intent(in) :: a, b\nf%v = a%v + b%v\nend function\nreal function g(a)\ntype(t), intent(in) :: a\ng = sum(a%v)\nend function\nend module\n"
	for _, statement := range []string{"w(i) = w(i) + w(i)", "y = y + g(w(i))", "u = f(w(i), u)"} {
		t.Run(statement, func(t *testing.T) {
			r := reportOf(t, "p.f90", module+"program p\nuse m\ntype(t) u, w(60)\ndo i = 1, 60\n"+statement+"\nend do\nend program\n", settings.Settings{})
			calls := 0.0
			for _, u := range r.Units {
				for _, from := range u.Callers {
					calls += from.Calls
				}
				for _, l := range u.Lines {
					if l.NoEstimate != "" {
						t.Errorf("line %d: %s", l.Line, l.NoEstimate)
					}
				}
			}
			if calls != 60 {
				t.Errorf("%g calls, want 60", calls)
			}
		})
	}
}
