package program_test

import (
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Whether no statement reads the value that the dummy k has at the beginning.
func TestIgnored(t *testing.T) {
	cases := []struct {
		name, body string
		ignored    bool
	}{
		{"it gets a value first", "k = 3\na(k) = 0.0", true},
		{"it is read", "a(k) = 0.0", false},
		{"it is read, then gets a value", "m = k\nk = 3", false},
		{"it depends on what it was", "k = k + 1", false},
		{"nothing names it", "m = 3", true},
		{"all branches give it a value", "if (m > 3) then\nk = 1\nelse if (m > 2) then\nk = 2\nelse\nk = 3\nend if\na(k) = 0.0", true},
		{"one does not", "if (m > 3) then\nk = 1\nelse if (m > 2) then\nk = 2\nend if\na(k) = 0.0", false},
		{"in a branch", "if (m > 3) then\nk = 1\na(k) = 0.0\nend if", true},
		{"a condition reads it", "if (k > 3) k = 1", false},
		{"a loop may make no iteration", "do i = 1, m\nk = i\nend do\na(k) = 0.0", false},
		{"in a loop", "do i = 1, m\nk = i\na(k) = 0.0\nend do", true},
		{"its bound", "do i = 1, k\na(i) = 0.0\nend do", false},
		{"it is an index", "do k = 1, m\na(k) = 0.0\nend do\na(k) = 0.0", true},
		{"it is an argument", "call f(k)", false},
		{"a subscript of what gets a value", "iv(k) = 0\nk = 3", false},
		{"a mask reads it", "where (a > k) a = 0.0", false},
		{"it is written", "print *, k", false},
		{"a jump may pass the value by", "if (m > 3) goto 10\nk = 1\n10 a(k) = 0.0", false},
		{"EXIT may leave a construct", "x: if (m > 2) then\nif (m > 3) exit x\nk = 1\nelse\nk = 2\nend if x\na(k) = 0.0", false},
		{"the unit may begin elsewhere", "k = 1\nentry g(k)\na(k) = 0.0", false},
		{"an extent", "block\nreal :: w(k)\nw = 0.0\nend block\nk = 3", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := "subroutine s(k, a, m)\ninteger :: k, m, i, iv(10)\nreal :: a(100)\n" + c.body + "\nend subroutine\n"
			u := lower.Lower(fortran.Parse(source.NewText(text), fortran.Free)).Units[0]
			if got := program.EffectsOf(u.Unit).Ignored["k"]; got != c.ignored {
				t.Errorf("ignored: %v\n%s", got, c.body)
			}
		})
	}
}
