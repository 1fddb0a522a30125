package aag_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
)

const functions = `
real function f(x, y)
real, intent(in) :: x, y
f = 0.5 * (x + y)
end function
elemental real function g(x)
real, intent(in) :: x
g = x * x
end function
real function h(m, x)
integer, intent(in) :: m
real, intent(in) :: x(m)
!HPF$ PROCESSORS pr(4)
!HPF$ DISTRIBUTE x(BLOCK) ONTO pr
h = sum(x)
end function
`

const callsFunctions = `program p
real :: a(16), b(16), c(16), s
integer :: i, j
interface
elemental real function g(x)
real, intent(in) :: x
end function
end interface
!HPF$ PROCESSORS pr(4)
!HPF$ DISTRIBUTE (BLOCK) ONTO pr :: a, b
!HPF$ DISTRIBUTE c(CYCLIC) ONTO pr
BODY
end program
`

// TestFunctions compares what expressions with user's functions read, move and
// compute outside of the functions with the interpreter.
func TestFunctions(t *testing.T) {
	grids := map[int][][]int{1: {{1}, {2}, {3}, {4}}}
	for i, body := range []string{
		"s = f(a(3), 2.0)",
		"do i = 2, 15\na(i) = f(b(i-1), c(i)) + f(b(i+1), s)\nend do",
		"forall (i = 1:15) a(i) = b(i) + f(c(i+1), b(i))",
		"a(2:16) = g(b(1:15))",
		"a = b + g(2.0 * c)",
		"s = sum(g(a))",
		"where (g(a) >= 0.0) b = c",
		"do i = 1, 16\nif (f(a(i), 1.0) < 2.0) b(i) = c(i)\nend do",
		"do i = 1, 4\ndo j = 1, 16\na(j) = f(f(b(j), s), real(i))\nend do\nend do",
		"a(3) = b(int(f(3.0, 5.0)))",
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			text := strings.Replace(callsFunctions, "BODY", body, 1) + functions
			guessed := strings.Contains(body, "int(") || strings.Contains(body, "where") || strings.Contains(body, "if (")
			if bound, err := compareMain(text, grids); err != nil || bound != guessed {
				t.Errorf("%v (bound %v)\n%s", err, bound, numbered(text))
			}
		})
	}
}

// TestFunctionCalls: a function is called once for every element, by who
// executes it, and together with what it is passed by all.
func TestFunctionCalls(t *testing.T) {
	for i, c := range []struct {
		body        string
		calls, each float64 // in all, on the first of 4 processors
		moves       int
	}{
		{"s = f(a(3), 2.0)", 1, 1, 0},
		{"do i = 2, 15\na(i) = f(b(i-1), c(i)) + f(b(i+1), s)\nend do", 28, 6, 0},
		{"a(2:16) = g(b(1:15))", 15, 3, 0},
		{"forall (i = 1:15) a(i) = f(f(b(i), s), s)", 30, 8, 0},
		{"s = h(16, c)", 1, 1, 1},
		{"s = h(16, a)", 1, 1, 0},
		{"do i = 1, 3\ns = s + h(16, c)\nend do", 3, 3, 1},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			text := strings.Replace(callsFunctions, "BODY", c.body, 1) + functions
			u, err := lowered("p.f90", text)
			if err != nil {
				t.Fatal(err)
			}
			b := comm.NewBuilder(u.Arena, u.Layouts, u.Grid, scheme.Collective, u.Remaps)
			b.Procedures = visible("p.f90", text)
			forms := newCallingForms(u, source.NewText(text), visible("p.f90", text))
			env := forms.environment(nil, []int{4}, 0)
			calls, each, moves := 0.0, 0.0, 0
			g := forms.graph
			for _, unit := range g.Units {
				switch {
				case unit.Kind == aag.Call && unit.Called != nil:
					n, _ := g.Builder.A.Eval(unit.Count, env)
					local, _ := g.Builder.A.Eval(g.Builder.Total(unit.Repeat, unit.Local), env)
					calls, each = calls+n, each+local
				case unit.Kind == aag.Comm && unit.Comm.Remapped != "":
					moves++
				}
			}
			if calls != c.calls || each != c.each || moves != c.moves || len(forms.void) > 0 {
				t.Errorf("%v calls, %v on the first processor, %d remaps, without estimate %v\n%s", calls, each, moves, forms.void, numbered(text))
			}
		})
	}
}

// TestFunctionsWithoutEstimate: what cannot be evaluated by those who execute
// the statement is said.
func TestFunctionsWithoutEstimate(t *testing.T) {
	for body, want := range map[string]string{
		"do i = 1, 16\na(i) = h(16, c)\nend do":     "takes an array that processors share",
		"do i = 1, 16\na(i) = unseen(c(i))\nend do": "the cost of calling unseen is not known here: not in this file",
	} {
		t.Run(body, func(t *testing.T) {
			text := strings.Replace(callsFunctions, "BODY", body, 1) + functions
			u, err := lowered("p.f90", text)
			if err != nil {
				t.Fatal(err)
			}
			forms := newCallingForms(u, source.NewText(text), visible("p.f90", text))
			found := false
			for _, why := range forms.void {
				found = found || strings.Contains(why, want)
			}
			if !found {
				t.Errorf("%s: %v", body, forms.void)
			}
		})
	}
}
