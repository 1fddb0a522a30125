package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// A call decides which optional dummies are present and which branch of the procedure its text
// chooses: how often its lines are executed is known.
func TestWhatACallGives(t *testing.T) {
	const main = "program p\nreal x(100)\n"
	const optional = "subroutine s(a, n)\nreal, intent(inout) :: a(100)\ninteger, intent(in), optional :: n\ninteger m, i\nm = 10\nif (present(n)) m = n\ndo i = 1, m\na(i) = 1.0\nend do\nend subroutine\n"
	const outer = "subroutine o(a, k)\nreal, intent(inout) :: a(100)\ninteger, intent(in), optional :: k\ncall s(a, k)\nend subroutine\n"
	chooses := func(first, second string) string {
		return "subroutine s(a, method)\nreal, intent(inout) :: a(100)\ncharacter(len=*), intent(in) :: method\nselect case (method)\ncase ('" + first + "')\ndo i = 1, 60\na(i) = 1.0\nend do\ncase ('" + second + "')\ndo i = 1, 7\na(i) = 1.0\nend do\nend select\nend subroutine\n"
	}
	for _, c := range []struct {
		name, text string
		want       float64
	}{
		{"present", main + "call s(x, 60)\nend program\n" + optional, 60},
		{"present by keyword", main + "call s(n=60, a=x)\nend program\n" + optional, 60},
		{"absent", main + "call s(x)\nend program\n" + optional, 10},
		{"passed on", main + "call o(x, 60)\nend program\n" + outer + optional, 60},
		{"absent and passed on", main + "call o(x)\nend program\n" + outer + optional, 10},
		{"passed on in one of two calls", "program s\nreal a(100)\ninteger i, m\ncall o(m, 60)\ncall o(m)\ndo i = 1, m\na(i) = 1.0\nend do\nend program\n" +
			"subroutine o(m, k)\ninteger, intent(out) :: m\ninteger, optional :: k\ncall t(m, k)\nend subroutine\n" +
			"subroutine t(m, n)\ninteger, intent(out) :: m\ninteger, optional :: n\nm = 10\nif (present(n)) m = n\nend subroutine\n", 10},
		{"inside, of the host", main + "call s(x, 60)\nend program\n" + strings.Replace(strings.Replace(optional, "if (present(n)) m = n", "call inner", 1), "end subroutine\n", "contains\nsubroutine inner\nif (present(n)) m = 60\nend subroutine\nend subroutine\n", 1), 60},
		{"a short text", main + "call s(x, 'jacobi')\nend program\n" + chooses("jacobi", "sor"), 60},
		{"the other one", main + "call s(x, 'sor')\nend program\n" + chooses("jacobi", "sor"), 7},
		{"a long text", main + "call s(x, 'conjugate gradients')\nend program\n" + chooses("conjugate gradients", "conjugate residuals"), 60},
		{"the other long one", main + "call s(x, 'conjugate residuals')\nend program\n" + chooses("conjugate gradients", "conjugate residuals"), 7},
		{"a long variable", main + "character(len=32) :: how\nhow = 'conjugate residuals'\ncall s(x, how)\nend program\n" + chooses("conjugate gradients", "conjugate residuals"), 7},
		{"one that is too short, and of half a chance", main + "character(len=12) :: how\nhow = 'conjugate residuals'\ncall s(x, how)\nend program\n" + chooses("conjugate gradients", "conjugate residuals"), 30 + 0.5*7*0.5},
		{"of one character, whatever is passed", main + "call s(x, 'No transpose')\nend program\n" + strings.Replace(chooses("N", "T"), "len=*", "len=1", 1), 30 + 0.5*7*0.5},
		{"neither", main + "call s(x, 'none')\nend program\n" + chooses("jacobi", "sor"), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := 0.0
			for _, u := range reportOf(t, "p.f90", c.text, settings.Settings{}).Units {
				for _, l := range u.Lines {
					if u.Name == "s" && strings.Split(c.text, "\n")[l.Line-1] == "a(i) = 1.0" {
						got += l.Executions
					}
				}
			}
			if got != c.want {
				t.Errorf("%g executions, want %g", got, c.want)
			}
		})
	}
}

// Whether a dummy is present that is passed on from nobody knows where is asked.
func TestPresenceIsAsked(t *testing.T) {
	const text = "subroutine o(a, k)\nreal, intent(inout) :: a(100)\ninteger, intent(in), optional :: k\ncall s(a, k)\nend subroutine\nsubroutine s(a, n)\nreal, intent(inout) :: a(100)\ninteger, intent(in), optional :: n\nif (present(n)) a = 1.0\nend subroutine\n"
	asked := false
	for _, u := range reportOf(t, "p.f90", text, settings.Settings{}).Units {
		for _, x := range u.Assumptions {
			asked = asked || u.Name == "s" && x.Name == "weight1" && x.Provenance == report.Assumed
		}
	}
	if !asked {
		t.Error("nobody is asked whether n is present")
	}
}
