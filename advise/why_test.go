package advise

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Each proposal says what gets cheaper by it and what dearer: the amounts are the differences
// of the kinds of time, and the lines those of the text as it stands.
func TestWhyAMappingIsFaster(t *testing.T) {
	const head = "program main\ninteger, parameter :: n = 256\nreal(8) :: a(n,n), b(n,n)\ninteger :: i, j, k\n"
	const sweep = "a = 1\nb = 2\ndo k = 1, 20\ndo j = 1, n\ndo i = 2, n\na(i,j) = a(i-1,j)*0.5d0 + b(i,j)\nend do\nend do\nend do\nprint *, a(3,3)\nend program\n"
	for _, c := range []struct {
		name, directives, want, line string
	}{
		{"rows in the place of columns", "!HPF$ PROCESSORS p(16)\n!HPF$ DISTRIBUTE (BLOCK,*) ONTO p :: a, b\n", "communication takes ", "less (line 12 moves nothing any more)"},
		{"no directives", "", "16 processors in the place of 1: ", "less"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := advised(t, head+c.directives+sweep, settings.Settings{Machine: "cluster", Procs: 16}, Effort{Predictions: 20, Most: 3})
			best := a.Proposals[0]
			if !strings.Contains(best.Why, c.want) || !strings.Contains(best.Why, c.line) || best.Gain() < 2 {
				t.Errorf("%s: %v: %q", best.Label, best.Gain(), best.Why)
			}
		})
	}
}

// What moves is named where it is communication that changes, and what does not change is not.
func TestWhyNamesWhatMoves(t *testing.T) {
	const text = "program main\ninteger, parameter :: n = 256\nreal(8) :: a(n,n), b(n,n)\ninteger :: i, j, k\n!HPF$ PROCESSORS p(16)\n!HPF$ DISTRIBUTE (*,BLOCK) ONTO p :: a\n!HPF$ DISTRIBUTE (BLOCK,*) ONTO p :: b\nb = 2\ndo k = 1, 20\na = a + b\nend do\nprint *, a(3,3)\nend program\n"
	a := advised(t, text, settings.Settings{Machine: "cluster"}, Effort{Predictions: 20, Most: 3})
	why := a.Proposals[0].Why
	if !strings.Contains(why, "communication takes ") || !strings.Contains(why, "less (line 10 moves nothing any more)") || strings.Contains(why, "computation takes") {
		t.Errorf("%s: %q", a.Proposals[0].Label, why)
	}
}
