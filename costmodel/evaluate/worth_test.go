package evaluate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// TestQuestionsWorthAsking: a value is asked for where half or twice of it, or any
// share from none to all, moves the time of the program by more than a hundredth.
func TestQuestionsWorthAsking(t *testing.T) {
	const head = "program p\nreal(8) a(1000,1000), s\ninteger i, j, k, n, m\n!HPF$ DISTRIBUTE a(*,BLOCK)\nread *, s\n"
	const sweep = "do j = 1, 1000\ndo i = 1, 1000\na(i,j) = a(i,j)*2.0d0\nend do\nend do\n"
	many := ""
	for i := range 9 {
		many += fmt.Sprintf("if (s > %d.0d0) then\n%send if\n", i, sweep)
	}
	for _, c := range []struct{ name, text, asked string }{
		{"a condition before little", head + "if (s > 1.0d0) a(1,1) = 2.0d0\n" + sweep + "end program\n", ""},
		{"a condition before much, in its own words", head + "if (s > 1.0d0) then\n" + sweep + "end if\nend program\n", "weight1: how often s>1 holds"},
		{"a condition before a tenth", head + "if (s > 1.0d0) then\na(:,1:100) = 1.0d0\nend if\n" + sweep + "end program\n", "weight1: how often s>1 holds"},
		{"a size of a loop", head + "read *, n\ndo j = 1, n\ndo i = 1, 1000\na(i,j) = 0.0d0\nend do\nend do\nend program\n", "n: no value of n"},
		{"a size that nothing depends on", head + "read *, n, m\nm = n + 1\n" + sweep + "end program\n", ""},
		{"a size of a loop beside a long one", head + "read *, n\ndo i = 1, n\na(i,1) = 0.0d0\nend do\n" + sweep + "end program\n", ""},
		{"what decides little in a procedure that is called", head + sweep + "call f(a(1,1))\nend program\nsubroutine f(x)\nreal(8) x, y\nread *, y\nif (y > x) x = sqrt(y)\nend subroutine\n", ""},
		{"the same where nobody calls it", "subroutine f(x)\nreal(8) x, y\nread *, y\nif (y > x) x = sqrt(y)\nend subroutine\n", "weight1: how often y>x holds"},
		{"what decides much in a procedure that is called", head + "call f(a)\nend program\nsubroutine f(a)\nreal(8) a(1000,1000), y\ninteger i, j\n!HPF$ DISTRIBUTE a(*,BLOCK)\nread *, y\nif (y > 1.0d0) then\n" + sweep + "end if\nend subroutine\n", "weight1: how often y>1 holds"},
		{"of many no more than five", head + many + "end program\n", "+++++"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			r := reportOf(t, "x.f90", c.text, settings.Settings{Procs: 4})
			for _, d := range r.Diagnostics {
				if asked, ok := d.Data.(report.AskedValue); ok {
					_, why, _ := strings.Cut(d.Message, "assumed: ")
					why, _, _ = strings.Cut(why, " is not known")
					why, _, _ = strings.Cut(why, " is known")
					got = append(got, asked.Name+": "+why)
				}
			}
			if strings.HasPrefix(c.asked, "+") {
				if len(got) != len(c.asked) {
					t.Errorf("%d questions, want %d: %q", len(got), len(c.asked), got)
				}
				return
			}
			if want := strings.FieldsFunc(c.asked, func(r rune) bool { return r == ';' }); !slices.Equal(got, want) {
				t.Errorf("asked for %q, want %q", got, want)
			}
		})
	}
}
