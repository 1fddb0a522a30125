package lower_test

import (
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// An endless loop that begins with IF (c) EXIT goes on while c does not hold, and no other does.
func TestLoopsThatAreLeftAtTheirBeginning(t *testing.T) {
	for _, c := range []struct{ name, loop, while string }{
		{"integers", "do\nif (k >= n) exit\nk = k + 1\nend do", "k<n"},
		{"reals, which may be no numbers", "do\nif (x >= 1.0) exit\nk = k + 1\nend do", ".not.(x>=1)"},
		{"a negation", "do\nif (.not. more) exit\nk = k + 1\nend do", "more"},
		{"by name", "a: do\nif (k == n) exit a\nk = k + 1\nend do a", "k/=n"},
		{"as a construct", "do\nif (k == n) then\nexit\nend if\nk = k + 1\nend do", "k/=n"},
		{"an outer loop is left", "a: do\ndo\nif (k == n) exit a\nk = k + 1\nend do\nend do a", ""},
		{"more is done", "do\nif (k == n) then\nk = 0\nexit\nend if\nk = k + 1\nend do", ""},
		{"later", "do\nk = k + 1\nif (k == n) exit\nend do", ""},
		{"a label leads there", "do\n10 if (k == n) exit\nk = k + 1\nif (k == 3) goto 10\nend do", ""},
		{"a counted loop", "do i = 1, n\nif (k == n) exit\nk = k + 1\nend do", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "subroutine s(k, n, x, more)\ninteger k, n, i\nreal x\nlogical more\n" + c.loop + "\nend subroutine\n"
			u := lower.Lower(fortran.Parse(source.NewText(text), fortran.Free)).Units[0]
			got := ""
			program.Statements(u.Body, func(s program.Stmt) bool {
				if do, ok := s.(*program.Do); ok && do.Kind == program.DoWhile {
					got += program.Text(do.Cond)
				}
				return true
			})
			if got != c.while {
				t.Errorf("%q, want %q", got, c.while)
			}
		})
	}
}
