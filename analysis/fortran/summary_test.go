package fortran

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
)

// What a unit calls, and whether it shares storage, is told by its statements.
func TestSummaryOfUnits(t *testing.T) {
	for _, c := range []struct {
		body, calls string
		shares      bool
	}{
		{"x = 1", "", false},
		{"call a\ncall B(1)\ncall a", "a b", false},
		{"if (x > 0) call a", "a", false},
		{"do i = 1, 2\nif (x > 0) then\ncall a\nelse\ncall b\nend if\nend do\ncall c", "a b c", false},
		{"call t%run()\ncall a", "a", false}, // a procedure of a type
		{"real x\ncommon /blk/ x\ncall a", "a", true},
		{"real x(2), y(2)\nequivalence (x, y)", "", true},
	} {
		t.Run(c.body, func(t *testing.T) {
			u := Parser{}.Parse(source.NewText("program p\n" + c.body + "\nend program\n")).Units[0]
			if got := strings.Join(u.Calls, " "); got != c.calls || u.Shares != c.shares {
				t.Errorf("calls %q, shares %v", got, u.Shares)
			}
		})
	}
}
