package evaluate

import (
	"slices"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// What others may have changed before a procedure runs is assumed where it is looked at without
// its callers, also where these come to it through a recursion that is not followed.
func TestInitialValuesOfOthers(t *testing.T) {
	const (
		module = "module m\ninteger :: k = 3\nend module\n"
		work   = "subroutine work(s)\nuse m\nreal :: s\ninteger :: i\ndo i = 1, k\ns = s + 1.0\nend do\nend subroutine\n"
		round  = "recursive subroutine a(d, s)\ninteger :: d\nreal :: s\nif (d > 0) call b(d - 1, s)\ncall work(s)\nend subroutine\n" +
			"recursive subroutine b(d, s)\ninteger :: d\nreal :: s\nif (d > 0) call a(d - 1, s)\nend subroutine\n"
	)
	for _, c := range []struct {
		name, text string
		from       report.Provenance
	}{
		{"without callers", module + work, report.Assumed},
		{"through a recursion", module + work + round + "program p\nuse m\nreal :: s\nk = 50\ncall b(1, s)\nend program\n", report.Assumed},
		{"called", module + work + "program p\nuse m\nreal :: s\nk = 50\ncall work(s)\nend program\n", report.Traced},
		{"its own", "subroutine work(s)\nreal :: s\ninteger :: i, k = 3\ndo i = 1, k\ns = s + 1.0\nend do\nend subroutine\n", report.Traced},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "p.f90", c.text, settings.Settings{})
			u := r.Units[slices.IndexFunc(r.Units, func(u *report.Unit) bool { return u.Name == "work" })]
			if i := slices.IndexFunc(u.Assumptions, func(a report.Assumption) bool { return a.Name == "k" }); i < 0 || u.Assumptions[i].Provenance != c.from {
				t.Errorf("%+v, want %v", u.Assumptions, c.from)
			}
		})
	}
}
