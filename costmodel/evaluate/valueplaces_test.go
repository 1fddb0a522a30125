package evaluate

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// Where a value comes from is a line of the unit that shows it, also where another unit
// stores to a variable that both have: then it is the CALL, or the declaration.
func TestLinesOfValuesFromOtherUnits(t *testing.T) {
	const begin = "program p\ninteger n, i\ncommon /size/ n\nreal s\n" // 4 lines
	const user = "subroutine use\ninteger n, i\ncommon /size/ n\nreal s\ndo i = 1, n\ns = s + 1.0\nend do\nend subroutine\n"
	const setter = "subroutine set\ninteger n, k\ncommon /size/ n\nk = 1\nk = 2\nk = 3\nn = 100\nend subroutine\n"
	cases := []struct {
		name, text string
		unit       int
		want       string
	}{
		{"stored by a called procedure", begin + "s = 1.0\ncall set\ndo i = 1, n\ns = s + 1.0\nend do\nend program\n" + setter, 0, "6: traced"},
		{"stored by a procedure that one calls", begin + "call via\ndo i = 1, n\ns = s + 1.0\nend do\nend program\nsubroutine via\nreal x\nx = 1\ncall set\nend subroutine\n" + setter, 0, "5: traced"},
		{"stored before the call", begin + strings.Repeat("s = 1.0\n", 20) + "n = 100\ncall use\nend program\n" + user, 1, "29: traced"}, // where it is declared: 4 + 20 + 3 lines, and the heading, before
		{"stored behind what nobody sees", begin + "n = 50\ncall other\nn = 100\ndo i = 1, n\ns = s + 1.0\nend do\nend program\n", 0, "7: traced"},
		{"left by what nobody sees", begin + "n = 100\ncall other\ncall another\ndo i = 1, n\ns = s + 1.0\nend do\nend program\n", 0,
			"5: traced; it is assumed that other, whose source is not known here, does not change it"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			u := reportOf(t, "x.f90", c.text, settings.Settings{}).Units[c.unit]
			got := ""
			for _, a := range u.Assumptions {
				if a.Name == "n" {
					got = fmt.Sprintf("%d: %s", a.Line, a.Source)
				}
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// A second call in the same state takes no run of its own, whatever has been stored to, or
// called without being seen, between the two: a thousand iterations are followed once.
func TestSecondCallsInOneState(t *testing.T) {
	program := func(calls string) string {
		return "program p\ninteger n, k, t(9)\ncommon /size/ n, t\nn = 1000\nt(1) = 1\ncall other\n" + calls + "end program\n" +
			"subroutine work\ninteger n, i, j, k, t(9)\ncommon /size/ n, t\nreal s\nj = 0\ndo i = 1, n\nj = j + 2\nend do\ndo k = t(1), j\ns = s + 1.0\nend do\nend subroutine\n"
	}
	steps := func(text string) int {
		var m effort.Meter
		if _, err := File(effort.Counted(context.Background(), &m), workspace.New(texts.FS{"x.f90": text}).Snapshot(), "x.f90", settings.Settings{}); err != nil {
			t.Fatal(err)
		}
		return m.Steps()
	}
	plain := steps(program("call work\nk = 7\nk = 1000\nk = 1\ncall other\ncall other\ncall work\n"))
	between := steps(program("call work\nn = 7\nn = 1000\nt(1) = 1\ncall other\ncall another\ncall work\n"))
	if between > plain+100 { // a run of work takes 5000
		t.Errorf("%d steps where shared variables are stored to between the calls, %d for another one", between, plain)
	}
}
