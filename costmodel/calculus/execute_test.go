package calculus

import (
	"errors"
	"maps"
	"testing"
)

// Execution, with tapes and in place, is the plain enumeration and the formula.
func TestExecuteEqualsEnumeration(t *testing.T) {
	for seed := range seeds(t, 1000) {
		g := newGenerator(seed)
		term := g.term(depth(seed))
		c, env := New(g.a), g.env()
		want := enumerator{g.a, maps.Clone(env)}.term(term).T
		got, err := c.Execute(term, env, 1<<30)
		if err != nil || !near(got.T, want) {
			t.Fatalf("seed %d: executed %v (%v), enumerated %v", seed, got, err, want)
		}
		if got.Steps > 0 {
			if _, err := c.Execute(term, env, got.Steps-1); !errors.Is(err, ErrTooManySteps) {
				t.Fatalf("seed %d: %v with less than %d steps", seed, err, got.Steps)
			}
		}
	}
}
