package values

import (
	"strings"
	"testing"
)

// A loop that cannot end within the steps of a run is given up after three iterations, so
// that little more is made than what there is besides. Every case uses n in a(n) behind the
// statements.
func TestForesight(t *testing.T) {
	const (
		search   = "do i = 1, 1000\ndo j = 1, 1000\nm = mod(m * 5 + i, 1021)\nend do\nend do\na(m) = 1.0\n"
		triangle = "m = 0\ndo i = 1, 250\ndo j = i, 250\nm = m + 1\nend do\nend do\n" // 250*251/2 = 31375 times; 250*250 of the second iteration are too many
		once     = "m = 0\ndo i = 1, 1000\nif (i == 3) then\ndo j = 1, 20000\nm = m + 1\nend do\nend if\nm = m + 1\nend do\n"
		first    = "k = 0\ndo i = 1, 9000\nk = k + 1\nend do\n"
		rest     = "do i = 1, 120\ndo j = 1, 150\nm = mod(m * 5 + i, 1021)\nend do\nend do\na(m) = 1.0\n" // more steps than are left, not than there are
		early    = "m = 0\ndo i = 1, 1000\ndo j = 1, 1000\nm = m + 1\nend do\nif (m > 9999) exit\nend do\n"
	)
	cases := []struct {
		name, body, want string
		most             int
	}{
		{"a search", search + "n = 7", "7", 50_000},
		{"one after the other, more than use up runs", strings.Repeat(search, 8) + "n = 7", "7", 4 * DefaultSteps},
		{"iterations that become shorter", triangle + "n = m", "31375", DefaultSteps},
		{"more than is left", first + rest + "n = k", "9000", 3 * DefaultSteps / 4},
		{"what one iteration does alone", once + "n = m", "21000", DefaultSteps},
		{"a loop that is left", early + "n = m", "10000", DefaultSteps},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			u, r := run(t, "m = 1\n"+c.body+"\na(n) = 1.0", Options{})
			if got := uses(u, r, "n"); got != c.want || !r.Ended || r.all > c.most {
				t.Errorf("n is %s after %d steps, want %s after %d at most", got, r.all, c.want, c.most)
			}
		})
	}
}
