package process

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// rows is a loop over n rows in blocks of b, in which the first of every block
// gets a message of 1 s from the processor before, and each row takes 2 s on its
// owner and 1 s on all others.
func rows(l lineGrid) *SPMD {
	i, n, b := l.Sym("i", symbolic.Index), l.Sym("n", symbolic.Index), l.Sym("b", symbolic.Index)
	owner := l.FloorDiv(l.Sub(i, l.Int(1)), b)
	mine := l.Eq(owner, l.c)
	first := l.Eq(l.Mod(l.Sub(i, l.Int(1)), b), l.Int(0))
	before := l.Sub(l.c, l.Int(1))
	return l.spmd(&Loop{Index: "t", Lo: l.Int(1), Hi: l.Int(3), Body: &Loop{
		Index: "i", Lo: l.Int(1), Hi: n, Body: Series{
			&Exchange{
				From: []Range{{before, before}}, Receives: l.Mul(mine, first, l.Lt(l.Int(0), l.c)),
				Message: &Delay{Span: at1(1), Kind: Communication, Amount: l.Int(1)},
			},
			l.delay(2, l.Add(l.Int(1), mine)),
		},
	}})
}

// Iterations without messages are added up: a million rows are as little work as
// a hundred, and the clocks are those of executing them all.
func TestQuietIterations(t *testing.T) {
	env := map[string]float64{"P": 4, "n": 40, "b": 10}
	l := newLine()
	s := rows(l)
	for _, reading := range []Reading{Clock, Barrier} {
		t.Run(fmt.Sprint(reading), func(t *testing.T) {
			want := simulate(t, s, env, reading)
			got := mustRun(t, s, Options{Env: env, Reading: reading})
			for p, c := range want.clock {
				if !near(got.Clocks[p], c) {
					t.Errorf("reading %d: clock of %d is %g, simulated %g", reading, p, got.Clocks[p], c)
				}
			}
			checkCharges(t, "rows", got)
		})
	}
	steps := func(n float64) int {
		return mustRun(t, s, Options{Env: map[string]float64{"P": 4, "n": n, "b": n / 4}}).Steps
	}
	if few, many := steps(100), steps(10_000); many > few+10_000*7 {
		t.Errorf("%d steps for 100 rows, %d for 10,000", few, many)
	}
}

// A loop of which few iterations are quiet is passed as those of which none is: many at a time
// where the clocks are polynomials.
func TestFewQuietIterations(t *testing.T) {
	l := newLine()
	i, n := l.Sym("i", symbolic.Index), l.Sym("n", symbolic.Index)
	before := l.Sub(l.c, l.Int(1))
	s := l.spmd(&Loop{Index: "i", Lo: l.Int(1), Hi: n, Body: Series{
		&Exchange{
			From: []Range{{before, before}}, Receives: l.Mul(l.Lt(i, n), l.Lt(l.Int(0), l.c)),
			Message: &Delay{Span: at1(1), Kind: Communication, Amount: l.Int(1)},
		},
		l.delay(2, l.Add(l.Int(1), l.Eq(l.Mul(l.Int(2), i), n))),
	}})
	at := func(n float64) map[string]float64 { return map[string]float64{"P": 4, "n": n} }
	want := simulate(t, s, at(600), Clock)
	for p, c := range want.clock {
		if got := mustRun(t, s, Options{Env: at(600)}).Clocks[p]; !near(got, c) {
			t.Errorf("clock of %d is %g, simulated %g", p, got, c)
		}
	}
	few, many := mustRun(t, s, Options{Env: at(100)}).Steps, mustRun(t, s, Options{Env: at(10_000)}).Steps
	if many > 60*few { // it is looked which are quiet
		t.Errorf("%d steps for 100 iterations, %d for 10,000", few, many)
	}
}

// Most loops of the random programs whose exchanges depend on the iteration have
// such sums.
func TestQuietLoopsAreTried(t *testing.T) {
	found := 0
	for seed := range uint64(500) {
		g := newGenerator(seed, 1+int(seed%2))
		p, err := Compile(g.spmd(3))
		if err != nil {
			t.Fatal(err)
		}
		found += quietLoops(p.body)
	}
	if found < 20 {
		t.Errorf("only %d loops", found)
	}
}

func quietLoops(o op) int {
	switch o := o.(type) {
	case ops:
		n := 0
		for _, x := range o {
			n += quietLoops(x)
		}
		return n
	case *loop:
		if o.quiet != nil {
			return 1
		}
		return quietLoops(o.body)
	case *branch:
		return quietLoops(ops(o.bodies))
	}
	return 0
}
