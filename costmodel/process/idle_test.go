package process

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// A loop over 20 rows dealt out to 100 processors, whose owners get something from a
// neighbour: the 80 without rows are one, whatever the others do, and all clocks are
// those of the simulation.
func TestIdleProcessorsAreOne(t *testing.T) {
	for name, x := range map[string]func(l lineGrid, receives symbolic.Expr) Term{
		"from before":       func(l lineGrid, r symbolic.Expr) Term { return around(l, r, -1, -1, Matched) },
		"from both":         func(l lineGrid, r symbolic.Expr) Term { return around(l, r, -1, 1, Matched) },
		"from behind":       func(l lineGrid, r symbolic.Expr) Term { return around(l, r, 1, 1, Asynchronous) },
		"held":              func(l lineGrid, r symbolic.Expr) Term { return around(l, r, -1, 1, Blocking) },
		"around the circle": func(l lineGrid, r symbolic.Expr) Term { return circular(l, r) },
		"all":               func(l lineGrid, r symbolic.Expr) Term { return &Exchange{Span: at1(2)} },
		"called": func(l lineGrid, r symbolic.Expr) Term {
			e := around(l, r, -1, 1, Blocking)
			e.Call, e.Follows = l.delay(6, l.Mul(r, l.Int(4))), l.Rat(1, 2)
			return e
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLine()
			i := l.Sym("i", symbolic.Index)
			mine := l.Eq(l.Sub(i, l.Int(1)), l.c)
			s := l.spmd(l.delay(1, l.Int(5)), &Loop{Index: "t", Lo: l.Int(1), Hi: l.Int(3), Body: &Loop{
				Index: "i", Lo: l.Int(1), Hi: l.Sym("n", symbolic.Index),
				Body: Series{x(l, mine), l.delay(3, l.Mul(mine, l.Add(i, l.Int(2)))), l.delay(4, l.Int(1))},
			}})
			env := map[string]float64{"P": 100, "n": 20}
			r := mustRun(t, s, Options{Env: env})
			idle := 20 // the first of them
			if name == "from behind" || name == "held" || name == "called" {
				idle = 21 // one sends
			}
			if len(r.Clocks) != idle+1 || r.Reading != "clock" || r.Sampled {
				t.Fatalf("%d processors, reading %s, sampled %v", len(r.Clocks), r.Reading, r.Sampled)
			}
			for p, c := range simulate(t, s, env, Clock).clock {
				if got := r.Clocks[min(p, idle)]; !near(got, c) {
					t.Errorf("clock of %d is %g, simulated %g", p, got, c)
				}
			}
			checkCharges(t, name, r)
			many := mustRun(t, s, Options{Env: map[string]float64{"P": 1e9, "n": 20}})
			if many.T != r.T && name != "around the circle" || many.Count != 1e9 {
				t.Errorf("%g processors: %g, with 100 %g", many.Count, many.T, r.T)
			}
		})
	}
}

// around waits for the processors from one distance to another.
func around(l lineGrid, receives symbolic.Expr, from, to int64, sends Sends) *Exchange {
	return &Exchange{
		Span: at1(2), From: []Range{{l.Add(l.c, l.Int(from)), l.Add(l.c, l.Int(to))}}, Receives: receives, Sends: sends,
		Message: &Delay{Span: at1(2), Kind: Communication, Amount: l.Mul(receives, l.Int(3))},
	}
}

func circular(l lineGrid, receives symbolic.Expr) Term {
	e := around(l, receives, 0, 0, Matched)
	e.From[0].Lo = l.Mod(l.Sub(l.c, l.Int(1)), l.P)
	e.From[0].Hi = e.From[0].Lo
	return e
}

// Who is not idle is looked at: one of them works, or is told something, or passes it on.
func TestNotIdle(t *testing.T) {
	for name, body := range map[string]func(l lineGrid) Term{
		"works":     func(l lineGrid) Term { return l.delay(1, l.Eq(l.c, l.Int(90))) },
		"is told":   func(l lineGrid) Term { return around(l, l.Eq(l.c, l.Int(90)), -1, -1, Matched) },
		"passes on": func(l lineGrid) Term { return &Sweep{Order: []int{1}, Body: l.delay(1, l.Int(1))} },
		"asks":      func(l lineGrid) Term { return around(l, 0, -1, -1, Matched) },
	} {
		t.Run(fmt.Sprint(name), func(t *testing.T) {
			l := newLine()
			if name == "asks" {
				s := l.spmd(l.delay(1, l.Eq(l.c, l.Int(0))), &Exchange{From: []Range{{l.Sub(l.c, l.Int(1)), l.Sub(l.c, l.Int(1))}}})
				if r := mustRun(t, s, Options{Env: map[string]float64{"P": 100}}); len(r.Clocks) != 100 {
					t.Errorf("%d processors", len(r.Clocks))
				}
				return
			}
			if r := mustRun(t, l.spmd(body(l)), Options{Env: map[string]float64{"P": 100}}); len(r.Clocks) < 91 {
				t.Errorf("%d processors", len(r.Clocks))
			}
		})
	}
}

// Where a message goes through more processors than are looked at, T is no less than
// that takes.
func TestChainThroughManyProcessors(t *testing.T) {
	l := newLine()
	i := l.Sym("i", symbolic.Index)
	mine := l.Eq(l.Sub(i, l.Int(1)), l.c)
	s := l.spmd(&Loop{Index: "i", Lo: l.Int(1), Hi: l.P, Body: Series{
		around(l, l.Mul(mine, l.Lt(l.Int(0), l.c)), -1, -1, Matched), l.delay(3, l.Mul(mine, l.Int(2))),
	}})
	const P = 200_000
	r := mustRun(t, s, Options{Env: map[string]float64{"P": P}})
	if want := 5.0*P - 3; r.T < want*(1-1e-9) || r.T > want*1.1 || r.Low > want || r.High < want*(1-1e-9) {
		t.Errorf("%g, between %g and %g, want %g", r.T, r.Low, r.High, want)
	}
	checkCharges(t, "chain", r)
}
