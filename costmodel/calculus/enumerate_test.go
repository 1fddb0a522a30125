package calculus

import (
	"fmt"
	"maps"
	"math"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// count is the calculus by direct enumeration, numbers only.
type count struct {
	T, phi float64
	delta  map[spot]float64
}

// spot is a resource: its array and its number there.
type spot struct{ array, number int }

func (x count) omega() float64 {
	most := 0.0
	for _, w := range x.delta {
		most = max(most, w)
	}
	return most
}

func (x *count) serial(y count, f float64) {
	x.T += f * y.T
	x.phi += f * y.phi
	for r, w := range y.delta {
		x.delta[r] += f * w
	}
}

func (x *count) parallel(y count) {
	x.T, x.phi = max(x.T, y.T), max(x.phi, y.phi)
	for r, w := range y.delta {
		x.delta[r] += w
	}
}

type enumerator struct {
	a   *symbolic.Arena
	env map[string]float64
}

func (e enumerator) value(x symbolic.Expr) float64 {
	if x == 0 {
		return 0
	}
	v, err := e.a.Eval(x, e.env)
	if err != nil {
		panic(err)
	}
	return v
}

func (e enumerator) term(t Term) count {
	x := count{delta: map[spot]float64{}}
	each := func(index string, lo, hi symbolic.Expr, f func()) {
		for i := e.value(lo); i <= e.value(hi); i++ {
			e.env[index] = i
			f()
		}
		delete(e.env, index)
	}
	switch t := t.(type) {
	case *Delay:
		x.T = e.value(t.Amount)
		x.phi = x.T
		if t.Resource != 0 {
			x.delta[spot{t.Array, int(e.value(t.Resource))}] = x.T / max(1, e.value(t.Servers))
		}
	case *Serial:
		for _, s := range t.Terms {
			x.serial(e.term(s), 1)
		}
	case *Parallel:
		for _, s := range t.Terms {
			x.parallel(e.term(s))
		}
		x.T = max(x.T, x.omega())
	case *SerialOver:
		each(t.Index, t.Lo, t.Hi, func() { x.serial(e.term(t.Body), 1) })
	case *ParallelOver:
		each(t.Index, t.Lo, t.Hi, func() { x.parallel(e.term(t.Body)) })
		x.T = max(x.T, x.omega())
	case *If:
		w := e.value(t.Weight)
		if t.Cond != 0 {
			w = e.value(t.Cond)
		}
		x.serial(e.term(t.Then), w)
		x.serial(e.term(t.Else), 1-w)
	}
	return x
}

func near(x, y float64) bool { return math.Abs(x-y) <= 1e-9*(1+math.Abs(x)+math.Abs(y)) }

// seeds is how many random terms a property is tried on.
func seeds(t *testing.T, n int) uint64 {
	if testing.Short() {
		n /= 20
	}
	return uint64(n)
}

func TestModelsEqualEnumeration(t *testing.T) {
	for seed := range seeds(t, 2000) {
		g := newGenerator(seed)
		term := g.term(depth(seed))
		c := New(g.a)
		m := c.Model(term)
		omega := c.Omega(m.Delta)
		simple := [2]symbolic.Expr{m.T, omega}
		if seed%4 == 0 {
			simple = [2]symbolic.Expr{g.a.Simplify(m.T), g.a.Simplify(omega)}
		}
		for range 3 {
			env := g.env()
			if bad := differs(c, term, m, omega, simple, env); bad != "" {
				t.Fatalf("seed %d, %v: %s\nT = %s", seed, env, bad, g.a.String(m.T))
			}
		}
	}
}

func differs(c *Calculus, term Term, m Model, omega symbolic.Expr, simple [2]symbolic.Expr, env map[string]float64) string {
	want := enumerator{c.arena, maps.Clone(env)}.term(term)
	for _, x := range []struct {
		name string
		e    symbolic.Expr
		want float64
	}{
		{"T", m.T, want.T}, {"phi", m.Phi, want.phi}, {"omega", omega, want.omega()},
		{"T simplified", simple[0], want.T}, {"omega simplified", simple[1], want.omega()},
	} {
		got, err := c.arena.Eval(x.e, env)
		if err != nil || !near(got, x.want) {
			return fmt.Sprintf("%s is %v (%v), enumerated %v", x.name, got, err, x.want)
		}
	}
	runs, err := c.Entries(m.Delta, env)
	if err != nil {
		return err.Error()
	}
	for _, run := range runs {
		for n := run.First; n < run.First+run.Count; n++ {
			r := spot{run.Array, int(n)}
			if !near(run.Load, want.delta[r]) {
				return fmt.Sprintf("delta%v is %v, enumerated %v", r, run.Load, want.delta[r])
			}
			delete(want.delta, r)
		}
	}
	for r, w := range want.delta {
		if w != 0 {
			return fmt.Sprintf("delta%v is missing, enumerated %v", r, w)
		}
	}
	return ""
}

func TestChargesSumToT(t *testing.T) {
	for seed := range seeds(t, 10000) {
		g := newGenerator(seed)
		term := g.term(depth(seed))
		c := New(g.a)
		env := g.env()
		charges, err := c.Charges(term, env)
		sum := 0.0
		for _, x := range charges {
			sum += x.Seconds
		}
		want := enumerator{g.a, env}.term(term).T
		if err != nil || !near(sum, want) {
			t.Fatalf("seed %d, %v: charges add up to %v, T is %v (%v)", seed, env, sum, want, err)
		}
	}
}

// depth makes most random terms small: they are the quick ones, and the ones
// that a person can check.
func depth(seed uint64) int {
	if seed%25 == 0 {
		return 4
	}
	return 3
}
