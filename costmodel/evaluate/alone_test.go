package evaluate

import (
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// In an INDEPENDENT loop every processor calls a procedure for its own columns: 2 of
// 8 on 4 processors, at the time that the procedure takes alone, and nothing moves.
func TestCallsInIterationsOfTheirOwn(t *testing.T) {
	const head = "program p\nreal y(8,8), w(8)\ninteger j, i\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE y(*,BLOCK) ONTO q\ny = 1.0\n!HPF$ INDEPENDENT\n"
	const work = "end program\nsubroutine work(a)\nreal, intent(inout) :: a(:)\nreal t\ninteger i\nt = 0.0\ndo i = 1, 8\nt = t + a(i)\na(i) = t\nend do\nend subroutine\n"
	cases := []struct {
		name, loop string
		line       int
		calls      float64 // on a processor; of no meaning where bytes are moved
		bytes      float64
	}{
		{"a column that the call changes", "do j = 1, 8\ncall work(y(:,j))\nend do\n", 9, 2, 0},
		{"a column behind an assignment", "do j = 1, 8\ny(1,j) = 2.0\ncall work(y(:,j))\nend do\n", 10, 2, 0},
		{"an array that each iteration fills", "do j = 1, 8\nw = y(:,j)\ncall work(w)\ny(:,j) = w\nend do\n", 10, 2, 0},
		{"the columns of others", "do j = 1, 8\ny(1,j) = 2.0\ncall work(y(:,9-j))\nend do\n", 10, 0, -1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "x.f90", head+c.loop+work, settings.Settings{Procs: 4})
			bytes := 0.0
			for _, l := range r.Units[0].Lines {
				for _, m := range l.Comms {
					bytes += m.TotalBytes
				}
			}
			one := lineIn(reportOf(t, "x.f90", strings.NewReplacer("DISTRIBUTE y(*,BLOCK)", "DISTRIBUTE y(*,*)", "q(4)", "q", "do j = 1, 8", "do j = 1, 1").Replace(head+c.loop+work), settings.Settings{Procs: 1}), c.line)
			got := lineIn(r, c.line).Charge.Total()
			if c.bytes >= 0 && bytes != c.bytes {
				t.Errorf("%g bytes, want %g", bytes, c.bytes)
			}
			if want := c.calls * one.Charge.Total(); c.calls > 0 && math.Abs(got-want) > 1e-9*want {
				t.Errorf("the calls take %g s, want %g", got, want)
			}
			if c.calls == 0 && lineIn(r, c.line).NoEstimate == "" && got < one.Charge.Total() {
				t.Errorf("a processor calls it for columns that it has not, in %g s", got)
			}
		})
	}
}
