package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// An array constructor of constants and scalars takes what an assignment of one scalar
// to all elements takes: a store for each. Items that are computed add what they take;
// those that read an array have no estimate.
func TestConstructors(t *testing.T) {
	line := func(statement string) (seconds float64, reason string) {
		u := unitOf(t, "x.f90", "program x\nreal :: w(4), a(9), y\ny = 2.0\na = y\n"+statement+"\nend program\n", settings.Settings{Procs: 4, Machine: "ipsc860"})
		for _, l := range u.Lines {
			if l.Line == 5 {
				return l.Charge.Total(), l.NoEstimate
			}
		}
		return 0, "no line"
	}
	plain, _ := line("w = y")
	squares, _ := line("w = y*y")
	for _, c := range []struct {
		statement string
		computed  float64 // of its items, those that are y*y; negative: no estimate
	}{
		{"w = [y, y, -1.0, 2.0]", 0},
		{"w = (/ y, 1.0, 3.0, y /)", 0},
		{"w = [real :: 1.0, 2.0, 3.0, y]", 0},
		{"w = [y*y, y, y, y]", 1},
		{"w = [y*y, y, y*y, 1.0]", 2},
		{"w = [a(1), y, y, y]", -1},
		{"w = [(y, i = 1, 4)]", -1},
		{"w = [a(1:3), y]", -1},
	} {
		t.Run(c.statement, func(t *testing.T) {
			got, reason := line(c.statement)
			want := plain + c.computed/4*(squares-plain)
			if c.computed >= 0 != (reason == "") || c.computed >= 0 && !near(got, want) {
				t.Errorf("%g s, %q; want %g s", got, reason, want)
			}
		})
	}
}
