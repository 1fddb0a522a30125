package process

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// A row of blocks passes its last row on, processor by processor: as a list of
// messages the clocks are those of executing all iterations, and the work grows with
// the processors only.
func TestChain(t *testing.T) {
	l := newLine()
	s := rows(l)
	for _, env := range []map[string]float64{{"P": 4, "n": 40, "b": 10}, {"P": 7, "n": 40, "b": 6}, {"P": 1, "n": 9, "b": 9}} {
		t.Run(fmt.Sprint(env), func(t *testing.T) {
			want := simulate(t, s, env, Clock)
			got := mustRun(t, s, Options{Env: env})
			for p, c := range want.clock {
				if !near(got.Clocks[p], c) {
					t.Errorf("%v: clock of %d is %g, simulated %g", env, p, got.Clocks[p], c)
				}
			}
			checkCharges(t, "rows", got)
		})
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

// Sweeps to and fro over many processors go on at one rate, and none drifts away from the
// others by what rounding takes from times that are no binary fractions: the rates are
// found whatever the times are.
func TestChainsDoNotDrift(t *testing.T) {
	l := newLine()
	c, err := Compile(sweeps(l))
	if err != nil {
		t.Fatal(err)
	}
	for k := range 6 {
		row := 3.7e-7 * (1 + 0.13*float64(k))
		t.Run(fmt.Sprint(row), func(t *testing.T) {
			env := map[string]float64{"P": 2048, "n": 2048 * 16, "b": 16, "columns": 65534, "row": row}
			r, err := c.Run(t.Context(), Options{Env: env, StepLimit: 1 << 20})
			if err != nil || r.Reading != clockReading {
				t.Fatalf("reading %q, %v", r.Reading, err)
			}
			// Each sweep takes all rows and all messages, and each processor passes the rows
			// that are not its own.
			if want := 65534 * 2 * (2048*16*row + 2047*2.3e-6); r.T < want || r.T > want*1.01 {
				t.Errorf("%g s, want little more than %g", r.T, want)
			}
		})
	}
}

// sweeps are two per column, in which each row but a processor's first follows its own one before.
func sweeps(l lineGrid) *SPMD {
	i, n, b := l.Sym("i", symbolic.Index), l.Sym("n", symbolic.Index), l.Sym("b", symbolic.Index)
	sweep := func(number, from symbolic.Expr, line int) Term {
		first := l.Add(l.Mul(number, b), l.Int(1))
		mine := l.Mul(l.Le(first, i), l.Lt(i, l.Add(first, b)))
		return &Loop{Index: "i", Lo: l.Int(1), Hi: n, Body: Series{
			&Exchange{
				From: []Range{{from, from}}, Receives: l.Mul(l.Eq(i, first), l.Lt(l.Int(0), number)),
				Message: &Delay{Span: at1(line), Kind: Communication, Amount: l.Real(2.3e-6)},
			},
			l.delay(line+1, l.Add(l.Real(1e-12), l.Mul(mine, l.Sym("row", symbolic.Real)))),
		}}
	}
	last := l.Sub(l.Sub(l.P, l.Int(1)), l.c)
	return l.spmd(&Loop{Index: "t", Lo: l.Int(1), Hi: l.Sym("columns", symbolic.Index), Body: Series{
		sweep(l.c, l.Sub(l.c, l.Int(1)), 1), sweep(last, l.Add(l.c, l.Int(1)), 3),
	}})
}

// Where everybody waits for everybody there is no such list. That is seen at the first
// message, before what each of the 2000 does in 40 iterations is followed one by one:
// 80,000 steps.
func TestNoChainIsSeenAtOnce(t *testing.T) {
	l := newLine()
	i := l.Sym("i", symbolic.Index)
	p, err := Compile(l.spmd(&Loop{Index: "i", Lo: l.Int(1), Hi: l.Int(40), Body: Series{
		l.delay(1, l.Add(l.Mod(l.Add(l.c, l.Mul(i, i)), l.Int(3)), l.Int(1))), // no polynomial in i
		&Exchange{
			From: []Range{{l.Int(0), l.Sub(l.P, l.Int(1))}}, Receives: l.Le(l.Int(0), l.c),
			Message: &Delay{Span: at1(2), Kind: Communication, Amount: l.Real(1e-6)},
		},
	}}))
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.newRun(t.Context(), Options{Env: map[string]float64{"P": 2000}, StepLimit: 1 << 20, MaxProcessors: 4096})
	if err != nil {
		t.Fatal(err)
	}
	r.chains = make([]chains, p.quiets)
	r.clock = make([]float64, r.grid.count)
	if c, err := p.body.(*loop).chained(r, 1, 40); c != nil || err != nil || r.steps > 10 {
		t.Errorf("%v, %v, %d steps", c, err, r.steps)
	}
}
