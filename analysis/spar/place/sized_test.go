package place

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

const levels = `globalpragmas <$ Processors = ((P q[4])) $>;
class a {
    static final int L = 5;
    static double u[*][*,*] = new double[L+1][*,*];
    static double r[*][*,*] = new double[L+1][*,*];
    static double f[*,*] <$ dist = "[block,collapsed]" $> = new double[34,34];
    static double g[*] <$ dist = "[cyclic]" $> = new double[12];
    static int size(int k) { return (1 << k) + 2; }
    static int steps(int n) { if (n == 1) return 0; int m = 2, l = 1; while (m < n) { m = m << 1; l++; } return l; }
    static void make() {
        for (k :- 1:L+1) {
            int n = size(k);
            u[k] = new double[n,n];
            r[k] = new double[size(k),size(k)];
        }
    }
    METHOD
    static void main() { make(); CALLS }
}`

func built(t *testing.T, method, calls string) *Program {
	t.Helper()
	text := strings.NewReplacer("METHOD", method, "CALLS", calls).Replace(levels)
	p := Build(spar.Parse(source.NewText(text)), Options{})
	for _, d := range p.Diagnostics {
		if d.Severity < source.Information {
			t.Errorf("%s: %s", calls, d.Message)
		}
	}
	return p
}

// The extents of an array that a method is handed, from what all its calls say.
func TestExtentsOfParameters(t *testing.T) {
	const one = `static void f2(double x[*,*] <$ dist = "[block,collapsed]" $>, int n) { x[3,1] = 2.0; }`
	const two = `static void f2(double x[*,*] <$ dist = "[block,collapsed]" $>, double y[*,*] <$ dist = "[block,collapsed]" $>) { x[3,1] = y[3,1]; }`
	for _, c := range []struct{ name, method, calls, params, args, want string }{
		{"the same number in all calls", one, "f2(f, 1); f2(f, 2);", "n_0", "1", "(3 div -((-(34) div P_q)))"},
		{"another argument", one, "for (k :- 1:L) f2(u[k], size(k));", "n_0", "(pow(2, k_0) + 2)", "(3 div (((n_0 - 1) div P_q) + 1))"},
		{"an own parameter", one, "f2(f, 1); f2(u[3], 2);", "x_n0_0 n_0", "34 1", "(3 div (((x_n0_0 - 1) div P_q) + 1))"},
		{"the extent of another array", two, "for (k :- 1:L) f2(u[k], r[k]); f2(f, f);", "x_n0_0", "(pow(2, k_0) + 2)", "(3 div (((x_n0_0 - 1) div P_q) + 1))"},
		{"handed on", two + ` static void f3(double x[*,*], int n) { f2(x, x); }`, "f3(u[2], size(2)); f3(u[4], size(4));", "x_n0_0", "n_0", "(3 div (((x_n0_0 - 1) div P_q) + 1))"},
		{"the map of the only array", `static void f2(double x[*], int n) { x[n] = 1.0; }`, "f2(g, 3); f2(g, 5);", "n_0", "3", "(n_0 mod P_q)"},
		{"the map of arrays that lie alike", `static double h[*] <$ on = (lambda (c) q[(cyclic c)]) $> = new double[12]; static void f2(double x[*], int n) { x[n] = 1.0; }`, "f2(g, 3); f2(h, 5);", "n_0", "3", "(n_0 mod P_q)"},
		{"through a method that hands them on", `static double h[*] <$ dist = "[cyclic]" $> = new double[12]; static void f2(double x[*], int n) { x[n] = 1.0; } static void f3(double[*] y) { f2(y, 3); }`, "f3(g); f3(h);", "n_0", "3", "(n_0 mod P_q)"},
		{"of an array that the caller makes", `static void f2(double x[*], int n) { x[n] = 1.0; } static void f3() { double w[*] <$ dist = "[cyclic]" $> = new double[12]; f2(w, 3); }`, "f3(); f2(g, 5);", "n_0", "3", "(n_0 mod P_q)"},
		{"of different sizes", `static double h[*] <$ dist = "[block]" $> = new double[12]; static double k[*] <$ dist = "[block]" $> = new double[20]; static void f2(double x[*], int n) { x[n] = 1.0; }`, "f2(h, 3); f2(k, 5);", "x_n0_0 n_0", "12 3", "(n_0 div (((x_n0_0 - 1) div P_q) + 1))"},
		{"a size that is asked for", `static void f2(double x[*,*]) { for (i :- :x.getSize(0)) g[i] = 1.0; }`, "f2(u[3]); f2(f);", "x_n0_0", "10", "(i_0 mod P_q)"},
		{"nothing is needed", `static void f2(double x[*,*], int n) { g[n] = x[0,0]; }`, "f2(u[3], 1); f2(f, 2);", "n_0", "1", "(n_0 mod P_q)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := built(t, c.method, c.calls)
			m := p.Method("a_f2_0")
			if got := strings.Join(m.Params, " "); got != c.params {
				t.Errorf("parameters %s, want %s", got, c.params)
			}
			var args []string
			for _, from := range p.Methods {
				for _, call := range from.callees {
					if call.Model == m.Model && args == nil {
						for _, x := range call.Args {
							args = append(args, from.Arena.PAMELA(x))
						}
					}
				}
			}
			if got := strings.Join(args, " "); got != c.args {
				t.Errorf("arguments %s, want %s", got, c.args)
			}
			if got := storedAt(m, m.Body); !slices.Contains(got, c.want) {
				t.Errorf("is %v, want %s", got, c.want)
			}
			if len(p.Criticals) > 0 {
				t.Errorf("asks for %+v", p.Criticals)
			}
		})
	}
}

