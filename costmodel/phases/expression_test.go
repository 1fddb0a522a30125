package phases

import (
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

func inScope(a *symbolic.Arena, names ...string) scope {
	return func(name string) (symbolic.Expr, bool) {
		for _, n := range names {
			if n == name {
				return a.Sym(n, symbolic.Index), true
			}
		}
		return 0, false
	}
}

func TestFormula(t *testing.T) {
	env := map[string]float64{"n": 10, "p": 4}
	for _, c := range []struct {
		text string
		want float64
	}{
		{"1 + 2*3", 7}, {"2 - 3 - 4", -5}, {"n / p", 2.5}, {"n / p / 5", 0.5}, {"-2^2", -4}, {"2^3^2", 512}, {"2**3", 8},
		{"ceil(n / p)", 3}, {"floor(n / p)", 2}, {"2*ceil(n/(2*p))", 4}, {"mod(n, p)", 2}, {"log2(p)", 2}, {"ceil_log2(n)", 4},
		{"max(n, p, 3)", 10}, {"min(n, p)", 4}, {"if(p > 1, n, 0)", 10}, {"if(p <= 3 or n == 10 and p /= 4, 1, 2)", 2},
		{"sum(i, 1, n, i)", 55}, {"sum(i, 1, ceil_log2(p), n / 2^i)", 7.5}, {"1.43e-4 * 1e4", 1.43}, {"1e3", 1000}, {".5 * n", 5},
		{"(n + p) * 2", 28}, {"n*-p", -40},
	} {
		t.Run(c.text, func(t *testing.T) {
			a := symbolic.NewArena()
			e, wrong := formula(a, c.text, inScope(a, "n", "p"))
			if wrong != nil {
				t.Fatal(wrong.why)
			}
			if got, err := a.Eval(e, env); err != nil || math.Abs(got-c.want) > 1e-12 {
				t.Errorf("%v (%v), want %v", got, err, c.want)
			}
		})
	}
}

// What is wrong is told at its place, marked with | | in the texts.
func TestWrongFormula(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"n + |x|", "x is not defined before this"}, {"n +||", "an operand is missing"}, {"(n||", `")" is missing`}, {"n |n|", `"n" is not expected`},
		{"|sin|(n)", "there is no function sin"}, {"|ceil|(n, n)", "it is written ceil(x)"}, {"n |$| 2", `"$" is not expected`},
		{"sum(|n|, 1, 2, 3)", "n has a meaning already"}, {"|sum|(1, 2)", "sum(i, from, to, x)"}, {"|1.2.3|", "no number"},
		{"|1 / 0|", "division by zero"}, {"|1e999|", "no number"}, {strings.Repeat("(", 300) + "n", "nested too deeply"}, {"||", "missing at the end"},
	} {
		t.Run(c.text[:min(len(c.text), 20)], func(t *testing.T) {
			plain := strings.ReplaceAll(c.text, "|", "")
			a := symbolic.NewArena()
			_, wrong := formula(a, plain, inScope(a, "n"))
			if wrong == nil || !strings.Contains(wrong.why, c.want) {
				t.Fatalf("%+v, want %s", wrong, c.want)
			}
			if first := strings.Index(c.text, "|"); first >= 0 {
				if last := strings.LastIndex(c.text, "|") - 1; wrong.at.Start != first || wrong.at.End != last {
					t.Errorf("at %v, want %d to %d", wrong.at, first, last)
				}
			}
		})
	}
}

func FuzzFormula(f *testing.F) {
	for _, text := range []string{"1 + n*(2 - p)", "sum(i, 1, n, i^2)", "if(n<p,1,2)", "((", "2^2^2^2^2", "ceil(1/0)", "1e-"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a := symbolic.NewArena()
		e, wrong := formula(a, text, inScope(a, "n", "p"))
		if wrong != nil {
			if wrong.at.Start < 0 || wrong.at.End > len(text) || wrong.why == "" {
				t.Errorf("%q: %+v", text, wrong)
			}
			return
		}
		_, _ = a.Eval(e, map[string]float64{"n": 3, "p": 2})
	})
}
