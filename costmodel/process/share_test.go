package process

import (
	"context"
	"fmt"
	"math"
	"testing"
)

// stepped are the clocks of s when every iteration is executed.
func stepped(t *testing.T, s *SPMD, env map[string]float64) []float64 {
	t.Helper()
	p, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.newRun(context.Background(), Options{Env: env, StepLimit: math.MaxInt, MaxProcessors: defaultMaxProcessors})
	if err != nil {
		t.Fatal(err)
	}
	r.stepwise = true
	if err := r.execute(Clock); err != nil {
		t.Fatal(err)
	}
	r.later(double{-r.base.hi, -r.base.lo})
	return r.clock
}

// lengths lets one program in five have loops of the larger length: triangles take its
// square, and what is passed at once begins in short loops as in long ones.
func lengths(seed uint64, most, some int64) int64 {
	if seed%5 == 0 {
		return some
	}
	return most
}

// Loops of hundreds of iterations, triangles of a hundred thousand: what is passed
// many at a time is what executing every iteration gives.
func TestLongLoopsAreExact(t *testing.T) {
	programs := uint64(200)
	if testing.Short() {
		programs = 12
	}
	for seed := range programs {
		s, env := varied(seed, lengths(seed, 2, 6))
		r := mustRun(t, s, Options{Env: env})
		if r.Low < r.High {
			continue
		}
		for p, c := range stepped(t, s, env) {
			if !near(r.Clocks[p], c) {
				t.Fatalf("seed %d: clock of %d is %.12g, stepped %.12g", seed, p, r.Clocks[p], c)
			}
		}
	}
}

// Of programs a thousand times as long most are followed exactly, within the same
// number of steps.
func TestMostLongLoopsAreFollowed(t *testing.T) {
	programs, exact := uint64(50), 0
	if testing.Short() {
		programs = 10
	}
	for seed := range programs {
		s, env := varied(seed, 1000)
		r := mustRun(t, s, Options{Env: env})
		if r.Low == r.High {
			checkCharges(t, fmt.Sprint("seed ", seed), r) // sums of an estimate over so long loops are rounded
			exact++
		}
	}
	t.Logf("%d of %d are exact", exact, programs)
	if exact*100 < int(programs)*80 {
		t.Errorf("only %d of %d are exact", exact, programs)
	}
}

// No processor is sooner when one amount grows, and the last is later by no more than
// what all executions of it have grown by.
func TestTimeNeverFalls(t *testing.T) {
	programs := uint64(300)
	if testing.Short() {
		programs = 15
	}
	for seed := range programs {
		s, env := varied(seed, lengths(seed, 1, 3))
		before := mustRun(t, s, Options{Env: env})
		delays := delaysOf(s.Body)
		delay := delays[int(seed)%len(delays)]
		delay.Amount = s.Arena.Add(delay.Amount, s.Arena.Rat(1, 8))
		after := mustRun(t, s, Options{Env: env})
		if before.Low < before.High || after.Low < after.High {
			continue
		}
		for p, c := range before.Clocks {
			if after.Clocks[p] < c*(1-1e-9) {
				t.Fatalf("seed %d: with more to do on line %d, the clock of %d falls from %.12g to %.12g", seed, delay.Span.Start, p, c, after.Clocks[p])
			}
		}
	}
}

// delaysOf lists the work in a term.
func delaysOf(t Term) []*Delay {
	var all []*Delay
	switch t := t.(type) {
	case *Delay:
		return []*Delay{t}
	case Series:
		for _, s := range t {
			all = append(all, delaysOf(s)...)
		}
	case *Loop:
		return delaysOf(t.Body)
	case *If:
		for _, b := range t.Branches {
			all = append(all, delaysOf(b.Body)...)
		}
	case *Exchange:
		return t.Cost
	case *Sweep:
		return delaysOf(t.Body)
	}
	return all
}
