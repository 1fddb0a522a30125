package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// callsIn counts the calls of procedures in a report, of which each line has an estimate.
func callsIn(t *testing.T, r *report.Report) (calls float64) {
	t.Helper()
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
	return calls
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
			if calls := callsIn(t, r); calls != 1 {
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
			if calls := callsIn(t, r); calls != 60 {
				t.Errorf("%g calls, want 60", calls)
			}
		})
	}
}

// Texts are put together by a copy, and what an operator does that no interface in sight defines is
// not known.
func TestOtherOperators(t *testing.T) {
	const text = "program p\ncharacter(len=20) f\ntype t\nreal x\nend type\ntype(t) u, v\nf = 'out'//'put'\nv = u .cross. u\nv = u + u\nif (x > 1.0) y = 2.0\nend program\n"
	r := reportOf(t, "p.f90", text, settings.Settings{})
	if l := lineIn(r, 7); l.NoEstimate != "" || l.Charge.Total() <= 0 || l.Charge.Total() > 1e-6 {
		t.Errorf("a text put together: %g s %s", l.Charge.Total(), l.NoEstimate)
	}
	for _, line := range []int{8, 9} {
		if l := lineIn(r, line); !strings.Contains(l.NoEstimate, "operator") {
			t.Errorf("line %d: %g s %q", line, l.Charge.Total(), l.NoEstimate)
		}
	}
}

// The operators and procedures that a type binds are called with the elements that they stand
// with: once in each of 10 iterations, in which nothing runs over the array of 1,000 objects.
func TestBoundOperators(t *testing.T) {
	const module = "module m\nprivate\npublic :: t\ntype t\nreal :: v = 0.0\ncontains\nprocedure, private :: add => sum_of\ngeneric :: operator(+) => add\nprocedure :: norm\nprocedure :: move\nend type\ncontains\n" +
		"function sum_of(a, b) result(c)\nclass(t), intent(in) :: a\ntype(t), intent(in) :: b\ntype(t) :: c\nc%v = a%v + b%v\nend function\nreal function norm(self)\nclass(t), intent(in) :: self\nnorm = self%v**2\nend function\nsubroutine move(self)\nclass(t), intent(inout) :: self\nself%v = 1.0\nend subroutine\nend module\n"
	for _, c := range []struct{ name, statement string }{
		{"an operator", "q = p(i) + p(i)"},
		{"a function of an element", "x = x + p(i)%norm()"},
		{"a subroutine of an element", "call p(i)%move()"},
		{"a subroutine of a component's element", "call box%p(i)%move()"},
	} {
		t.Run(c.name, func(t *testing.T) {
			program := func(objects string) *report.Report {
				return reportOf(t, "p.f90", module+"program p1\nuse m\ntype holder\ntype(t) p("+objects+")\nend type\ntype(holder) box\ntype(t) p("+objects+"), q\nreal x\ninteger i\ndo i = 1, 10\n"+c.statement+"\nend do\nend program\n", settings.Settings{})
			}
			r := program("1000")
			if calls := callsIn(t, r); calls != 10 {
				t.Errorf("%g calls, want 10", calls)
			}
			if many, few := unitNamed(t, r, "p1").Charge.Total(), unitNamed(t, program("10"), "p1").Charge.Total(); many != few {
				t.Errorf("%g s with 1,000 objects, %g with 10", many, few)
			}
		})
	}
}
