package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A dummy that only a mapping of a procedure names has the value of the call. x(1024) lies in blocks
// of 128 on 8 processors, and in blocks of 256 on the first 4 for the procedure: processor 0 gets
// 128 elements, 1 to 3 get 256 each: 896 elements in 7 messages of 128. Back, 0 has its 128 still,
// and 1 to 7 get 128 each.
func TestSizesOfMappingsAsCalled(t *testing.T) {
	for _, c := range []struct{ name, directive, actual string }{
		{"a block", "a(block(m)) onto p", "256"},
		{"a part of the arrangement", "a(block) onto p(1:m)", "4"},
		{"a variable", "a(block(m)) onto p", "k"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "program main\ninteger, parameter :: n = 1024\nreal x(n)\ninteger k\n!hpf$ processors q(8)\n!hpf$ distribute x(block) onto q\nk = n/4\ncall sm(x, n, " + c.actual + ")\nend program\n" +
				"subroutine sm(a, n, m)\ninteger, intent(in) :: n, m\nreal a(n)\n!hpf$ processors p(8)\n!hpf$ distribute " + c.directive + "\ninteger i\ndo i = 2, n-1\na(i) = a(i) + 1.0\nend do\nend subroutine\n"
			r := reportOf(t, "x.f90", text, settings.Settings{})
			got := ""
			for _, m := range lineIn(r, 8).Comms {
				got += fmt.Sprintf("%g %g ", m.TotalMessages, m.TotalBytes)
			}
			if got != "7 3584 7 3584 " {
				t.Errorf("%q", got)
			}
			for _, d := range r.Diagnostics {
				t.Errorf("said: %s", d.Message)
			}
		})
	}
}

// Blocks that do not hold all elements with a value that is assumed have no time, and one of a
// value that somebody gives is an error.
func TestSizesOfMappingsUnknown(t *testing.T) {
	const text = "subroutine sm(x, m)\ninteger m, i\nreal x(1000)\n!hpf$ processors q(8)\n!hpf$ distribute x(block) onto q(1:m)\ndo i = 1, 1000\nx(i) = 0.0\nend do\nend subroutine\n"
	for _, c := range []struct {
		set  map[string]float64
		want string
	}{
		{nil, "blocks of 10 elements need 100 processors along dimension 1 of the arrangement, which has 8, with values that are assumed"},
		{map[string]float64{"m": 10}, "blocks of 100 elements need 10 processors along dimension 1 of the arrangement, which has 8"},
		{map[string]float64{"m": -2}, "blocks of -500 elements: their size must be positive"},
		{map[string]float64{"m": 8}, ""},
	} {
		t.Run(fmt.Sprint(c.set), func(t *testing.T) {
			if got := reportOf(t, "x.f90", text, settings.Settings{Values: c.set}).Units[0].NoEstimate; got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// A procedure that declares fewer processors than its caller is not silently taken to have all.
func TestOtherProcessorsAreSaid(t *testing.T) {
	for _, c := range []struct {
		name, extent string
		said         bool
	}{{"fewer", "4", true}, {"by a dummy", "m", true}, {"as many", "8", false}} {
		t.Run(c.name, func(t *testing.T) {
			text := "program main\nreal x(64)\n!hpf$ processors q(8)\n!hpf$ distribute x(block) onto q\nx = 0.0\ncall sm(x, 4)\nend program\nsubroutine sm(a, m)\ninteger m\nreal a(64)\n!hpf$ processors p(" + c.extent + ")\n!hpf$ distribute a(block) onto p\na = 1.0\nend subroutine\n"
			for _, set := range []settings.Settings{{}, {Procs: 16}} {
				said := ""
				for _, d := range reportOf(t, "x.f90", text, set).Diagnostics {
					said += d.Message
				}
				if strings.Contains(said, "sm declares 4 processors where main has 8") != c.said {
					t.Errorf("%+v: %q", set, said)
				}
			}
		})
	}
}

// A size that enters the mappings of called procedures only is one that the prediction rests on.
func TestSizesThatReachOnlyMappingsAreListed(t *testing.T) {
	text := "subroutine work(n)\ninteger n, it\nreal x(n)\n!hpf$ processors q(8)\n!hpf$ distribute x(block) onto q\ndo it = 1, 10\ncall sm(x)\nend do\nend subroutine\nsubroutine sm(a)\nreal a(:)\n!hpf$ inherit a\ninteger i\ndo i = 1, 1000\na(i) = 1.0\nend do\nend subroutine\n"
	if got := assumption(reportOf(t, "x.f90", text, settings.Settings{Values: map[string]float64{"n": 5000}}).Units[0], "n"); got != "5000 (set) line 1" {
		t.Errorf("n: %q", got)
	}
}
