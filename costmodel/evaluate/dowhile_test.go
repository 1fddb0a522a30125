package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// What the condition of a DO WHILE computes is computed in each iteration, as that of an IF is:
// here the maximum of an array, in 2 stages for 4 processors, and a function of the program.
func TestConditionsOfDoWhile(t *testing.T) {
	const head = "program p\nreal a(4000)\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO q\n"
	const tail = "a = 0.9*a\nend do\ncontains\nreal function f()\nf = a(1)\ndo i = 1, 500\nf = f + 1.0\nend do\nend function\nend program\n"
	for _, condition := range []string{"maxval(a) > 1.0", "f() > 1.0"} {
		t.Run(condition, func(t *testing.T) {
			loop := reportOf(t, "p.f90", head+"do while ("+condition+")\n"+tail, settings.Settings{})
			test := reportOf(t, "p.f90", head+"do\nif ("+condition+") exit\n"+tail, settings.Settings{})
			line, same := lineIn(loop, 5), lineIn(test, 6)
			own := lineIn(test, 5).Charge.Total()
			if got, want := line.Charge.Total(), same.Charge.Total()+own; got < 0.95*want || got > 1.05*want {
				t.Errorf("%g s for the condition, as that of an IF %g", got, want)
			}
			if len(line.Comms) != len(same.Comms) {
				t.Errorf("%d communications, as an IF has %d", len(line.Comms), len(same.Comms))
			}
		})
	}
}

// A procedure that gets a section knows its shape and, where they are followed, its elements.
// For m elements the inner loop makes ceiling((m-l)/(2l)) iterations for l = 1, 2, 4, ... < m:
// 16+8+4+2+1 for 32, 5+3+1+1 for the 11 of 1:31:3. steps(4:6) is 10, 20, 30;
// dummies begin at their own lower bounds.
func TestShapesOfSectionsInProcedures(t *testing.T) {
	const head = "program p\ncomplex u(32,16)\ninteger k, steps(8)\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE u(*,BLOCK) ONTO q\nu = 1.0\ndo k = 1, 8\nsteps(k) = 10*(k-3)\nend do\n"
	const tail = "contains\nsubroutine fft(x)\ncomplex, intent(inout) :: x(:)\ninteger m, l, i\nm = size(x)\nl = 1\ndo while (l < m)\ndo i = 1, m-l, 2*l\nx(i) = x(i) + x(i+l)\nend do\nl = 2*l\nend do\nend subroutine\n" +
		"subroutine count(s)\ninteger s(:), i, j\nreal y\ndo i = 1, size(s)\ndo j = 1, s(i)\ny = y + 1.0\nend do\nend do\nend subroutine\n" +
		"subroutine first(s)\ninteger s(0:), i\nreal w\ndo i = 1, s(1)\nw = w + 1.0\nend do\nend subroutine\n" +
		"subroutine all(s)\ninteger s(0:), i\nreal v\ndo i = 1, s(5)\nv = v + 1.0\nend do\nend subroutine\nend program\n"
	cases := []struct {
		call, store string
		executions  float64
	}{
		{"!HPF$ INDEPENDENT\ndo k = 1, 16\ncall fft(u(:,k))\nend do\n", "x(i) = x(i) + x(i+l)", 31},
		{"do k = 1, 16\ncall fft(u(1:31:3,k))\nend do\n", "x(i) = x(i) + x(i+l)", 10},
		{"call fft(u(7,:))\n", "x(i) = x(i) + x(i+l)", 15},
		{"call count(steps(4:6))\n", "y = y + 1.0", 60},
		{"call first(steps(4:6))\n", "w = w + 1.0", 20},
		{"call first((/ 5, 7, 9 /))\n", "w = w + 1.0", 7},
		{"call all(steps)\n", "v = v + 1.0", 30},
	}
	for _, c := range cases {
		t.Run(c.call, func(t *testing.T) {
			text := head + c.call + tail
			r := reportOf(t, "p.f90", text, settings.Settings{})
			line := lineIn(r, 1+strings.Count(text[:strings.Index(text, c.store)], "\n"))
			if line.Executions != c.executions {
				t.Errorf("%g executions, want %g", line.Executions, c.executions)
			}
		})
	}
}
