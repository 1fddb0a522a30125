package pamela

import (
	"fmt"
	"strings"
	"testing"
)

// Two arrays, a scalar resource with several servers, one whose number of
// servers is declared, and a resource that is one of two.
const arraysModel = `
resource parameter cpu(p)
resource parameter link(p, m)
resource parameter disk(i) = 3
resource parameter bus

numeric parameter P
numeric parameter N
numeric parameter t
numeric parameter s

resource shared = bus(0, 2)
resource way(p, q) = if (p == q) cpu(p) else link(p div 2, 2)

process work(p) =
    seq (i = 1, N) {
        use(cpu(p), i * t) ;
        use(link(p div 2), s) ;
        use(disk(p mod 2), t)
    }
process main =
    par (p = 0, P - 1) {
        work(p) ; use(shared, s + p) ; use(way(p, 1), 5)
    }
process few = use(cpu(0), 4) || use(link(0), 3) || use(link(0, 3), 9) || use(bus, 1)
numeric lone = max(3 * unitvec(cpu(1)) + 2 * unitvec(link(1)) + 2 * unitvec(link(1)))
numeric chosen = unitvec(way(1, P))
`

// tally is the work by resource, by name: "cpu 3".
type tally map[string]float64

func (w tally) add(name string, number int, x float64) {
	w[fmt.Sprint(name, " ", number)] += x
}

func (w tally) most() float64 {
	m := 0.0
	for _, x := range w {
		m = max(m, x)
	}
	return m
}

// enumerated is what main of arraysModel does, resource by resource.
func enumerated(P, N int, t, s float64) (T float64, work tally) {
	work = tally{}
	longest := 0.0
	for p := range P {
		path := 0.0
		for i := 1; i <= N; i++ {
			work.add("cpu", p, float64(i)*t)
			work.add("link", p/2, s)
			work.add("disk", p%2, t/3)
			path += float64(i)*t + s + t
		}
		work.add("bus", 0, (s+float64(p))/2)
		if p == 1 {
			work.add("cpu", p, 5)
		} else {
			work.add("link", p/2, 5.0/2)
		}
		longest = max(longest, path+s+float64(p)+5)
	}
	return max(longest, work.most()), work
}

func workOf(t *testing.T, m *Model, name string, env map[string]float64) tally {
	t.Helper()
	runs, err := m.Entries(one(t, m, name), env)
	if err != nil {
		t.Fatal(err)
	}
	work := tally{}
	for _, r := range runs {
		for n := range r.Count {
			if r.Load != 0 {
				work.add(m.Arrays()[r.Array].Name, int(r.First+n), r.Load)
			}
		}
	}
	return work
}

func TestSeveralArraysEqualEnumeration(t *testing.T) {
	m := Check("arrays.pam", arraysModel, nil)
	for _, d := range m.Diagnostics {
		t.Fatal(d.Message)
	}
	T, omega := one(t, m, "T_main"), one(t, m, "omega_main")
	for _, P := range []int{1, 2, 3, 5, 8} {
		t.Run(fmt.Sprint(P), func(t *testing.T) {
			for _, N := range []int{1, 2, 7} {
				t.Run(fmt.Sprint(N), func(t *testing.T) {
					for _, s := range []float64{0, 0.25, 3} {
						env := map[string]float64{"P": float64(P), "N": float64(N), "t": 0.5, "s": s}
						wantT, want := enumerated(P, N, 0.5, s)
						if x, err := m.Value(T, env); err != nil || !close(x, wantT) {
							t.Errorf("%v: T is %v (%v), enumerated %v", env, x, err, wantT)
						}
						if x, err := m.Value(omega, env); err != nil || !close(x, want.most()) {
							t.Errorf("%v: omega is %v (%v), enumerated %v", env, x, err, want.most())
						}
						same(t, workOf(t, m, "delta_main", env), want)
					}
				})
			}
		})
	}
}

func close(x, y float64) bool { return x-y < 1e-9*(1+y) && y-x < 1e-9*(1+y) }

func same(t *testing.T, got, want tally) {
	t.Helper()
	for r, x := range want {
		if !close(got[r], x) {
			t.Errorf("%s has %v, enumerated %v", r, got[r], x)
		}
	}
	for r, x := range got {
		if _, ok := want[r]; !ok {
			t.Errorf("%s has %v, enumerated none", r, x)
		}
	}
}

