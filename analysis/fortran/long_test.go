package fortran_test

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// Ten thousand operators may stand one behind the other, and as many in each pair of parentheses.
// More are an error: whoever goes through the tree of a sum of millions exhausts the stack.
func TestLongExpressions(t *testing.T) {
	const most, tooMany = 10_000, "more than 10000 operators"
	sum := func(operators int) string { return "1" + strings.Repeat(" + a(1)", operators) }
	nested := "1"
	for range 150 {
		nested = "(" + nested + strings.Repeat("+1", most-1) + ")"
	}
	for name, c := range map[string]struct{ text, want string }{
		"as many as there may be":    {sum(most), ""},
		"one more":                   {sum(most + 1), tooMany},
		"millions":                   {"1" + strings.Repeat("*1", 3_000_000), tooMany},
		"of several levels":          {"1" + strings.Repeat("*1", most/2) + strings.Repeat("+1", most/2), ""},
		"in parentheses":             {"(" + sum(most) + ") * (" + sum(most) + ")", ""},
		"in the items of a list":     {"[1" + strings.Repeat(", 1 + 1", most+1) + "]", ""},
		"too many, in an argument":   {"f(2, " + sum(most+1) + ")", tooMany},
		"in parentheses in others":   {nested, tooMany},
		"powers, from right to left": {"1" + strings.Repeat("**1", most), "nested more than 200 deep"},
	} {
		t.Run(name, func(t *testing.T) {
			got := ""
			for _, d := range fortran.Parse(source.NewText("program p\nx = "+c.text+"\nend program\n"), fortran.Free).Units[0].Diagnostics {
				got = d.Message
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
