package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

const threeSizes = "program m\ninteger n, i\nreal(8) a(1000)\n!HPF$ DISTRIBUTE a(BLOCK)\nread *, n\ndo i = 1, n\na(i) = 1\nend do\ncall f(a)\ncall g(a, n)\nend program\n" +
	"subroutine f(a)\ninteger n, i\nreal(8) a(1000)\n!HPF$ DISTRIBUTE a(BLOCK)\nread *, n\ndo i = 1, n\na(i) = 2\nend do\nend subroutine\n" +
	"subroutine g(a, n)\ninteger n, i\nreal(8) a(1000)\n!HPF$ DISTRIBUTE a(BLOCK)\ndo i = 1, n\na(i) = 3\nend do\nend subroutine\n"

// TestValueOfOneProcedure: procedure.variable sets the variable of that procedure and of
// no other, also a dummy; the variable alone sets all of them.
func TestValueOfOneProcedure(t *testing.T) {
	for _, c := range []struct {
		name    string
		values  map[string]float64
		m, f, g float64 // executions of the assignments
	}{
		{"nothing is set", nil, 100, 100, 100},
		{"the program's, which it hands on", map[string]float64{"m.n": 800}, 800, 100, 800},
		{"a local", map[string]float64{"f.n": 400}, 100, 400, 100},
		{"a dummy", map[string]float64{"g.n": 40}, 100, 100, 40},
		{"all", map[string]float64{"n": 10}, 10, 10, 10},
		{"all, and one otherwise", map[string]float64{"n": 10, "f.n": 20}, 10, 20, 10},
		{"that of no procedure", map[string]float64{"h.n": 7}, 100, 100, 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "x.f90", threeSizes, settings.Settings{Procs: 4, Values: c.values})
			for line, want := range map[int]float64{7: c.m, 18: c.f, 26: c.g} {
				t.Run(fmt.Sprint(line), func(t *testing.T) {
					if l := lineIn(r, line); l == nil || l.Executions != want {
						t.Errorf("line %d: %v, want %g executions", line, l, want)
					}
				})
			}
			for _, u := range r.Units {
				for _, a := range u.Assumptions {
					if _, set := c.values[u.Name+"."+a.Name]; set && a.Provenance != report.Set {
						t.Errorf("%s.%s is %q", u.Name, a.Name, a.Source)
					}
				}
			}
		})
	}
}

// TestNothingToDistribute: a size that the user sets to nothing is an error where the
// array is mapped; loops without iterations are none.
func TestNothingToDistribute(t *testing.T) {
	const text = "program p\ninteger, parameter :: n = 64\ninteger i, k\nreal a(n)\n!HPF$ DISTRIBUTE a(BLOCK)\nread *, k\ndo i = 1, k\na(i) = 1\nend do\nend program\n"
	for _, c := range []struct {
		name, want string
		values     map[string]float64
	}{
		{"as it is", "", nil},
		{"no iteration", "", map[string]float64{"k": 0}},
		{"no element", "with n = 0 there is nothing to distribute", map[string]float64{"n": 0}},
		{"fewer than none", "with n = -3 there is nothing to distribute", map[string]float64{"n": -3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ""
			for _, d := range reportOf(t, "x.f90", text, settings.Settings{Procs: 4, Values: c.values}).Diagnostics {
				if d.Code == "empty-distribution" {
					got = d.Message
				}
			}
			if (c.want == "") != (got == "") || !strings.HasPrefix(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestSetParameterReachesCallees: what a call hands on follows a PARAMETER that is given another
// value. Of n rows each of 4 processors works on n/4, which low and high say to the procedure:
// twice as many where n is doubled, as of the n columns that it is told.
func TestSetParameterReachesCallees(t *testing.T) {
	const text = "program p\nuse mpi\ninteger, parameter :: n = 120\ninteger me, np, low, high, ierr\nreal a(n), b(n)\n" +
		"call mpi_init(ierr)\ncall mpi_comm_rank(mpi_comm_world, me, ierr)\ncall mpi_comm_size(mpi_comm_world, np, ierr)\n" +
		"low = 1 + me*(n/np)\nhigh = (me + 1)*(n/np)\ncall work(a, b, n, low, high)\ncall mpi_finalize(ierr)\nend program\n" +
		"subroutine work(a, b, m, low, high)\ninteger m, low, high, i\nreal a(m), b(m)\n" +
		"do i = low, high\na(i) = 1.0\nend do\ndo i = 1, m\nb(i) = 2.0\nend do\nend subroutine\n"
	for _, c := range []struct {
		name       string
		values     map[string]float64
		rows, cols float64
	}{
		{"as it is", nil, 30, 120},
		{"doubled", map[string]float64{"n": 240}, 60, 240},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "x.f90", text, settings.Settings{Procs: 4, Values: c.values})
			for line, want := range map[int]float64{18: c.rows, 21: c.cols} {
				if got := lineIn(r, line).Executions; got != want {
					t.Errorf("line %d: %g executions on each processor, want %g", line, got, want)
				}
			}
		})
	}
}
