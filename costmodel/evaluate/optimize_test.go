package evaluate

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// By hand on the iPSC/860, in nanoseconds, as in TestAmountsByHand: the columns of
// w fall into the same set, so that crossing them misses each time, 400 more for a
// load and 200 for a store; along them 1 of 8 does, and 10 elements in a row end within a line: (1 + 0.7)/8.
func TestReorder(t *testing.T) {
	const declared = "integer, parameter :: n = 10\nreal :: w(1024,n), x(1024,n), y(1024,n), s\ninteger :: i, j, k\n"
	const loops = 200 + 10*100 + 10*200 + 100*100
	nest := func(lo, hi, body string) string {
		return "do i = " + lo + ", " + hi + "\ndo j = 1, n\n" + body + "\nend do\nend do\n"
	}
	cases := []struct {
		name, body string
		off, on    float64
	}{
		{"across the columns, then along them", nest("1", "n", "w(i,j) = 1.0"), loops + 100*(25+200), loops + 100*(25+42.5)},
		{"a dependence that stays in order", nest("2", "11", "w(i,j) = w(i-1,j)"), loops + 100*(50+400+25+200), loops + 100*(50+85+25+42.5)},
		{"one that would run backwards", nest("2", "11", "w(i,j) = w(i-1,j+1)"), loops + 100*(50+400+25+200), loops + 100*(50+400+25+200)},
		{"the sum of a scalar keeps its order", nest("1", "n", "s = s + w(i,j)"), loops + 100*(50+75+400), loops + 100*(50+75+400)},
		{"what lies right is left", "do j = 1, n\ndo i = 1, n\nw(i,j) = 1.0\nend do\nend do\n", loops + 100*(25+42.5), loops + 100*(25+42.5)},
		{"a nest with something between is left", "do i = 1, n\nx(i,1) = 0.0\ndo j = 1, n\nw(i,j) = 1.0\nend do\nend do\n",
			loops + 10*(25+25) + 100*(25+200), loops + 10*(25+25) + 100*(25+200)},
		{"a bound that depends on the other is left", "do i = 1, n\ndo j = 1, i\nw(i,j) = 1.0\nend do\nend do\n",
			200 + 10*100 + 10*200 + 55*100 + 55*(25+200), 200 + 10*100 + 10*200 + 55*100 + 55*(25+200)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := "program x\n" + declared + c.body + "end program\n"
			for _, o := range []struct {
				names []string
				want  float64
			}{{nil, c.off}, {[]string{}, c.off}, {[]string{"inline"}, c.off}, {[]string{"reorder"}, c.on}} {
				t.Run(fmt.Sprint(o), func(t *testing.T) {
					u := unitOf(t, "x.f90", text, settings.Settings{Procs: 1, Optimize: o.names})
					if got := u.Charge.Total() * 1e9; math.Abs(got-o.want) > 1e-6*o.want {
						t.Errorf("%s, with %v: %.1f ns, want %g", c.name, o.names, got, o.want)
					}
				})
			}
		})
	}
}

// In a matrix product with the sum innermost, columns of which fall into the same
// set, the rows become the innermost loop: two references lie side by side, the
// third stays.
func TestReorderOfAProduct(t *testing.T) {
	const text = `program x
real :: a(1024,8), b(1024,8), c(1024,8)
integer :: i, j, k
do i = 1, 8
do j = 1, 8
do k = 1, 8
c(i,j) = c(i,j) + a(i,k) * b(k,j)
end do
end do
end do
end program
`
	said := report.Assumption{Name: "loop over i", Value: "innermost", Source: "the compiler reorders", Line: 7}
	u := unitOf(t, "x.f90", text, settings.Settings{Procs: 1, Optimize: []string{"reorder"}})
	if !slices.Contains(u.Assumptions, said) {
		t.Errorf("the report does not say so: %v", u.Assumptions)
	}
	reordered := u.Charge.Computation
	u = unitOf(t, "x.f90", text, settings.Settings{Procs: 1, Optimize: []string{}})
	if slices.Contains(u.Assumptions, said) {
		t.Error("it says so of what is left as it is")
	}
	written := u.Charge.Computation
	if reordered > 0.7*written {
		t.Errorf("%g s as it is written, %g s reordered", written, reordered)
	}
}

// A call costs 400 ns, unless the procedure is seen and short.
func TestInline(t *testing.T) {
	program := func(statements int) string {
		return "program x\nreal :: a\ncall set(a)\nend program\nsubroutine set(a)\nreal :: a\n" + strings.Repeat("a = 1.0\n", statements) + "end subroutine\n"
	}
	for _, c := range []struct {
		name, text string
		saved      float64
	}{
		{"short", program(10), 400},
		{"long", program(11), 0},
		{"not seen", "program x\nreal :: a\ncall set(a)\nend program\n", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			at := func(names ...string) float64 {
				r := reportOf(t, "x.f90", c.text, settings.Settings{Procs: 1, Optimize: names})
				if !slices.Equal(r.Machine.Optimize, names) {
					t.Errorf("%s: the report says %v, not %v", c.name, r.Machine.Optimize, names)
				}
				return r.Units[0].Charge.Total() * 1e9
			}
			if got := at() - at("inline"); math.Abs(got-c.saved) > 1e-6 {
				t.Errorf("%s: inlining saves %g ns, want %g", c.name, got, c.saved)
			}
		})
	}
}

// The machine's file says what its compiler does where the user does not.
func TestOptimizationOfTheMachine(t *testing.T) {
	const text = "program x\nreal :: w(1024,10)\ninteger :: i, j\ndo i = 1, 10\ndo j = 1, 10\nw(i,j) = 1.0\nend do\nend do\nend program\n"
	machine := strings.Replace(scaled(t, "ipsc860", "clock_hz", 1), `scheme  = "collective"`, `optimize = ["reorder"]`+"\n"+`scheme  = "collective"`, 1)
	files := map[string]string{"m.toml": machine}
	at := func(names []string) string {
		return fmt.Sprintf("%.0f", unitIn(t, files, text, settings.Settings{Machine: "m.toml", Procs: 1, Optimize: names}).Charge.Total()*1e9)
	}
	if on, off, again := at(nil), at([]string{}), at([]string{"reorder"}); on != "19950" || off != "35700" || again != on {
		t.Errorf("as the machine says %s, off %s, on %s", on, off, again)
	}
}
