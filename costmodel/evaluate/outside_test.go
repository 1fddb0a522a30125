package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A value holds for the unit that its directive stands in: neither for the host of that,
// nor for any where it stands in none, which is told.
func TestDirectivesOfUnits(t *testing.T) {
	const set = "!PARLENS$ SET n = 7\n"
	for _, c := range []struct {
		what, above, host, inside, behind string
		known                             bool // how often the loop of the host goes
		told                              int
	}{
		{"in the host", "", set, "", "", true, 0},
		{"above it", set, "", "", "", false, 1},
		{"in what it contains", "", "", set, "", false, 0},
		{"behind that", "", "", "", set, false, 1},
	} {
		t.Run(c.what, func(t *testing.T) {
			r := reportOf(t, "p.f90", c.above+"program p\nreal a(8)\ninteger n, k\n"+c.host+"read *, n\ndo k = 1, n\na = a + k\nend do\nprint *, a\ncontains\nsubroutine s\ninteger n\n"+c.inside+"end subroutine\n"+c.behind+"end program\n", settings.Settings{})
			told, asked := 0, 0
			for _, d := range r.Diagnostics {
				switch d.Code {
				case "parlens-directive":
					told++
				case "unknown-value":
					asked++
				}
			}
			if told != c.told || (asked == 0) != c.known {
				t.Errorf("told %d times, asked %d times: %v", told, asked, r.Diagnostics)
			}
		})
	}
}
