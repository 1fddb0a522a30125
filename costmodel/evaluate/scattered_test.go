package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// A procedure that stores where elements of an index array say, which are read, stores on each of
// 4 processors as often, and one that loads there sends the element to the 3 others: nobody is
// asked where. The 100th element, which was assumed, nobody has.
func TestCallsThroughIndexArrays(t *testing.T) {
	for _, argument := range []string{"call s(a, d(j), p(j))", "k = p(j)\ncall s(a, d(j), k)"} {
		t.Run(argument, func(t *testing.T) {
			text := "program x\ninteger, parameter :: n = 64\nreal :: a(n), d(n)\ninteger :: p(n), j, k\n!HPF$ DISTRIBUTE a(BLOCK)\nread *, p\ndo j = 1, n\n" + argument + "\nend do\ncontains\n" +
				"subroutine s(x, y, i)\nreal x(:), y\ninteger i\n!HPF$ INHERIT x\nx(i) = 1.0\ny = x(i)\nend subroutine\nend program\n"
			r := reportOf(t, "p.f90", text, settings.Settings{Machine: "cluster", Procs: 4})
			for _, d := range r.Diagnostics {
				if d.Code == report.UnknownValue {
					t.Error(d.Message)
				}
			}
			at := strings.Count(text[:strings.Index(text, "y = x(i)")], "\n") + 1
			if l := lineIn(r, at); len(l.Comms) != 1 || l.Comms[0].TotalMessages != 3 || l.Comms[0].TotalBytes != 12 {
				t.Errorf("%+v, want 3 messages of 4 bytes", l.Comms)
			}
			if l := lineIn(r, at-1); l.Charge.Overhead+l.Charge.Computation == 0 || len(l.Assumed) == 0 {
				t.Errorf("%+v, want what rests on i", l)
			}
		})
	}
}

// What a call in an INDEPENDENT loop changes goes to its owner, where that does not make the call,
// and comes from there only where the procedure reads it: element j is that of 65-j, 64 of 4 bytes
// in 4 messages between the pairs of 4 processors.
func TestResultsOfCalls(t *testing.T) {
	for body, want := range map[string]string{
		"x = y":                            "write-back 4 256",
		"x = x + y":                        "remap 4 256, write-back 4 256",
		"y = x":                            "remap 4 256",
		"x = y\nx = x + 1":                 "write-back 4 256",
		"real, intent(out) :: x\nx = y":    "write-back 4 256",
		"real, intent(in) :: x\ny = x + y": "remap 4 256",
	} {
		t.Run(body, func(t *testing.T) {
			declared := "real x\n"
			if strings.HasPrefix(body, "real") {
				declared = ""
			}
			text := "program x\ninteger, parameter :: n = 64\nreal :: a(n), d(n)\ninteger :: j\n!HPF$ DISTRIBUTE a(BLOCK)\n!HPF$ ALIGN d(i) WITH a(i)\n!HPF$ INDEPENDENT, ON HOME(d(j))\ndo j = 1, n\ncall s(a(n+1-j), d(j))\nend do\ncontains\n" +
				"subroutine s(x, y)\nreal y\n" + declared + body + "\nend subroutine\nend program\n"
			l := lineIn(reportOf(t, "p.f90", text, settings.Settings{Machine: "cluster", Procs: 4}), 9)
			if got := volumes(l); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}

// volumes lists the communications of a line with all messages and bytes of each.
func volumes(l *report.Line) string {
	var out []string
	for _, c := range l.Comms {
		out = append(out, fmt.Sprintf("%s %g %g", c.Kind, c.TotalMessages, c.TotalBytes))
	}
	return strings.Join(out, ", ")
}