// Arrays that lie in different ways share no map: the parameter says so.
func TestParametersOfDifferentMaps(t *testing.T) {
	const method = `static double h[*] <$ dist = "[block]" $> = new double[12]; static double r[*] = new double[12]; static void f2(double x[*], int n) { x[n] = 1.0; }`
	for _, c := range []struct {
		calls string
		said  bool
	}{{"f2(g, 3); f2(h, 5);", true}, {"f2(g, 3); f2(r, 5);", true}, {"f2(g, 3); f2(g, 5);", false}, {"f2(r, 3);", false}} {
		t.Run(c.calls, func(t *testing.T) {
			p := Build(spar.Parse(source.NewText(strings.NewReplacer("METHOD", method, "CALLS", c.calls).Replace(levels))), Options{})
			said := slices.ContainsFunc(p.Diagnostics, func(d source.Diagnostic) bool {
				return d.Code == "spar-map" && strings.HasPrefix(d.Message, "calls of a.f2 hand it arrays")
			})
			if said != c.said {
				t.Errorf("%+v", p.Diagnostics)
			}
		})
	}
}

// storedAt are the owners of what a method stores.
func storedAt(m *Method, steps []Step) []string {
	var out []string
	for _, s := range steps {
		switch s := s.(type) {
		case *Statement:
			out = append(out, storedAt(m, s.Steps)...)
		case *Loop:
			out = append(out, storedAt(m, s.Body)...)
		case *Move:
			out = append(out, m.Arena.PAMELA(s.To.Number(m.Arena)))
		}
	}
	return out
}

// Functions of the program that compute integers: executed here by Go.
func TestFunctionsOfIntegers(t *testing.T) {
	steps := func(n int) int {
		if n == 1 {
			return 0
		}
		m, l := 2, 1
		for m < n {
			m, l = m<<1, l+1
		}
		return l
	}
	for n := 1; n < 70; n++ {
		for _, text := range []string{"f2(steps(LIT));", "for (k :- LIT:LIT+1) f2(steps(k));"} {
			p := built(t, "static void f2(int n) { g[n] = 1.0; }", strings.ReplaceAll(text, "LIT", strconv.Itoa(n)))
			c := p.Main.callees[len(p.Main.callees)-1]
			got, err := p.Main.Arena.Eval(c.Args[0], map[string]float64{"k_0": float64(n)})
			if err != nil || int(got) != steps(n) {
				t.Fatalf("steps(%d) is %v (%v), want %d", n, got, err, steps(n))
			}
		}
	}
}
