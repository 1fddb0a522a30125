package values

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Iterations that do the same as the one before are not run one by one, and count as many times
// as they are; those that read the index, or find something else, are run.
func TestSettledIterations(t *testing.T) {
	for _, c := range []struct {
		name, body, of, want string
		most                 int // steps
	}{
		// 100 * 100 values of 3, as many of 5, and one of 7: 80007/20001.
		{"the mean counts all", "do i = 1, 100\ndo k = 1, 100\nn = 3\na(n) = 1.0\nn = 5\na(n) = 1.0\nend do\nend do\nn = 7\na(n) = 1.0", "n", "3..7 mean 4.000149992500375", 400},
		{"the index is left", "do i = 1, 1000\nm = 2\na(m) = 1.0\nend do\nn = i\na(n) = 1.0", "n", "1001", 100},
		{"what the first iterations change", "n = 0\ndo i = 1, 1000\nn = min(n + 1, 2)\nend do\na(n) = 1.0", "n", "2", 100},
		// 1, 2, 2, ... in ten iterations.
		{"from the second one on", "n = 0\ndo i = 1, 10\nn = min(n + 1, 2)\na(n) = 1.0\nend do", "n", "1..2 mean 1.9", DefaultSteps},
		{"every other iteration", "k = 0\ndo i = 1, 1001\nk = 1 - k\nend do\nn = k\na(n) = 1.0", "n", "1", DefaultSteps},
		{"a condition on the index", "n = 1\ndo i = 1, 1000\nif (i == 500) n = 2\nend do\na(n) = 1.0", "n", "2", DefaultSteps},
		{"a value of the index", "n = 1\ndo i = 1, 1000\nn = i\nend do\na(n) = 1.0", "n", "1000", DefaultSteps},
		{"a bound of the index", "n = 1\ndo i = 1, 9\ndo k = 8, i\nn = 2\nend do\nend do\na(n) = 1.0", "n", "2", DefaultSteps},
		{"an element of the index", "t = 0\nt(7) = 1\nn = 1\ndo i = 1, 8\nif (t(i) > 0) n = 2\nend do\na(n) = 1.0", "n", "2", DefaultSteps},
		{"elements that are stored", "t = 0\nk = 0\ndo i = 1, 8\nk = min(k + 1, 8)\nt(k) = 1\nend do\nn = t(8)\na(n + 1) = 1.0", "n", "1", DefaultSteps},
		{"a loop that is left", "k = 0\ndo i = 1, 1000\nk = min(k + 1, 9)\nif (k == 9) exit\nend do\nn = i\na(n) = 1.0", "n", "9", DefaultSteps},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, r := run(t, c.body, Options{})
			if got := uses(u, r, c.of); got != c.want || !r.Ended || r.all > c.most {
				t.Errorf("%s is %s after %d steps, want %s after %d at most; ended: %v", c.of, got, r.all, c.want, c.most, r.Ended)
			}
		})
	}
}

// A procedure that does something else at its first call is called in two states, once and 4,999
// times; one that gets the index, in as many states as there are iterations.
func TestSettledCalls(t *testing.T) {
	const rest = "end do\nend program\nsubroutine s(y)\ninteger :: y\ninteger, save :: k = 0\nif (k == 0) then\nk = 1\nend if\nif (y > 9) y = 0\nend subroutine\n"
	for _, c := range []struct {
		name, call string
		want       []float64
		most       int
	}{
		{"switches", "m = 5\ndo i = 1, 5000\ncall s(m)\n", []float64{1, 4999}, 200},
		{"in two loops", "m = 5\ndo i = 1, 50\ndo j = 1, 100\ncall s(m)\nend do\n", []float64{1, 4999}, 400},
		{"the index", "do i = 1, 4\nm = i\ncall s(m)\n", []float64{1, 1, 1, 1}, DefaultSteps},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "program p\ninteger :: m, i, j\n" + c.call + rest
			units := lower.Lower(fortran.Parse(source.NewText(text), fortran.Free)).Units
			called := &Procedure{Unit: units[1].Unit}
			r := Run(context.Background(), units[0].Unit, Options{Called: func(string) *Procedure { return called }})
			var got []float64
			program.Statements(units[0].Body, func(s program.Stmt) bool {
				if call, ok := s.(*program.CallStmt); ok {
					for _, e := range r.Entries(s.Span(), call.Name) {
						got = append(got, e.Count)
					}
				}
				return true
			})
			if !slices.Equal(got, c.want) || r.Steps > c.most {
				t.Errorf("called %v times after %d steps, want %v after %d at most:\n%s", got, r.Steps, c.want, c.most, strings.TrimSpace(c.call))
			}
		})
	}
}
