package evaluate

import (
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// A function that does nothing but compute costs what its expression costs where it is called.
func TestFormulasCostWhatTheirExpressionsDo(t *testing.T) {
	const head = "program p\nparameter (n = 2000)\nreal x(n), y(n)\nreal h, s, c\nh = 1.0/n\ns = 0.0\nc = 3.0\n"
	const tail = "\nprint *, s, c, x(5)\ncontains\nFUNCTIONS\nend program\n"
	for _, c := range []struct{ name, functions, called, written string }{
		{"once", "real function f(z)\nreal, intent(in) :: z\nf = 2.0*z + 1.0\nend function", "do i = 1, n\ny(i) = f(x(i))\nend do", "do i = 1, n\ny(i) = 2.0*x(i) + 1.0\nend do"},
		{"an argument that is used twice", "real function f(z)\nreal, intent(in) :: z\nf = 4.0/(1.0 + z*z)\nend function", "do i = 1, n\ns = s + f((i - 0.5)*h)\nend do", "do i = 1, n\ns = s + 4.0/(1.0 + ((i - 0.5)*h)*((i - 0.5)*h))\nend do"},
		{"in itself", "real function f(z)\nreal, intent(in) :: z\nf = 2.0*z\nend function", "do i = 1, n\ny(i) = f(f(x(i)) + c)\nend do", "do i = 1, n\ny(i) = 2.0*(2.0*x(i) + c)\nend do"},
		{"with a variable of its own", "real function f(z)\nreal, intent(in) :: z\nreal r\nr = z*z\nf = sqrt(r + 1.0)\nend function", "do i = 1, n\ny(i) = f(x(i))\nend do", "do i = 1, n\ny(i) = sqrt(x(i)*x(i) + 1.0)\nend do"},
		{"with constants of its own", "real function f(z)\nreal, intent(in) :: z\nreal, parameter :: c = 5.0, d = 2.0*c\nf = c*z + d\nend function", "do i = 1, n\ny(i) = f(x(i)) + c\nend do", "do i = 1, n\ny(i) = (5.0*x(i) + 2.0*5.0) + c\nend do"},
		{"by keywords", "real function f(u, v)\nreal, intent(in) :: u, v\nf = u - 2.0*v\nend function", "do i = 1, n\ny(i) = f(v = x(i), u = c)\nend do", "do i = 1, n\ny(i) = c - 2.0*x(i)\nend do"},
		{"in a condition", "real function f(z)\nreal, intent(in) :: z\nf = 2.0*z\nend function", "do i = 1, n\nif (f(x(i)) > c) y(i) = 1.0\nend do", "do i = 1, n\nif (2.0*x(i) > c) y(i) = 1.0\nend do"},
		{"in FORALL", "pure real function f(z)\nreal, intent(in) :: z\nf = 2.0*z\nend function", "forall (i = 1:n) y(i) = f(x(i))", "forall (i = 1:n) y(i) = 2.0*x(i)"},
		{"that carries a value", "real function f(z, w)\nreal, intent(in) :: z, w\nf = 0.5*z + w\nend function", "do i = 2, n\ny(i) = f(y(i-1), x(i))\nend do", "do i = 2, n\ny(i) = 0.5*y(i-1) + x(i)\nend do"},
	} {
		t.Run(c.name, func(t *testing.T) {
			time := func(body string) report.Charge {
				text := head + body + strings.Replace(tail, "FUNCTIONS", c.functions, 1)
				return reportOf(t, "p.f90", text, settings.Settings{Machine: "cluster", Procs: 1}).Units[0].Charge
			}
			called, written := time(c.called), time(c.written)
			if math.Abs(called.Total()-written.Total()) > 1e-9*written.Total() {
				t.Errorf("%+v called, %+v written", called, written)
			}
		})
	}
}

// What does more than compute stays a call: its linkage shows.
func TestFunctionsThatAreNoFormulas(t *testing.T) {
	const text = "module m\nreal :: total = 0.0\ncontains\nreal function f(z)\nDECLARED\nBODY\nend function\nreal function g(z)\nreal, intent(in) :: z\ng = z\nend function\nreal function h(z)\nreal, intent(in) :: z\nh = z + total\nend function\nend module\nprogram p\nuse m\nreal x(2000), y(2000)\ndo i = 1, 2000\ny(i) = f(ARGUMENT)\nend do\nend program\n"
	const in = "real, intent(in) :: z"
	for _, c := range []struct {
		name, declared, body, argument string
		linked                         bool
	}{
		{"a formula", in, "f = 2.0*z", "x(i)", false},
		{"that returns", in, "f = 2.0*z\nreturn", "x(i)", false},
		{"of another variable", in, "f = 2.0*z + total", "x(i)", true},
		{"that counts", in, "total = total + 1.0\nf = 2.0*z", "x(i)", true},
		{"that changes its argument", "real z", "z = 2.0*z\nf = z", "x(i)", true},
		{"that keeps a value", in + "\nreal, save :: r\nr = z\nf = 2.0*r", "", "x(i)", true},
		{"that branches", in, "f = z\nif (z > 0.0) f = 2.0*z", "x(i)", true},
		{"that loops", in, "f = z\ndo k = 1, 3\nf = 2.0*f\nend do", "x(i)", true},
		{"that calls another", in, "f = 2.0*g(z)", "x(i)", true},
		{"that converts", in, "f = int(z)", "x(i)", true},
		{"of constants that name each other", in + "\nreal, parameter :: c = d, d = c", "f = c*z", "x(i)", true},
		{"twice of a call", in, "f = z*z", "h(x(i))", true},
		{"of a call that it does not use", in, "f = 1.0", "h(x(i))", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "p.f90", strings.NewReplacer("DECLARED", c.declared, "BODY", c.body, "ARGUMENT", c.argument).Replace(text), settings.Settings{Machine: "cluster", Procs: 1})
			if linked := unitNamed(t, r, "p").Charge.Overhead > 2000*4e-9; linked != c.linked {
				t.Errorf("a call: %t, want %t", linked, c.linked)
			}
		})
	}
}
