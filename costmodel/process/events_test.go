package process_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/internal/oracle/events"
)

// The clocks of 1,000 random terms are those of a simulation message by message,
// never above the barrier reading and never below the most work.
func TestAgainstEvents(t *testing.T) {
	programs := 1000
	if testing.Short() {
		programs = 200
	}
	compared, waits := 0, 0
	for seed := uint64(10_000); compared < programs; seed++ {
		s, env := process.Random(seed)
		want, err := events.Run(s, env, 1<<20)
		if errors.Is(err, events.ErrWeighted) || errors.Is(err, events.ErrApart) {
			continue // no single execution has these clocks
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		compared++
		clock, barrier := run(t, s, env, process.Clock), run(t, s, env, process.Barrier)
		for p, c := range want.Clocks {
			if math.Abs(c-clock.Clocks[p]) > 1e-9*max(1, c) {
				t.Fatalf("seed %d: the clock of processor %d is %g, simulated %g", seed, p, clock.Clocks[p], c)
			}
		}
		most := slices.Max(want.Work)
		if most > clock.T*(1+1e-9) || clock.T > barrier.T*(1+1e-9) {
			t.Fatalf("seed %d: work %g <= clock %g <= barrier %g does not hold", seed, most, clock.T, barrier.T)
		}
		if clock.T > most*(1+1e-9) {
			waits++
		}
	}
	t.Logf("%d programs, %d of them with waits on the way", compared, waits)
	if waits < programs/3 {
		t.Errorf("only %d programs wait", waits)
	}
}

func run(t *testing.T, s *process.SPMD, env map[string]float64, reading process.Reading) *process.Result {
	t.Helper()
	p, err := process.Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(context.Background(), process.Options{Env: env, Reading: reading})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
