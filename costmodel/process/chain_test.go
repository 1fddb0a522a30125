package process

import (
	"testing"
)

// A row of blocks passes its last row on, processor by processor: as a list of
// messages the clocks are those of executing all iterations, and the work grows with
// the processors only.
func TestChain(t *testing.T) {
	l := newLine()
	s := rows(l)
	for _, env := range []map[string]float64{{"P": 4, "n": 40, "b": 10}, {"P": 7, "n": 40, "b": 6}, {"P": 1, "n": 9, "b": 9}} {
		want := simulate(t, s, env, Clock)
		got := mustRun(t, s, Options{Env: env})
		for p, c := range want.clock {
			if !near(got.Clocks[p], c) {
				t.Errorf("%v: clock of %d is %g, simulated %g", env, p, got.Clocks[p], c)
			}
		}
		checkCharges(t, "rows", got)
	}
	const P, n = 32, 32_000_000
	r := mustRun(t, s, Options{Env: map[string]float64{"P": P, "n": n, "b": n / P}})
	// Each of three times: 1 s for each row that is not its own and 2 s for each
	// that is; the last one waits for all others' rows and messages.
	if r.Reading != "clock" || r.Steps > 100_000 {
		t.Errorf("reading %s, %d steps", r.Reading, r.Steps)
	}
	if few := mustRun(t, s, Options{Env: map[string]float64{"P": P, "n": n / 1000, "b": n / P / 1000}}).Steps; r.Steps > few+100 {
		t.Errorf("%d steps, %d for a thousandth of the rows", r.Steps, few)
	}
}

// The loops of the programs that are made for that are such lists.
func TestChainsAreFound(t *testing.T) {
	p, err := Compile(rows(newLine()))
	if err != nil {
		t.Fatal(err)
	}
	l, ok := p.body.(*loop).body.(*loop)
	if !ok || l.quiet == nil || !l.quiet.plain || len(l.quiet.parts) != 2 {
		t.Errorf("%+v", p.body)
	}
}
