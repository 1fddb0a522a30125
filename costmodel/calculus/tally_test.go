package calculus

import (
	"errors"
	"fmt"
	"math"
	"testing"
)

// Tally equals the formulas on random terms: T, phi and delta; its shares add up
// to T, and the work of its sites to delta.
func TestTallyEqualsFormulas(t *testing.T) {
	terms := uint64(1500)
	if testing.Short() {
		terms = 400
	}
	for seed := range terms {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			g := newGenerator(seed)
			term := g.term(4)
			c := New(g.a)
			m := c.Model(term)
			sites := map[*Delay]int{}
			site := func(l *Delay) int {
				n, ok := sites[l]
				if !ok {
					n = len(sites)
					sites[l] = n
				}
				return n
			}
			for range 3 {
				env := g.env()
				got, err := c.Tally(term, env, site, 1000, 1<<20)
				if err != nil {
					t.Fatal(err)
				}
				T, err := g.a.Eval(m.T, env)
				if err != nil {
					t.Fatal(err)
				}
				phi, err := g.a.Eval(m.Phi, env)
				if err != nil {
					t.Fatal(err)
				}
				runs, err := c.Entries(m.Delta, env)
				if err != nil {
					t.Fatal(err)
				}
				near := func(what string, x, want float64) {
					if math.Abs(x-want) > 1e-9*(1+math.Abs(want)) {
						t.Errorf("%s is %v, want %v (%v)", what, x, want, env)
					}
				}
				near("T", got.T, T)
				near("phi", got.Phi, phi)
				sum := 0.0
				for _, x := range got.Shares {
					sum += x
				}
				near("the sum of the shares", sum, T)
				for _, r := range runs {
					for i := r.First; i < r.First+r.Count; i++ {
						near(fmt.Sprint("load of ", i), got.Loads[Use{0, r.Array, i}], r.Load)
						work := 0.0
						for u, x := range got.Work {
							if u.Array == r.Array && u.Resource == i {
								work += x
							}
						}
						near(fmt.Sprint("work on ", i), work, r.Load)
					}
				}
			}
		})
	}
}

// A limit ends it with an error, and what is not numbered has no share.
func TestTallyLimits(t *testing.T) {
	g := newGenerator(1)
	i := g.sym("i")
	loop := &ParallelOver{"i", g.a.Int(0), g.sym("n"), &Delay{Amount: g.a.Int(2), Resource: i}}
	c := New(g.a)
	if _, err := c.Tally(loop, map[string]float64{"n": 100}, func(*Delay) int { return -1 }, 0, 50); !errors.Is(err, ErrTooManySteps) {
		t.Errorf("error %v", err)
	}
	got, err := c.Tally(loop, map[string]float64{"n": 100}, func(*Delay) int { return -1 }, 0, 500)
	if err != nil || got.T != 2 || len(got.Shares) != 0 || got.Loads[Use{0, 0, 100}] != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := c.Tally(loop, nil, func(*Delay) int { return -1 }, 0, 500); err == nil {
		t.Error("no value for n, and no error")
	}
}
