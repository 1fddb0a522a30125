package evaluate

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
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

// Where the procedure stores to the columns of an array that only it names, the loop of
// its calls is divided by the owners of these: 2 of 8 on 4 processors, and a call costs
// what it takes alone. Who makes the iterations follows the text of the procedure.
func TestCallsThatStoreToSharedArrays(t *testing.T) {
	const module = "module m\nreal y(8,8), z(8,8)\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE (*,BLOCK) :: y, z\ncontains\nsubroutine work(k)\ninteger, intent(in) :: k\ninteger i\ndo i = 1, 8\ny(i,k) = z(i,k)\nend do\nend subroutine\nend module\n"
	const common = "subroutine work(k)\ninteger k, i\nreal y(8,8), z(8,8)\ncommon /c/ y, z\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE (*,BLOCK) :: y, z\ndo i = 1, 8\ny(i,k) = z(i,k)\nend do\nend subroutine\n"
	main := func(use, call string) string {
		return "program p\n" + use + "integer j\nreal w(8)\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE w(BLOCK) ONTO q\nw = 0.0\n!HPF$ INDEPENDENT\ndo j = 1, 8\n" + call + "\nend do\nend program\n"
	}
	cases := []struct{ name, text, kind string }{
		{"of a module", module + main("use m\n", "call work(j)"), "parallel"},
		{"of a module, by keyword", module + main("use m\n", "call work(k=j)"), "parallel"},
		{"of COMMON", main("", "call work(j)") + common, "parallel"},
		{"the same column every time", module + main("use m\n", "call work(3)"), "replicated"},
		{"by rows", strings.ReplaceAll(module, "y(i,k) =", "y(k,i) =") + main("use m\n", "call work(j)"), "replicated"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			program := func(text string) *report.Unit {
				r := reportOf(t, "x.f90", text, settings.Settings{Procs: 4})
				return r.Units[slices.IndexFunc(r.Units, func(u *report.Unit) bool { return u.Kind == "program" })]
			}
			u := program(c.text)
			if len(u.Loops) != 2 || u.Loops[1].Kind != c.kind {
				t.Fatalf("%+v", u.Loops)
			}
			at := u.Loops[1].Line + 1
			got, one := lineOf(u, at).Charge.Total(), lineOf(program(strings.Replace(c.text, "j = 1, 8", "j = 3, 3", 1)), at).Charge.Total()
			if c.kind == "parallel" && (one == 0 || math.Abs(got-2*one) > 1e-9*got) {
				t.Errorf("the calls take %g s, one takes %g", got, one)
			}
		})
	}
}
