package place

import (
	"strconv"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

const solver = `class solver {
    FIELDS
    static double x[*] <$ dist = "[block]" $> = new double[100];
    void work() { for (i :- :n) x[i] = 1.0; }
    MEMBERS
}
class other { int n; double v; other(int k) { n = k; } }
public class start { static void main() { MAIN } }`

// A bound is known where one statement sets it, and is asked for where anything else may
// hold.
func TestFieldsThatAreSet(t *testing.T) {
	for _, c := range []struct {
		name, fields, members, main string
		n                           float64 // 0: asked for
	}{
		{"a constructor, one call", "final int n;", "solver(int size) { n = 2*size; }", "solver s = new solver(8); s.work();", 16},
		{"by this", "int n;", "solver(int n) { this.n = n; }", "solver s = new solver(8); s.work();", 8},
		{"a local of the caller", "final int n;", "solver(int size) { n = size; }", "int k = 20; solver s = new solver(k); s.work();", 20},
		{"two calls that agree", "final int n;", "solver(int size) { n = size; }", "solver s = new solver(8), t = new solver(2*4); s.work();", 8},
		{"two that differ", "final int n;", "solver(int size) { n = size; }", "solver s = new solver(8), t = new solver(9); s.work();", 0},
		{"a call in a declaration differs", "final int n; static solver first = new solver(9);", "solver(int size) { n = size; }", "solver s = new solver(8); s.work();", 0},
		{"a constructor continues with another", "final int n;", "solver(int size) { n = size; } solver() { this(9); }", "solver s = new solver(8), t = new solver(); s.work();", 0},
		{"another class has a field of the name", "final int n;", "solver(int size) { n = size; }", "other o = new other(3); solver s = new solver(8); s.work();", 8},
		{"a static initializer", "static int n;", "static { n = 12; }", "work();", 12},
		{"in a method that is called", "static int n;", "static void init(int k) { n = k + 1; }", "solver.init(5); solver.work();", 6},
		{"in one that is not", "static int n;", "static void init() { n = 1; }", "solver.work();", 0},
		{"from outside", "int n;", "solver() { n = 8; }", "solver s = new solver(); s.n = 9; s.work();", 0},
		{"from where the name means another", "int n;", "solver() { n = 8; } class inner { int n; void poke(solver s) { s.n = 9; } }", "solver s = new solver(); s.work();", 0},
		{"twice", "int n;", "solver() { n = 8; } void more() { n++; }", "solver s = new solver(); s.more(); s.work();", 0},
		{"under a condition", "int n;", "solver(int k) { if (k > 3) n = 8; }", "solver s = new solver(4); s.work();", 0},
		{"behind a call", "int n;", "solver() { work(); n = 8; }", "solver s = new solver(); s.work();", 0},
		{"behind a use", "int n;", "solver() { for (i :- :n) x[i] = 0.0; n = 8; }", "solver s = new solver();", 0},
		{"a value before", "static int n = 5;", "static { n = 12; }", "solver.work();", 0},
		{"a name of the member's own", "int n;", "solver() { int n; n = 8; }", "solver s = new solver(); s.work();", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.NewReplacer("FIELDS", c.fields, "MEMBERS", c.members, "MAIN", c.main).Replace(solver)
			p := Build(spar.Parse(source.NewText(text)), Options{})
			if asked := len(p.Criticals) > 0; asked != (c.n == 0) {
				t.Fatalf("asks for %+v", p.Criticals)
			}
			if c.n == 0 {
				return
			}
			values := map[string]float64{}
			for _, x := range p.Numerics {
				if v, err := strconv.ParseFloat(notation.Text(x.Value), 64); err == nil {
					values[x.Name] = v
				}
			}
			m := p.Method("solver_work_0")
			got, err := m.Arena.Eval(firstLoop(m.Body).Hi, values)
			if err != nil || got != c.n-1 {
				t.Errorf("the last iteration is %v (%v), want %v", got, err, c.n-1)
			}
		})
	}
}

// firstLoop is the first loop in a body.
func firstLoop(steps []Step) *Loop {
	for _, s := range steps {
		switch s := s.(type) {
		case *Loop:
			return s
		case *Statement:
			if l := firstLoop(s.Steps); l != nil {
				return l
			}
		}
	}
	return nil
}
