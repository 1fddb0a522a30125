package process

import (
	"context"
	"errors"
	"math"
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
	p, err := Compile(l.spmd(&Loop{Index: "i", Lo: l.Int(1), Hi: l.Int(1_000_000), Body: Series{l.delay(1, amount), &Exchange{}}}))
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
	p, err := Compile(l.spmd(&Loop{Index: "i", Lo: l.Int(1), Hi: l.Int(1000), Body: Series{l.delay(1, amount), &Exchange{}}}))
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

// Where it is asked roughly, an evaluation whose clocks take more steps than there are ends
// with fewer of them, and says that they were too few.
func TestRoughlyTakesFewerSteps(t *testing.T) {
	l := newLine()
	i, j := l.Sym("i", symbolic.Index), l.Sym("j", symbolic.Index)
	amount := l.Quo(l.Int(1), l.Add(l.Add(i, j), l.Int(7)))
	inner := &Loop{Index: "j", Lo: l.Int(1), Hi: l.Int(40), Body: Series{l.delay(1, amount), &Exchange{}}}
	p, err := Compile(l.spmd(&Loop{Index: "i", Lo: l.Int(1), Hi: l.Int(1000), Body: inner}))
	if err != nil {
		t.Fatal(err)
	}
	steps := func(haste effort.Haste) int {
		var m effort.Meter
		r, err := p.Run(effort.Counted(t.Context(), &m), Options{Env: map[string]float64{"P": 16}, StepLimit: 500, Haste: haste})
		if err != nil || r.Haste != effort.Hurried {
			t.Fatalf("haste %d: %v, %+v", haste, err, r)
		}
		return m.Steps()
	}
	if all, few := steps(effort.Unhurried), steps(effort.Hurried); few > all/2 {
		t.Errorf("%d steps roughly, %d else", few, all)
	}
}

// The terms of a sum that no formula replaces count as the steps that they take as long as.
func TestTermsOfSumsCount(t *testing.T) {
	for _, terms := range []int64{8, 8000} {
		l := newLine()
		k := l.Sym("k", symbolic.Index)
		p, err := Compile(l.spmd(l.delay(1, l.Sum("k", l.Int(1), l.Int(terms), l.Quo(l.Int(1), l.Add(l.Mul(k, k), l.Int(1)))))))
		if err != nil {
			t.Fatal(err)
		}
		var m effort.Meter
		if _, err := p.Run(effort.Counted(t.Context(), &m), Options{Env: map[string]float64{"P": 1}}); err != nil {
			t.Fatal(err)
		}
		if n := m.Steps(); n < int(terms)/bodiesAtOnce || n > int(terms) {
			t.Errorf("%d terms: %d steps", terms, n)
		}
	}
}

// Ten million iterations whose times are no polynomials are not executed until all steps
// have gone: what is left takes many times as many.
func TestHopelessLoopsEndSoon(t *testing.T) {
	l := newLine()
	i := l.Sym("i", symbolic.Index)
	amount := l.Quo(l.Int(1), l.Add(i, l.Int(1_000_000)))
	p, err := Compile(l.spmd(&Loop{Index: "i", Lo: l.Int(1), Hi: l.Int(10_000_000), Body: Series{l.delay(1, amount), &Exchange{}}}))
	if err != nil {
		t.Fatal(err)
	}
	var m effort.Meter
	ctx, done := effort.Bounded(t.Context(), &m, math.MaxInt)
	defer done()
	r, err := p.Run(ctx, Options{Env: map[string]float64{"P": 16}})
	if err != nil {
		t.Fatal(err)
	}
	if want := math.Log(11); math.Abs(r.T-want) > 0.02*want || r.Low > want || r.High < want {
		t.Errorf("T %g between %g and %g, not log 11 = %g", r.T, r.Low, r.High, want)
	}
	if n := m.Steps(); n > defaultStepLimit/4 {
		t.Errorf("%d steps", n)
	}
}

// Of a loop of 384 iterations the first three take a tenth of the steps that there are, and
// almost all behind them are alike: it is not given up.
func TestFirstIterationsGiveNothingUp(t *testing.T) {
	s, env := varied(1031, 4)
	if r := mustRun(t, s, Options{Env: env, StepLimit: 1 << 20}); r.Reading != "clock" || r.Steps > 1<<18 {
		t.Errorf("%s, %d steps", r.Reading, r.Steps)
	}
}
