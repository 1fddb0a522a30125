package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A border is fetched once before a loop of 100 iterations in which a procedure is
// called that does not store to the array, else in every iteration.
func TestWhatACallStores(t *testing.T) {
	const (
		mapped = "!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b\n"
		common = "real a(1000), b(1000), c(1000)\ncommon /w/ a, b, c, k\n"
		module = "module m\nreal, target :: a(1000), b(1000)\nreal, pointer :: q(:)\nreal :: c(1000)\ninteger :: k\n" + mapped + "end module\n"
		body   = "do it = 1, 100\ncall work\nb(1:999) = a(2:1000)\nend do\n"
		main   = "program t\n" + common + mapped + body + "end\n"
		using  = module + "program t\nuse m\n" + body + "end\n"
		own    = "program t\nreal a(1000), b(1000), c(1000)\n" + mapped + body + "contains\n"
	)
	for _, c := range []struct {
		name, text string
		want       int64
	}{
		{"counts", main + "subroutine work\n" + common + mapped + "k = k + 1\nend\n", 1},
		{"reads", main + "subroutine work\n" + common + mapped + "c = a\nend\n", 1},
		{"stores", main + "subroutine work\n" + common + mapped + "a(3) = 1\nend\n", 100},
		{"input", main + "subroutine work\n" + common + mapped + "read *, a\nend\n", 100},
		{"otherwise named", main + "subroutine work\nreal x(900), y(1100)\ncommon /w/ x, y\ny(500) = 1\nend\n", 100},
		{"otherwise named, elsewhere", main + "subroutine work\nreal x(1000), y(1000)\ncommon /w/ x, y\ny(500) = 1\nend\n", 1},
		{"another block", main + "subroutine work\nreal x(1000)\ncommon /v/ x\nx(500) = 1\nend\n", 1},
		{"below", main + "subroutine work\ncall inner\nend\nsubroutine inner\n" + common + mapped + "a(3) = 1\nend\n", 100},
		{"below, elsewhere", main + "subroutine work\ncall inner\nend\nsubroutine inner\n" + common + mapped + "c(3) = 1\nend\n", 1},
		{"passed on and read", main + "subroutine work\n" + common + mapped + "call inner(a)\nend\nsubroutine inner(x)\nreal, intent(in) :: x(1000)\nprint *, x(1)\nend\n", 1},
		{"passed on and stored", main + "subroutine work\n" + common + mapped + "call inner(a)\nend\nsubroutine inner(x)\nreal x(1000)\nx(1) = 1\nend\n", 100},
		{"to a function", main + "subroutine work\n" + common + mapped + "k = f(a)\nend\nfunction f(x)\nreal x(1000)\nx(1) = 1\nf = 1\nend\n", 100},
		{"by another name", main + "subroutine work\n" + common + mapped + "real other(10)\nequivalence (other, c)\nother(1) = 1\nend\n", 100},
		{"beside other names for others", strings.Replace(main, "do it", "real own(9), its(9)\nequivalence (own, its)\ndo it", 1) + "subroutine work\n" + common + mapped + "integer i, j\nequivalence (i, j)\ni = 1\nk = 1\nend\n", 1},
		{"by the caller's other name", strings.Replace(main, "do it", "equivalence (c, other)\ndo it", 1) + "subroutine work\n" + common + mapped + "k = 1\nend\n", 100},
		{"not seen", main + "subroutine work\n" + common + mapped + "call nowhere(c)\nend\n", 100},
		{"calls itself", main + "recursive subroutine work\n" + common + mapped + "if (k > 3) call work\nc(3) = 1\nend\n", 1},
		{"module", using + "subroutine work\nuse m, only: k\nk = k + 1\nend\n", 1},
		{"module, renamed", using + "subroutine work\nuse m, x => a\nx(3) = 1\nend\n", 100},
		{"pointer", using + "subroutine work\nuse m\nq(3) = 1\nend\n", 100},
		{"host", own + "subroutine work\nc(3) = 1\nend subroutine\nend\n", 1},
		{"host, stores", own + "subroutine work\na(3) = 1\nend subroutine\nend\n", 100},
		{"host, a name of its own", own + "subroutine work\nreal a(10)\na(3) = 1\nend subroutine\nend\n", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "/a.f90", c.text, settings.Settings{})
			line := strings.Count(c.text[:strings.Index(c.text, "b(1:999)")], "\n") + 1
			for _, u := range r.Units {
				if u.Kind != "program" {
					continue
				}
				l := lineAt(t, u, line)
				if len(l.Comms) != 1 || int64(l.Comms[0].Messages) != c.want {
					t.Errorf("%+v, want %d messages", l.Comms, c.want)
				}
			}
		})
	}
}
