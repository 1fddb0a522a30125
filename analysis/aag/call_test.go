package aag_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/oracle/elements"
)

// visible returns the procedures of a file, for who calls them.
func visible(file, text string) func(string) (*comm.Procedure, string) {
	f := lower.Lower(fortran.Parse(source.NewText(text), fortran.FormOf(file)))
	return func(name string) (*comm.Procedure, string) {
		for _, u := range f.Units {
			if u.Name == name {
				p := &comm.Procedure{Unit: u.Unit, Layouts: u.Layouts, Grid: u.Grid, Arena: u.Arena, Values: map[string]int64{}, Closed: true}
				for _, v := range u.Values {
					p.Values[v.Name], _ = u.Arena.ConstInt(v.Index)
				}
				return p, ""
			}
		}
		return nil, "not in this file"
	}
}

// TestCalls compares what calls move and copy with the interpreter: mapped
// dummies of every kind and intent, for arrays, sections and expressions.
func TestCalls(t *testing.T) {
	grids := map[int][][]int{1: {{1}, {2}, {3}, {4}, {5}}, 2: {{1, 1}, {2, 1}, {1, 3}, {2, 2}, {3, 2}}}
	one := "real :: a(12), b(12)\n!HPF$ PROCESSORS pr(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO pr\n!HPF$ DISTRIBUTE b(CYCLIC(2)) ONTO pr\ninteger :: i\n"
	two := "real :: a(12,10), b(12)\n!HPF$ PROCESSORS pr(2,2)\n!HPF$ DISTRIBUTE a(BLOCK,CYCLIC) ONTO pr\n!HPF$ ALIGN b(i) WITH a(i,*)\ninteger :: i\n"
	vector := func(mapping, intent string) string {
		return "subroutine s(n, x)\ninteger :: n\nreal" + intent + " :: x(n)\n!HPF$ PROCESSORS pr(4)\n" + mapping + "\nend subroutine\n"
	}
	cases := []struct{ head, body, procedure string }{
		{one, "call s(12, a)", vector("!HPF$ DISTRIBUTE x(CYCLIC) ONTO pr", "")},
		{one, "call s(12, a)", vector("!HPF$ DISTRIBUTE x(CYCLIC) ONTO pr", ", intent(in)")},
		{one, "call s(12, a)", vector("!HPF$ DISTRIBUTE x(CYCLIC) ONTO pr", ", intent(out)")},
		{one, "call s(12, a)", vector("!HPF$ DISTRIBUTE x(BLOCK) ONTO pr", "")},
		{one, "call s(12, b)", vector("!HPF$ DISTRIBUTE x *(CYCLIC(2)) ONTO pr", "")},
		{one, "call s(12, b)", vector("!HPF$ DISTRIBUTE x *", "")},
		{one, "call s(12, b)", vector("!HPF$ INHERIT x", "")},
		{one, "call s(12, b)", vector("", "")},
		{one, "call s(6, a(2:12:2))", vector("!HPF$ DISTRIBUTE x(BLOCK) ONTO pr", "")},
		{one, "call s(7, b(9:3:-1))", vector("!HPF$ DISTRIBUTE x(CYCLIC(3)) ONTO pr", "")},
		{one, "call s(12, a + b)", vector("!HPF$ DISTRIBUTE x(CYCLIC) ONTO pr", "")},
		{one, "call s(11 + 1, x=b)", vector("!HPF$ TEMPLATE t(2*n)\n!HPF$ DISTRIBUTE t(BLOCK) ONTO pr\n!HPF$ ALIGN x(i) WITH t(2*i-1)", "")},
		{one, "do i = 2, 5\ncall s(i, a(1:i))\nend do", vector("!HPF$ DISTRIBUTE x(CYCLIC) ONTO pr", ", intent(in)")},
		{one, "do i = 1, 3\ncall s(12, a)\na = a + 1.0\nend do", vector("!HPF$ DISTRIBUTE x(CYCLIC) ONTO pr", "")},
		{one, "do i = 1, 3\ncall s(12, a)\na = b\nend do", vector("!HPF$ DISTRIBUTE x(CYCLIC) ONTO pr", "")},
		{one, "do i = 1, 3\ncall s(12, a)\nb = a\nend do", vector("!HPF$ DISTRIBUTE x(CYCLIC) ONTO pr", ", intent(in)")},
		// a name that means one thing here and another one there
		{one + "integer, parameter :: n = 5\nreal :: c(3)\n!HPF$ TEMPLATE u(4*n)\n!HPF$ DISTRIBUTE u(BLOCK) ONTO pr\n!HPF$ ALIGN c(i) WITH u(i)\n", "call s(-3, a)", "subroutine s(n, x)\ninteger :: n\nreal :: x(12)\n!HPF$ PROCESSORS pr(4)\n!HPF$ TEMPLATE t(max(n,0)+12)\n!HPF$ DISTRIBUTE t(BLOCK) ONTO pr\n!HPF$ ALIGN x(i) WITH t(i)\nend subroutine\n"},
		{one + "integer, parameter :: n = 0\n", "call s(a); a(1:11+max(n,1)) = b(1:11+max(n,1))", "subroutine s(x)\ninteger, parameter :: n = 4\nreal :: x(12)\n!HPF$ PROCESSORS pr(4)\n!HPF$ TEMPLATE t(5*n)\n!HPF$ DISTRIBUTE t(BLOCK) ONTO pr\n!HPF$ ALIGN x(i) WITH t(i)\nend subroutine\n"},
		{one + "integer, parameter :: n = 3\nreal :: c(3)\n!HPF$ TEMPLATE u(4*n)\n!HPF$ DISTRIBUTE u(BLOCK) ONTO pr\n!HPF$ ALIGN c(i) WITH u(i)\n", "call s(-2, a)", "subroutine s(n, x)\ninteger :: n\nreal :: x(max(n,0):11+max(n,0))\n!HPF$ PROCESSORS pr(4)\n!HPF$ TEMPLATE t(0:20)\n!HPF$ DISTRIBUTE t(BLOCK) ONTO pr\n!HPF$ ALIGN x(i) WITH t(i)\nend subroutine\n"},
		{two, "call s(a)", "subroutine s(x)\nreal :: x(12,10)\n!HPF$ PROCESSORS pr(2,2)\n!HPF$ DISTRIBUTE x(CYCLIC(2),BLOCK) ONTO pr\nend subroutine\n"},
		{two, "call s(a(:,3))", "subroutine s(x)\nreal :: x(0:11)\n!HPF$ PROCESSORS pr(2,2)\n!HPF$ TEMPLATE t(0:11,4)\n!HPF$ DISTRIBUTE t(BLOCK,BLOCK) ONTO pr\n!HPF$ ALIGN x(i) WITH t(i,*)\nend subroutine\n"},
		{two, "call s(b)", "subroutine s(x)\nreal, intent(in) :: x(12)\n!HPF$ PROCESSORS pr(2,2)\n!HPF$ TEMPLATE t(12,4)\n!HPF$ DISTRIBUTE t(BLOCK,BLOCK) ONTO pr\n!HPF$ ALIGN x(i) WITH t(i,2)\nend subroutine\n"},
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			text := "program p\n" + c.head + strings.ReplaceAll(c.body, "; ", "\n") + "\nend program\n" + c.procedure
			bound, err := compareMain(text, grids)
			if err != nil || bound {
				t.Errorf("%v (bound %v)\n%s", err, bound, numbered(text))
			}
		})
	}
}

// countedTo returns what the interpreter counted up to a line: what procedures
// do is on lines behind.
func countedTo(c *elements.Counts, last int) map[count]float64 {
	out := counted(c)
	for k := range out {
		if k.line > last {
			delete(out, k)
		}
	}
	return out
}
