package pamela

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const models = "../../testdata/pamela/"

func read(file string) (string, error) {
	b, err := os.ReadFile(filepath.FromSlash(file))
	return string(b), err
}

// compile compiles one of the example models, which must be free of errors.
func compile(t testing.TB, name string, set map[string]float64) *Model {
	t.Helper()
	text, err := read(models + name)
	if err != nil {
		t.Fatal(err)
	}
	m := Compile(models+name, text, Options{Include: read, Set: set})
	for _, d := range m.Diagnostics {
		t.Fatalf("%s at %d: %s", d.File, d.Span.Start, d.Message)
	}
	return m
}

// one returns an output of a compiled model by its name, simplified.
func one(t testing.TB, m *Model, name string) Output {
	t.Helper()
	for _, o := range m.Outputs() {
		if o.Name() == name {
			return m.Simplify(o)
		}
	}
	t.Fatalf("there is no %s", name)
	return Output{}
}

// entries writes a vector as the published table does: "0 340 then 19 times 5".
func entries(t *testing.T, m *Model, o Output, env map[string]float64) string {
	runs, err := m.Entries(o, env)
	if err != nil {
		t.Fatal(err)
	}
	s := ""
	for _, r := range runs {
		if r.Count == 1 {
			s += fmt.Sprintf(" %v", r.Load)
		} else {
			s += fmt.Sprintf(" then %d times %v", r.Count, r.Load)
		}
	}
	return "[" + strings.TrimSpace(s) + "]"
}

// The exact results that paper 004 prints (sections 1.1, 2.5, 3.1, 3.4).
func TestPublishedNumbers(t *testing.T) {
	adi := map[string]float64{"N": 100, "P": 20, "t_c": 1, "t_l": 0, "t_g": 1, "M_net": 1}
	ten := map[string]float64{"P": 10, "N": 10, "tl": 10, "ts": 10}
	for _, c := range []struct {
		file, process string
		env           map[string]float64
		T, phi        float64
		delta         string
		omega         float64
	}{
		{"basic.pam", "x", nil, 3, 3, "[3]", 3},
		{"basic.pam", "y", nil, 7, 7, "[0 7]", 7},
		{"basic.pam", "L", nil, 7, 7, "[3 7]", 7},
		{"repair.pam", "main", ten, 1000, 200, "[1000]", 1000},
		{"adi-j.pam", "main", adi, 1961, 393, "[0 1961 then 19 times 1960]", 1961},
		{"adi-i.pam", "main", adi, 55001, 646, "[5700 2001 then 18 times 3000 2800]", 5700},
		{"demo.pam", "main", map[string]float64{"t_c": 1}, 340, 336, "[0 340 then 19 times 5]", 340},
	} {
		t.Run(c.file, func(t *testing.T) {
			m := compile(t, c.file, nil)
			for name, want := range map[string]float64{"T": c.T, "phi": c.phi, "omega": c.omega} {
				t.Run(name, func(t *testing.T) {
					got, err := m.Value(one(t, m, name+"_"+c.process), c.env)
					if err != nil || got != want {
						t.Errorf("%s: %s_%s = %v, want %v (%v)", c.file, name, c.process, got, want, err)
					}
				})
			}
			if got := entries(t, m, one(t, m, "delta_"+c.process), c.env); got != c.delta {
				t.Errorf("%s: delta_%s = %s, want %s", c.file, c.process, got, c.delta)
			}
		})
	}
}

