package process

import (
	"context"
	"errors"
	"testing"

	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Who bounds an evaluation ends it while it runs: a million iterations whose times are no
// polynomials take some four million steps, of which no more are made than until the next look.
func TestBoundedSteps(t *testing.T) {
	l := newLine()
	i := l.Sym("i", symbolic.Index)
	amount := l.Quo(l.Int(1), l.Add(i, l.Int(1_000_000)))
	p, err := Compile(l.spmd(&Loop{Index: "i", Lo: l.Int(1), Hi: l.Int(1_000_000), Body: Series{l.leaf(1, amount), &Exchange{}}}))
	if err != nil {
		t.Fatal(err)
	}
	const most = 50_000
	var m effort.Meter
	ctx, done := effort.Bounded(t.Context(), &m, most)
	defer done()
	_, err = p.Run(ctx, Options{Env: map[string]float64{"P": 16}})
	if !errors.Is(err, context.Canceled) || context.Cause(ctx) != effort.ErrTooMany {
		t.Errorf("error %v, caused by %v", err, context.Cause(ctx))
	}
	if n := m.Steps(); n <= most || n > most+2*checkSteps {
		t.Errorf("%d steps, where %d may be made and each %d are looked at", n, most, checkSteps)
	}
}

// Who is not interested in long times ends an evaluation when the clocks have passed them:
// of 1,000 iterations of a second and more, whose times are no polynomials, some ten are
// executed.
func TestLongTimesEnd(t *testing.T) {
	l := newLine()
	i := l.Sym("i", symbolic.Index)
	amount := l.Add(l.Int(1), l.Quo(l.Int(1), i))
	p, err := Compile(l.spmd(&Loop{Index: "i", Lo: l.Int(1), Hi: l.Int(1000), Body: Series{l.leaf(1, amount), &Exchange{}}}))
	if err != nil {
		t.Fatal(err)
	}
	for _, seconds := range []float64{10, 2000} {
		var m effort.Meter
		ctx, done := effort.Until(effort.Counted(t.Context(), &m), seconds)
		_, err = p.Run(ctx, Options{Env: map[string]float64{"P": 16}})
		if long := seconds < 1000; (context.Cause(ctx) == effort.ErrTooLong) != long || errors.Is(err, context.Canceled) != long {
			t.Errorf("%v s: error %v, caused by %v", seconds, err, context.Cause(ctx))
		}
		done()
	}
}
