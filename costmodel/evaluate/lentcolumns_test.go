package evaluate

import (
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Who executes an iteration calls the procedure alone and fetches the columns that others
// have: u(3,0:100) on 4 processors has 26 columns a block, the neighbour's is one message of
// 3 elements, and a processor calls as often as it has columns.
func TestColumnsOfOthersAreFetched(t *testing.T) {
	const module = "module m\ncontains\npure subroutine flux(ul, ur, f)\nreal, intent(in) :: ul(3), ur(3)\nreal, intent(out) :: f(3)\nreal d(3)\nd = ur - ul\nf = 0.5*(ul + ur) - d\nend subroutine\n" +
		"pure real function total(v)\nreal, intent(in) :: v(3)\ntotal = v(1) + v(2)*v(3)\nend function\nend module\n"
	const head = "program p\nuse m\nreal u(3,0:100), f(3,0:100), s(0:100)\ninteger i\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE u(*,BLOCK) ONTO q\n!HPF$ ALIGN f(*,i) WITH u(*,i)\n!HPF$ ALIGN s(i) WITH u(*,i)\nu = 1.0\n"
	cases := []struct {
		name, loop string
		procedure  string
		calls      float64 // on the processor with most columns
		bytes      float64 // over all processors
	}{
		{"a call with its own column", "!HPF$ INDEPENDENT\ndo i = 0, 100\ncall flux(u(:,i), u(:,i), f(:,i))\nend do\n", "flux", 26, 0},
		{"a call with the next column", "!HPF$ INDEPENDENT\ndo i = 0, 99\ncall flux(u(:,i), u(:,i+1), f(:,i))\nend do\n", "flux", 26, 3 * 12},
		{"a call with a part of the next column", "!HPF$ INDEPENDENT\ndo i = 0, 99\ncall flux(u(:,i), u(3:1:-1,i+1), f(:,i))\nend do\n", "flux", 26, 3 * 12},
		{"a call with the same column for all", "!HPF$ INDEPENDENT\ndo i = 0, 99\ncall flux(u(:,i), u(:,7), f(:,i))\nend do\n", "flux", 26, 3 * 12},
		{"a function of its own column", "!HPF$ INDEPENDENT\ndo i = 0, 100\ns(i) = total(u(:,i))\nend do\n", "total", 26, 0},
		{"a function of the next column", "!HPF$ INDEPENDENT\ndo i = 0, 99\ns(i) = 2.0*total(u(:,i+1))\nend do\n", "total", 26, 3 * 12},
		{"a function in a FORALL", "forall (i = 1:100) s(i) = total(u(:,i-1)) + s(i)\n", "total", 26, 3 * 12},
		{"a function in a serial loop", "do i = 0, 99\ns(i) = total(u(:,i+1))\nend do\n", "total", 26, 3 * 12},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := module + head + c.loop + "end program\n"
			at := strings.Count(text[:strings.LastIndex(text, c.procedure+"(u")], "\n") + 1
			r := reportOf(t, "x.f90", text, settings.Settings{Procs: 4})
			bytes := bytesIn(lineIn(r, at))
			if bytes != c.bytes {
				t.Errorf("%g bytes, want %g", bytes, c.bytes)
			}
			if noEstimate := lineIn(r, at).NoEstimate; noEstimate != "" {
				t.Error(noEstimate)
			}
			inside := func(procs int) float64 {
				r := reportOf(t, "x.f90", text, settings.Settings{Procs: procs})
				return lineIn(r, at).Charge.Computation
			}
			// on one processor it is called for all columns: the same work each time
			all := strings.Count(c.loop, "0, 100")*101 + strings.Count(c.loop, "0, 99")*100 + strings.Count(c.loop, "1:100")*100
			if got, want := inside(4), inside(1)*c.calls/float64(all); math.Abs(got-want) > 1e-9*want {
				t.Errorf("the line computes %g s, want %g: %g of %d columns", got, want, c.calls, all)
			}
			if calls := unitNamed(t, r, c.procedure).Calls; calls != float64(all) {
				t.Errorf("%g calls, want %d", calls, all)
			}
		})
	}
}

// A function of a module that names none of its variables changes nothing: messages leave the
// loop in which it is called. One that names one of them, or keeps a value, may hold them back.
func TestFunctionsOfModulesHoldNothingBack(t *testing.T) {
	cases := []struct {
		name, inside string
		messages     float64
	}{
		{"of its arguments", "real, intent(in) :: x\ng = 2.0*x", 3},
		{"of a constant of the module", "real, intent(in) :: x\ng = c*x", 3},
		{"of a variable of the module", "real, intent(in) :: x\ng = v*x", 30},
		{"with a variable that it keeps", "real, intent(in) :: x\nreal, save :: k\nk = k + 1.0\ng = k*x", 30},
		{"with one that a statement keeps", "real, intent(in) :: x\nreal k\nsave k\nk = k + 1.0\ng = k*x", 30},
		{"with all kept", "real, intent(in) :: x\nreal k\nsave\nk = k + 1.0\ng = k*x", 30},
		{"with one of DATA", "real, intent(in) :: x\nreal k\ndata k /1.0/\nk = k + 1.0\ng = k*x", 30},
		{"that writes", "real, intent(in) :: x\nprint *, x\ng = x", 30},
		{"that calls a random number", "real, intent(in) :: x\nreal k\ncall random_number(k)\ng = k*x", 30},
		{"that may stop", "real, intent(in) :: x\nif (x > 2.0) stop\ng = x", 30},
		{"with a variable that it begins with", "real, intent(in) :: x\nreal :: k = 0.0\nk = k + 1.0\ng = k*x", 30},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := "module m\nreal, parameter :: c = 3.0\nreal v\ncontains\nreal function g(x)\n" + c.inside + "\nend function\nend module\n" +
				"program p\nuse m\nreal a(100), b(100)\ninteger i, k\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO q :: a, b\ndo k = 1, 10\ndo i = 2, 100\nb(i) = a(i-1) + g(1.0)\nend do\nend do\nend program\n"
			at := lineWith(text, "b(i) =")
			messages := 0.0
			for _, m := range lineIn(reportOf(t, "x.f90", text, settings.Settings{Procs: 4}), at).Comms {
				messages += m.TotalBytes / 4
			}
			if messages != c.messages {
				t.Errorf("%g messages of one element, want %g", messages, c.messages)
			}
		})
	}
}
