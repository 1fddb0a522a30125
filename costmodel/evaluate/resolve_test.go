package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Each use of a scalar has the value of the assignment that reaches it. The
// executions of the marked lines are counted by hand.
func TestReachingValues(t *testing.T) {
	for _, c := range []struct {
		name, text string
		set        map[string]float64
		executions map[int]float64 // by line
	}{
		{"reassigned", "program p\ninteger i, m\nreal a(1000)\nm = 10\ndo i = 1, m\na(i) = 1.0\nend do\nm = 1000\ndo i = 1, m\na(i) = 2.0\nend do\nend program\n",
			nil, map[int]float64{6: 10, 10: 1000}},
		{"set for all uses", "program p\ninteger i, m\nreal a(1000)\nm = 10\ndo i = 1, m\na(i) = 1.0\nend do\nm = 1000\ndo i = 1, m\na(i) = 2.0\nend do\nend program\n",
			map[string]float64{"m": 20}, map[int]float64{6: 20, 10: 20}},
		{"counting down", "program p\ninteger i, j, k\nreal a(100)\ndo i = 1, 10\nk = 11 - i\ndo j = 1, k\na(j) = 1.0\nend do\nend do\nend program\n",
			nil, map[int]float64{7: 55}},
		{"doubled in every iteration", "program p\ninteger i, j, c\nreal a(100)\nc = 1\ndo i = 1, 6\ndo j = 1, c\na(j) = 1.0\nend do\nc = c*2\nend do\nend program\n",
			nil, map[int]float64{7: 63}},
		{"what a callee sets", "program p\ninteger i, m\nreal a(100)\nm = 3\ndo i = 1, m\na(i) = 1.0\nend do\ncall twice(m)\ndo i = 1, m\na(i) = 2.0\nend do\nend program\nsubroutine twice(k)\ninteger k\nk = 2*k\nend subroutine\n",
			nil, map[int]float64{6: 3, 10: 6}},
		{"what a function says", "program p\ninteger i, m\nreal a(100)\nm = logarithm(64)\ndo i = 1, m\na(i) = 1.0\nend do\ncontains\ninteger function logarithm(n)\ninteger n, k\nlogarithm = 0\nk = 1\ndo while (k < n)\nk = 2*k\nlogarithm = logarithm + 1\nend do\nend function\nend program\n",
			nil, map[int]float64{6: 6}},
		{"an index with a step that is computed", "program p\ninteger i, j, s, e\nreal a(100)\ns = 100/10\ndo i = 1, 100, s\ne = i + s - 1\ndo j = i, e\na(j) = 1.0\nend do\nend do\nend program\n",
			nil, map[int]float64{8: 100}},
		{"elements of an array", "program p\ninteger i, n(2)\nreal a(100)\nn(1) = 4\ndo i = 1, n(1)\na(i) = 1.0\nend do\nn(1) = 9\ndo i = 1, n(1) - 1\na(i) = 2.0\nend do\nend program\n",
			nil, map[int]float64{6: 4, 10: 8}},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := reportOf(t, "x.f90", c.text, settings.Settings{Values: c.set}).Units[0]
			for line, want := range c.executions {
				if l := lineOf(u, line); l == nil || l.Executions != want {
					t.Errorf("line %d: %+v, want %g executions", line, l, want)
				}
			}
		})
	}
}

// A distance that is a PARAMETER costs what a literal does, also one that the user
// sets.
func TestDistances(t *testing.T) {
	of := func(k, i string, set map[string]float64) *report.Unit {
		return unitOf(t, "x.f90", "program p\ninteger, parameter :: k = "+k+"\nreal(8) x(0:10001), y(10000), u(100,100), v(100,100)\n!hpf$ processors q(4)\n!hpf$ distribute (*,block) onto q :: u, v\ninteger i, j\n"+
			"do i = 4, 9996\ny(i) = x(i-"+i+") + x(i) + x(i+"+i+")\nend do\ndo j = 4, 96\ndo i = 4, 96\nu(i,j) = v(i-"+i+",j-"+i+") + v(i+"+i+",j+"+i+")\nend do\nend do\nend program\n", settings.Settings{Values: set})
	}
	for _, c := range []struct {
		name      string
		got, want *report.Unit
	}{
		{"a name", of("1", "k", nil), of("1", "1", nil)},
		{"another value", of("2", "k", nil), of("2", "2", nil)},
		{"set", of("1", "k", map[string]float64{"k": 3}), of("1", "3", nil)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, want := c.got.Charge.Total(), c.want.Charge.Total(); got != want {
				t.Errorf("%g s, a literal takes %g", got, want)
			}
			if got, want := lineOf(c.got, 12).Comms[0].TotalBytes, lineOf(c.want, 12).Comms[0].TotalBytes; got != want {
				t.Errorf("%g bytes, a literal moves %g", got, want)
			}
		})
	}
}