// Positions of vectors name their array where there are several.
func TestSeveralArraysAreNamed(t *testing.T) {
	m := Check("arrays.pam", arraysModel, nil)
	for name, want := range map[string]string{
		"T_few":     "9",
		"delta_few": "(((1 * unitvec(bus(0))) + (4 * unitvec(cpu(0)))) + (6 * unitvec(link(0))))",
		"lone":      "4",
		"chosen":    "(((P == 1) * unitvec(cpu(1))) + ((P != 1) * unitvec(link(0))))",
	} {
		t.Run(name, func(t *testing.T) {
			if got := m.Right(m.Simplify(one(t, m, name))); got != want {
				t.Errorf("%s is %s, want %s", name, got, want)
			}
		})
	}
}

// What is printed of a model with several arrays, before and after the calculus,
// is the same model when it is read back.
func TestSeveralArraysReadBack(t *testing.T) {
	m := Check("arrays.pam", arraysModel, nil)
	numeric := m.Declarations() + declarations(m)
	for _, o := range m.Outputs() {
		if len(o.Params) == 0 && !o.Equation.Parameter {
			numeric += m.Text(m.Simplify(o)) + "\n"
		}
	}
	env := map[string]float64{"P": 5, "N": 3, "t": 0.5, "s": 2}
	for _, text := range []string{numeric, m.Evaluated(), m.Tree.String()} {
		t.Run(text, func(t *testing.T) {
			again := Check("again", text, nil)
			for _, d := range again.Diagnostics {
				t.Fatalf("%s\n%.300s", d.Message, text[d.Span.Start:])
			}
			for _, name := range []string{"T_main", "phi_main", "omega_main", "T_few"} {
				t.Run(name, func(t *testing.T) {
					x, y := m.Simplify(one(t, m, name)), again.Simplify(one(t, again, name))
					if m.arena.Hash(x.Expr) != again.arena.Hash(y.Expr) {
						t.Errorf("%s is\n%s\nand read back\n%s", name, m.Right(x), again.Right(y))
					}
				})
			}
			for _, name := range []string{"delta_main", "delta_few", "chosen"} {
				t.Run(name, func(t *testing.T) {
					same(t, workOf(t, again, name, env), workOf(t, m, name, env))
				})
			}
		})
	}
}

// Numbers print by resource as well, and read back.
func TestWorkOfSeveralArraysInNumbers(t *testing.T) {
	m := Check("arrays.pam", arraysModel, nil)
	o, err := m.Numeric(m.Simplify(one(t, m, "delta_main")), map[string]float64{"P": 5, "N": 3, "t": 0.5, "s": 2})
	if err != nil || !strings.Contains(m.Right(o), "unitvec(bus(0))") {
		t.Fatalf("%v: %s", err, m.Right(o))
	}
	again := Check("again", m.Declarations()+m.Text(o), nil)
	for _, d := range again.Diagnostics {
		t.Fatal(d.Message)
	}
	_, want := enumerated(5, 3, 0.5, 2)
	same(t, workOf(t, again, "delta_main", nil), want)
}

// The names of the arrays and the order of their equations do not matter.
func TestOrderOfArraysDoesNotMatter(t *testing.T) {
	lines := strings.Split(arraysModel, "\n")
	turned := Check("turned", strings.Join(append(lines[5:], lines[:5]...), "\n"), nil)
	renamed := Check("renamed", strings.NewReplacer("cpu", "zcpu", "link", "alink").Replace(arraysModel), nil)
	m := Check("arrays.pam", arraysModel, nil)
	T := m.arena.Hash(m.Simplify(one(t, m, "T_main")).Expr)
	if got, want := turned.Right(one(t, turned, "delta_main")), m.Right(one(t, m, "delta_main")); got != want {
		t.Errorf("%s and %s", got, want)
	}
	for _, other := range []*Model{turned, renamed} {
		if o := other.Simplify(one(t, other, "T_main")); other.arena.Hash(o.Expr) != T {
			t.Errorf("T is %s", other.Right(o))
		}
	}
}