// The forms that the paper prints, as written there, against ours at random
// points; and ours are not larger.
func TestPublishedForms(t *testing.T) {
	ten := map[string]float64{"N": 10, "tl": 10, "ts": 10}
	adi := map[string]float64{"P": 20}
	for _, c := range []struct {
		file, output string
		set          map[string]float64
		want         string
	}{
		{"repair.pam", "T_main", nil, "max((N * (tl + ts)),(P * (N * ts)))"},
		{"repair.pam", "phi_main", nil, "(N * (tl + ts))"},
		{"repair.pam", "omega_main", nil, "(P * (N * ts))"},
		{"repair.pam", "T_main", ten, "max(200,(P * 100))"},
		{"repair.pam", "phi_main", ten, "200"},
		{"repair.pam", "omega_main", ten, "(P * 100)"},
		{"demo.pam", "T_main", nil, "((t_c * 5) + (50 + (285 * t_c)))"},
		{"demo.pam", "phi_main", nil, "(t_c + (50 + (285 * t_c)))"},
		{"adi-j.pam", "T_main", adi, `(t_c + (((2 * -(1)) + N) * max((2 * (2 * t_c)), (2 * (2 * (t_c *
			max (v = (max(0, ((-(1) + N) - (2 * (N div P)))) div (N div P)), ((-(1) + N) div (N div P))) {
				(min(((1 + v) * (N div P)), N) - max((v * (N div P)), 0))
			}))))))`},
		{"adi-j.pam", "phi_main", adi, "(t_c + (((2 * -(1)) + N) * (2 * (2 * t_c))))"},
	} {
		t.Run(c.output+"/"+c.file, func(t *testing.T) {
			m := compile(t, c.file, c.set)
			got := one(t, m, c.output)
			printed := Compile("printed", "numeric parameter N numeric parameter P numeric parameter t_c numeric parameter tl "+
				"numeric parameter ts process sizes = seq (i = 1, N) seq (k = 1, P) {} numeric printed = "+c.want, Options{Set: c.set})
			want := one(t, printed, "printed")
			if unsimplified := printed.Results[len(printed.Results)-1].value.number; m.arena.Size(got.Expr) > printed.arena.Size(unsimplified)+5 {
				t.Errorf("ours has %d nodes, the printed one %d: %s", m.arena.Size(got.Expr), printed.arena.Size(unsimplified), m.Right(got))
			}
			random := rand.New(rand.NewPCG(1, 2))
			for range 200 {
				env := map[string]float64{"t_l": 0, "P": float64(1 + random.IntN(50)), "M_net": 1, "t_g": random.Float64()}
				env["N"] = max(2, env["P"]) + float64(random.IntN(300))
				for _, name := range []string{"t_c", "tl", "ts"} {
					env[name] = random.Float64()
				}
				for name, x := range c.set {
					env[name] = x
				}
				env["N"] = max(env["N"], env["P"])
				x, err1 := m.Value(got, env)
				y, err2 := printed.Value(want, env)
				if err1 != nil || err2 != nil || math.Abs(x-y) > 1e-9*math.Abs(y) {
					t.Fatalf("%v: %v, printed form %v (%v, %v)", env, x, y, err1, err2)
				}
			}
		})
	}
}

// Evaluation depends neither on the problem size nor on the number of
// processors: no sum or maximum over elements or processors is left.
func TestFormsAreClosed(t *testing.T) {
	for _, file := range []string{"adi-i.pam", "adi-j.pam", "gauss.pam", "gauss-cyclic.pam", "matmul.pam", "psrs.pam", "repair.pam"} {
		t.Run(file, func(t *testing.T) {
			m := compile(t, file, nil)
			for _, name := range []string{"T_main", "phi_main", "omega_main"} {
				if text := m.Right(one(t, m, name)); strings.Contains(text, "{") {
					t.Errorf("%s: a loop is left in %s = %.200s", file, name, text)
				}
			}
		})
	}
}

// The closed forms equal the models with all numbers put in first.
func TestClosedFormsAreRight(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	runs := 40
	if testing.Short() {
		runs = 15
	}
	for _, file := range []string{"adi-i.pam", "adi-j.pam", "gauss.pam", "gauss-cyclic.pam", "matmul.pam", "psrs.pam"} {
		t.Run(file, func(t *testing.T) {
			m := compile(t, file, nil)
			forms := map[string]Output{}
			for _, name := range []string{"T", "phi", "omega"} {
				forms[name] = one(t, m, name+"_main")
			}
			for range runs {
				P := 1 + random.IntN(6)
				env := map[string]float64{"P": float64(P), "N": float64(P + random.IntN(25)), "M_net": 1}
				for _, name := range []string{"t_c", "t_l", "t_g", "k"} {
					env[name] = float64(random.IntN(8)) / 4
				}
				x := unrolled(t, file, env)
				omega := 0.0
				for _, work := range x.delta {
					omega = max(omega, work)
				}
				for name, want := range map[string]float64{"T": x.T, "phi": x.phi, "omega": omega} {
					if got, err := m.Value(forms[name], env); err != nil || math.Abs(got-want) > 1e-9*want {
						t.Errorf("%s, %v: %s = %v, step by step %v (%v)", file, env, name, got, want, err)
					}
				}
			}
		})
	}
}

// unrolled is a model by direct execution of the calculus on numbers.
func unrolled(t *testing.T, file string, env map[string]float64) steps {
	text, err := read(models + file)
	if err != nil {
		t.Fatal(err)
	}
	tree, _ := Parse(models+file, text, read)
	s := newStepper(tree, env)
	return s.process(s.scope["main"], nil)
}
