package process

import (
	"context"
	"fmt"
	"math"
	"testing"
)

func near(x, y float64) bool { return math.Abs(x-y) <= 1e-9*max(1, math.Abs(x), math.Abs(y)) }

func mustRun(t testing.TB, s *SPMD, opt Options) *Result {
	t.Helper()
	p, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func randomEnv(g *generator) map[string]float64 {
	env := map[string]float64{"n": float64(g.IntN(9))}
	for _, c := range g.coords {
		env["P"+c[1:]] = float64(1 + g.IntN(5))
	}
	return env
}

func chargesSum(r *Result) float64 {
	sum := 0.0
	for _, c := range r.Charges {
		sum += c.Seconds
	}
	return sum
}

// checkCharges asserts what holds for every result.
func checkCharges(t *testing.T, name string, r *Result) {
	t.Helper()
	if sum := chargesSum(r); !near(sum, r.T) {
		t.Fatalf("%s: charges sum to %g, T is %g (%s)", name, sum, r.T, r.Reading)
	}
	for _, c := range r.Charges {
		if c.Seconds < 0 || c.Seconds > c.Busy*(1+1e-9) || c.Busy > c.Total*(1+1e-9) {
			t.Fatalf("%s: charge %+v is not ordered", name, c)
		}
	}
}

// budget is how many of so many random programs a test has: short ones a quarter.
func budget(programs uint64) uint64 {
	if testing.Short() {
		return programs / 4
	}
	return programs
}

func TestAgainstSimulation(t *testing.T) {
	for seed := range budget(2000) {
		g := newGenerator(seed, 1+int(seed%2))
		s := g.spmd(3)
		env := randomEnv(g)
		name := fmt.Sprint("seed ", seed)
		want := simulate(t, s, env, Clock)
		clock := mustRun(t, s, Options{Env: env})
		barrier := mustRun(t, s, Options{Env: env, Reading: Barrier})
		if clock.Reading != "clock" || barrier.Reading != "barrier" {
			t.Fatalf("%s: readings %q and %q", name, clock.Reading, barrier.Reading)
		}
		for p, c := range want.clock {
			if !near(clock.Clocks[p], c) {
				t.Fatalf("%s: clock of %d is %g, simulated %g", name, p, clock.Clocks[p], c)
			}
		}
		checkCharges(t, name, clock)
		checkCharges(t, name, barrier)
		if w := largest(want.work); w > clock.T*(1+1e-9) || clock.T > barrier.T*(1+1e-9) {
			t.Fatalf("%s: work %g <= clock %g <= barrier %g does not hold", name, w, clock.T, barrier.T)
		}
	}
}

func TestWorkAndWaitAgainstSimulation(t *testing.T) {
	for seed := range budget(1000) {
		g := newGenerator(seed, 1+int(seed%2))
		s := g.spmd(3)
		env := randomEnv(g)
		want := simulate(t, s, env, Clock)
		r := mustRun(t, s, Options{Env: env})
		var work, wait, total float64
		for p := range want.clock {
			work, wait = work+want.work[p], wait+want.wait[p]
		}
		for _, c := range r.Charges {
			total += c.Total
		}
		if !near(total, work+wait) {
			t.Fatalf("seed %d: all charges %g, simulated work %g and wait %g", seed, total, work, wait)
		}
	}
}

func TestBarrierAgainstSimulation(t *testing.T) {
	for seed := range budget(1000) {
		g := newGenerator(seed, 1+int(seed%2))
		g.sweeps = false // their barrier reading is a bound of its own
		s := g.spmd(3)
		env := randomEnv(g)
		want := largest(simulate(t, s, env, Barrier).clock)
		if got := mustRun(t, s, Options{Env: env, Reading: Barrier}).T; !near(got, want) {
			t.Fatalf("seed %d: barrier reading %g, simulated %g", seed, got, want)
		}
	}
}

func TestEqualLoads(t *testing.T) {
	for seed := range uint64(1000) {
		g := newGenerator(seed, 1+int(seed%2))
		g.equal, g.sweeps = true, false
		s := g.spmd(3)
		env := randomEnv(g)
		work := largest(simulate(t, s, env, Clock).work)
		clock := mustRun(t, s, Options{Env: env})
		barrier := mustRun(t, s, Options{Env: env, Reading: Barrier})
		if !near(work, clock.T) || !near(clock.T, barrier.T) {
			t.Fatalf("seed %d: work %g, clock %g, barrier %g", seed, work, clock.T, barrier.T)
		}
	}
}
