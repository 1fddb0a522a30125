package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// An array constructor of constants and scalars takes what an assignment of one scalar
// to all elements takes: a store for each. Items that are computed, or read an array,
// have no estimate.
func TestConstructors(t *testing.T) {
	line := func(statement string) (seconds float64, reason string) {
		u := unitOf(t, "x.f90", "program x\nreal :: w(4), a(9), y\ny = 2.0\na = y\n"+statement+"\nend program\n", settings.Settings{Procs: 4})
		for _, l := range u.Lines {
			if l.Line == 5 {
				return l.Charge.Total(), l.NoEstimate
			}
		}
		return 0, "no line"
	}
	want, _ := line("w = y")
	for _, c := range []struct {
		statement string
		estimated bool
	}{
		{"w = [y, y, -1.0, 2.0]", true},
		{"w = (/ y, 1.0, 3.0, y /)", true},
		{"w = [real :: 1.0, 2.0, 3.0, y]", true},
		{"w = [y*y, y, y, y]", false},
		{"w = [a(1), y, y, y]", false},
		{"w = [(y, i = 1, 4)]", false},
		{"w = [a(1:3), y]", false},
	} {
		t.Run(c.statement, func(t *testing.T) {
			got, reason := line(c.statement)
			if c.estimated != (reason == "") || c.estimated && got != want {
				t.Errorf("%g s, %q; want %g s", got, reason, want)
			}
		})
	}
}
