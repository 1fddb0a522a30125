package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// The call of an ENTRY says what it is; its source is known, and has no model of its own.
func TestCallsOfEntries(t *testing.T) {
	const text = "program p\nreal a(10)\ncall setup(a)\ncall elsewhere(a)\nend program\nsubroutine solve(a)\nreal a(10)\na = a + 1.0\nreturn\nentry setup(a)\na = 0.0\nend subroutine\n"
	r := reportOf(t, "p.f90", text, settings.Settings{})
	for line, want := range map[int]string{3: "an ENTRY of solve", 4: "its source is not known here"} {
		if l := lineIn(r, line); !strings.Contains(l.NoEstimate, want) {
			t.Errorf("line %d: %q, want %q", line, l.NoEstimate, want)
		}
	}
}
