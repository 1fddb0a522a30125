package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// What an EXTRINSIC procedure does with arrays that processors share has no cost model: the
// line says so, and nothing is made up of messages that a procedure which all processors
// execute together would need. Where a processor calls it alone, or nothing is shared, it is
// a procedure like others.
func TestExtrinsicProceduresOnSharedArrays(t *testing.T) {
	head := func(kind string) string {
		return "program p\ninterface\npure extrinsic(" + kind + ") subroutine work(x)\nreal, intent(inout) :: x(:)\nend subroutine\n" +
			"extrinsic(" + kind + ") real function total(x)\nreal, intent(in) :: x(:)\nend function\nend interface\n" +
			"real a(64), c(8,64), mine(8)\ninteger j\n!HPF$ DISTRIBUTE a(BLOCK)\n!HPF$ DISTRIBUTE c(*,BLOCK)\na = 1.0\nc = 1.0\nmine = 1.0\n"
	}
	procedures := func(kind string) string {
		return "end program\npure extrinsic(" + kind + ") subroutine work(x)\nreal, intent(inout) :: x(:)\ninteger i\ndo i = 2, size(x)\nx(i) = x(i) + x(i-1)\nend do\nend subroutine\n" +
			"extrinsic(" + kind + ") real function total(x)\nreal, intent(in) :: x(:)\ntotal = x(1) + x(size(x))\nend function\n"
	}
	const columns = "!HPF$ INDEPENDENT\ndo j = 1, 64\ncall work(c(:,j))\nend do\n"
	cases := []struct {
		name, kind, call string
		says             string // "": there is an estimate
	}{
		{"a local subroutine", "hpf_local", "call work(a)\n", "EXTRINSIC(HPF_LOCAL), each processor"},
		{"a serial subroutine", "hpf_serial", "call work(a)\n", "EXTRINSIC(HPF_SERIAL), one processor"},
		{"a local function", "f77_local", "mine(1) = total(a)\n", "EXTRINSIC(F77_LOCAL), each processor"},
		{"a serial function", "hpf_serial", "mine(2) = total(a)\n", "EXTRINSIC(HPF_SERIAL), one processor"},
		{"a subroutine of HPF itself", "hpf", "call work(a)\n", ""},
		{"an array of its own", "hpf_serial", "call work(mine)\n", ""},
		{"a column of its own", "hpf_local", columns, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := head(c.kind) + c.call + procedures(c.kind)
			r := reportOf(t, "x.f90", text, settings.Settings{Procs: 4})
			line := lineIn(r, strings.Count(head(c.kind)+c.call[:strings.Index(c.call, "(")], "\n")+1)
			if c.says == "" && line.NoEstimate != "" || !strings.Contains(line.NoEstimate, c.says) {
				t.Errorf("says %q, want %q", line.NoEstimate, c.says)
			}
			if c.says != "" && len(line.Comms) > 0 {
				t.Errorf("%d communications are made up", len(line.Comms))
			}
		})
	}
}
