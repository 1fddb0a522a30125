package process

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// longLoop is a random program around a loop of "trips" iterations that do not
// mention its index.
func longLoop(g *generator) *SPMD {
	l := &Loop{Index: "t", Lo: g.a.Int(1), Hi: g.sym("trips"), Body: g.series(1, true)}
	s := &SPMD{Arena: g.a, Coordinates: g.coords, Body: Series{g.delay(), l, g.delay()}}
	for _, c := range g.coords {
		s.Extents = append(s.Extents, g.sym("P"+c[1:]))
	}
	return s
}

func TestSteadyStateIsExact(t *testing.T) {
	for seed := range budget(600) {
		g := newGenerator(seed, 1+int(seed%2))
		s := longLoop(g)
		env := randomEnv(g)
		env["trips"] = float64(20 + g.IntN(150))
		r := mustRun(t, s, Options{Env: env})
		want := simulate(t, s, env, Clock)
		for p, c := range want.clock {
			if !near(r.Clocks[p], c) {
				t.Fatalf("seed %d: clock of %d is %g, simulated %g", seed, p, r.Clocks[p], c)
			}
		}
		checkCharges(t, fmt.Sprint("seed ", seed), r)
	}
}

// TestSteadyStateIsFound: unless a branch around an exchange is taken by some
// processors only, all programs reach a steady state that is proved, so a
// million iterations cost about as much as a hundred.
func TestSteadyStateIsFound(t *testing.T) {
	for seed := range uint64(600) {
		g := newGenerator(seed, 1+int(seed%2))
		g.together = true
		s := longLoop(g)
		env := randomEnv(g)
		env["trips"] = 1_000_000
		r := mustRun(t, s, Options{Env: env})
		if r.Steps > 100_000 || r.Reading != "clock" {
			t.Errorf("seed %d: %d steps, reading %q", seed, r.Steps, r.Reading)
		}
		checkCharges(t, fmt.Sprint("seed ", seed), r)
	}
}

// Processor 1 starts 1000 s late and waits for processor 0, which is slower:
// from iteration 1000 on it is behind. Until then the increments look steady.
func TestLateCrossing(t *testing.T) {
	l := newLine()
	s := l.spmd(l.delay(1, l.pick(0, 1000)), &Loop{
		Index: "t", Lo: l.Int(1), Hi: l.Sym("trips", symbolic.Index),
		Body: Series{l.delay(2, l.pick(2, 1)), &Exchange{From: []Range{{l.Int(0), l.Int(0)}}}},
	})
	for trips, want := range map[float64]float64{10: 1010, 999: 1999, 1000: 2000, 1001: 2002, 1e6: 2e6} {
		t.Run(fmt.Sprint(trips), func(t *testing.T) {
			r := mustRun(t, s, Options{Env: map[string]float64{"P": 2, "trips": trips}})
			if r.Clocks[1] != want {
				t.Errorf("%g iterations: clock of processor 1 is %g, want %g", trips, r.Clocks[1], want)
			}
		})
	}
}

// Processor 0 waits for 1 and then for 2, which is slower by 0.01 s an
// iteration. The waits for 1 shrink by as much (0.5 - 0.01 t, t = 1..49) while
// every clock already advances steadily.
func TestShrinkingWait(t *testing.T) {
	l := newLine()
	waitFor := func(at int, q int64) Term {
		r := l.Cond(l.Eq(l.c, l.Int(0)), l.Int(q), l.c)
		return &Exchange{Span: at1(at), From: []Range{{r, r}}}
	}
	cs := func(values ...int64) symbolic.Expr { return l.Mul(l.Rat(1, 100), l.pick(values...)) }
	r := mustRun(t, l.spmd(l.delay(1, cs(0, 0, 1)), &Loop{
		Index: "t", Lo: l.Int(1), Hi: l.Int(200),
		Body: Series{waitFor(2, 1), waitFor(3, 2), l.delay(4, cs(50, 100, 101))},
	}), Options{Env: map[string]float64{"P": 3}})
	if c := r.Charges[1]; c.Span != at1(2) || !near(c.Busy, 12.25) {
		t.Errorf("wait for processor 1: %+v, want 12.25 s", c)
	}
}

// The same crossing in a pipeline: processor 0 needs 2 s a strip, processor 1
// is 1000 s late and needs 1 s.
func TestLateCrossingOfSweep(t *testing.T) {
	l := newLine()
	s := l.spmd(l.delay(1, l.pick(0, 1000)), &Sweep{
		Strips: l.Sym("trips", symbolic.Index), Order: []int{1}, Body: l.delay(2, l.pick(2, 1)),
	})
	for trips, want := range map[float64]float64{10: 1010, 999: 1999, 1000: 2001, 1e6: 2e6 + 1} {
		t.Run(fmt.Sprint(trips), func(t *testing.T) {
			r := mustRun(t, s, Options{Env: map[string]float64{"P": 2, "trips": trips}})
			if r.Clocks[1] != want {
				t.Errorf("%g strips: clock of processor 1 is %g, want %g", trips, r.Clocks[1], want)
			}
		})
	}
}
