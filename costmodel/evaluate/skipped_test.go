package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// What a run passes by is not asked for.
func TestWhatIsPassedByIsNotAsked(t *testing.T) {
	for _, c := range []struct {
		name, text string
		asked      int // values that are assumed
	}{
		{"branches behind one that holds", "n = 3\nif (n == 3) then\nx = 1\nelse if (n == 4) then\nx = 2*x\nelse if (n == 5) then\nx = 3*x\nend if", 0},
		{"a branch that does not hold", "n = 3\nif (n == 4) then\nread *, y\nif (y > 0) x = 2*x\nend if", 0},
		{"the ELSE behind a branch that holds", "n = 3\nif (n == 3) then\nx = 1\nelse\nread *, y\nif (y > 0) x = 2*x\nend if", 0},
		{"a loop in a branch that does not hold", "n = 3\nif (n == 4) then\nread *, m\ndo while (m > 0)\nm = m/2\nend do\nend if", 0},
		{"a branch that is taken at another time", "do n = 1, 4\nif (n == 3) then\nread *, y\nif (y > 0) x = 2*x\nend if\nend do", 1},
		{"the same where it is taken first", "do n = 1, 4\nif (n == 1) then\nread *, y\nif (y > 0) x = 2*x\nend if\nend do", 1},
		{"a test behind one that nobody knows", "n = 3\nread *, y\nif (y > 0) then\nx = 1\nelse if (n == 3) then\nx = 2*x\nend if", 1},
		{"a switch behind data that takes all steps", "n = 3\n" + strings.Repeat("do j = 1, 16000\nk(j) = k(j) + k(1+j/2)\nend do\n", 20) + "do j = 1, k(15999)\nx = x + 1\nend do\ndo m = 1, 10\nn = 3*n - 6\nif (n == 4) x = 2\nend do", 1},
		{"one behind a procedure that does so", "n = 3\ncall fill(k, 16000)\ndo j = 1, k(15999)\nx = x + 1\nend do\ndo m = 1, 10\nn = 3*n - 6\nif (n == 4) x = 2\nend do", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := reportOf(t, "p.f90", "program p\ninteger n, m, i, j, k(16000)\nreal x, y\nx = 0\n"+c.text+"\nend program\nsubroutine fill(k, n)\ninteger n, j, k(*)\n"+strings.Repeat("do j = 1, n\nk(j) = k(j) + k(1+j/2)\nend do\n", 20)+"end subroutine\n", settings.Settings{Machine: "cluster"}).Units[0]
			asked := 0
			for _, a := range u.Assumptions {
				if a.Provenance == report.Assumed {
					asked++
					t.Log(a)
				}
			}
			if asked != c.asked {
				t.Errorf("%d are asked for, want %d", asked, c.asked)
			}
		})
	}
}
