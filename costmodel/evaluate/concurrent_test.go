package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A DO CONCURRENT with more than assignments in it costs what INDEPENDENT loops do, over the
// first index inside.
func TestConcurrentLoops(t *testing.T) {
	const head = "program p\nreal x(64,64), y(64,64), s\ninteger i, j, k\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE (*,BLOCK) ONTO q :: x, y\nx = 1.0\ny = 2.0\n"
	const end = "\ncontains\npure subroutine col(a)\nreal, intent(inout) :: a(:)\na = 2.0*a\nend subroutine\nelemental subroutine twice(a, b)\nreal, intent(in) :: a\nreal, intent(out) :: b\nb = 2.0*a\nend subroutine\nend program\n"
	for _, c := range []struct{ name, concurrent, loops string }{
		{"a call", "do concurrent (j = 1:64)\ncall col(x(:,j))\nend do", "!HPF$ INDEPENDENT\ndo j = 1, 64\ncall col(x(:,j))\nend do"},
		{"a loop", "do concurrent (j = 1:64)\ndo i = 2, 64\ny(i,j) = y(i-1,j) + x(i,j)\nend do\nend do", "!HPF$ INDEPENDENT, NEW(i)\ndo j = 1, 64\ndo i = 2, 64\ny(i,j) = y(i-1,j) + x(i,j)\nend do\nend do"},
		{"two indices and a branch", "do concurrent (i = 1:64, j = 2:64)\nif (x(i,j) > 0.0) then\ny(i,j) = x(i,j-1)\nend if\nend do", "!HPF$ INDEPENDENT\ndo j = 2, 64\n!HPF$ INDEPENDENT\ndo i = 1, 64\nif (x(i,j) > 0.0) then\ny(i,j) = x(i,j-1)\nend if\nend do\nend do"},
		{"a mask", "do concurrent (j = 1:64, x(1,j) > 0.0)\ncall col(x(:,j))\nend do", "!HPF$ INDEPENDENT\ndo j = 1, 64\nif (x(1,j) > 0.0) then\ncall col(x(:,j))\nend if\nend do"},
		{"a local variable", "do concurrent (j = 1:64) local(s)\ns = x(1,j)\nif (s > 0.0) y(:,j) = s\nend do", "!HPF$ INDEPENDENT, NEW(s)\ndo j = 1, 64\ns = x(1,j)\nif (s > 0.0) y(:,j) = s\nend do"},
		{"a local variable between assignments", "do concurrent (j = 2:64) local(s)\ns = x(1,j-1)\ny(1,j) = s\nend do", "!HPF$ INDEPENDENT, NEW(s)\ndo j = 2, 64\ns = x(1,j-1)\ny(1,j) = s\nend do"},
		{"an ELEMENTAL subroutine of arrays", "call twice(x, y)", "!HPF$ INDEPENDENT\ndo j = 1, 64\n!HPF$ INDEPENDENT\ndo i = 1, 64\ncall twice(x(i,j), y(i,j))\nend do\nend do"},
		{"of sections and a scalar", "call twice(x(1,2), y(2:64:2,3:64))", "!HPF$ INDEPENDENT\ndo j = 3, 64\n!HPF$ INDEPENDENT\ndo i = 2, 64, 2\ncall twice(x(1,2), y(i,j))\nend do\nend do"},
	} {
		t.Run(c.name, func(t *testing.T) {
			of := func(body string) (seconds, bytes float64) {
				u := unitNamed(t, reportOf(t, "x.f90", head+body+end, settings.Settings{Procs: 4}), "p")
				for _, l := range u.Lines {
					if l.NoEstimate != "" {
						t.Errorf("%s: line %d: %s", body, l.Line, l.NoEstimate)
					}
					for _, m := range l.Comms {
						bytes += m.TotalBytes
					}
				}
				return u.Charge.Total(), bytes
			}
			got, bytes := of(c.concurrent)
			want, wanted := of(c.loops)
			none, _ := of("continue")
			if strings.HasPrefix(c.concurrent, "call") {
				want, got = want-none, got-none // a step of 2 is a loop of its own kind
			}
			if bytes != wanted || want <= none*1e-9 || got < 0.99*want || got > 1.01*want {
				t.Errorf("%g s and %g bytes, %g s and %g bytes as loops", got, bytes, want, wanted)
			}
		})
	}
}
