package process

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// varied is a random program around a loop whose body depends on the iteration
// in the ways that programs do: triangles, rows of blocks, columns dealt in turn.
// Its loop has so many times 40 to 100 iterations.
func varied(seed uint64, times int64) (*SPMD, map[string]float64) {
	g := newGenerator(seed, 1+int(seed%2))
	a := g.a
	env := randomEnv(g)
	n := int64(40+g.IntN(60)) * times
	i := g.sym("i")
	g.loops = []string{"i"}
	body := Series{g.delay(), g.owned(i, n), g.term(1, true)}
	switch g.IntN(4) {
	case 0: // a triangle of exchanges
		inner := &Loop{Span: g.span(), Index: "j", Lo: a.Add(i, a.Int(1)), Hi: a.Int(n)}
		if g.IntN(2) == 0 {
			g.loops = append(g.loops, "j")
		}
		inner.Body = Series{g.delay(), g.exchange()}
		g.loops = []string{"i"}
		body = append(body, inner)
	case 1: // a triangle of work
		body = append(body, &Loop{Span: g.span(), Index: "k", Lo: i, Hi: a.Int(n), Body: g.delay()})
	case 2:
		body = append(body, g.exchange(), g.owned(i, n))
	}
	body = append(body, g.exchange())
	l := &Loop{Span: g.span(), Index: "i", Lo: a.Int(1), Hi: a.Int(n), Body: body}
	if g.IntN(3) == 0 {
		l.Lo, l.Hi, l.Step = l.Hi, l.Lo, a.Int(-1)
	}
	g.loops = nil
	s := &SPMD{Arena: a, Coordinates: g.coords, Body: Series{g.delay(), l, g.delay()}}
	if g.IntN(3) == 0 {
		s.Body = &Loop{Span: g.span(), Index: "t", Lo: a.Int(1), Hi: a.Int(6), Body: s.Body}
	}
	for _, c := range g.coords {
		s.Extents = append(s.Extents, g.sym("P"+c[1:]))
	}
	return s, env
}

// owned is what the owner of row i of n has to do: in blocks, or dealt in turn.
func (g *generator) owned(i symbolic.Expr, n int64) Term {
	a, c, p := g.a, g.sym(g.coords[0]), g.sym("P"+g.coords[0][1:])
	b := a.CeilDiv(a.Int(n), p)
	owner := a.FloorDiv(a.Sub(i, a.Int(1)), b)
	if g.IntN(2) == 0 {
		owner = a.Mod(i, p)
	}
	end := a.Min(a.Int(n), a.Mul(b, a.Add(c, a.Int(1))))
	rows := a.Max(a.Int(0), a.Sub(a.Add(end, a.Int(1)), a.Max(i, a.Add(a.Mul(b, c), a.Int(1))))) // of c that are left
	l := g.delay()
	switch g.IntN(3) {
	case 0:
		l.Amount = a.Mul(l.Amount, a.Eq(owner, c))
	case 1:
		l.Amount = a.Mul(a.Rat(1, 64), rows, a.Sub(a.Int(n+1), i))
	default:
		return &Exchange{Span: g.span(), From: g.everywhere(owner), Cost: []*Delay{l}}
	}
	return l
}

// everywhere waits for the processors with a first coordinate.
func (g *generator) everywhere(first symbolic.Expr) []Range {
	from := make([]Range, len(g.coords))
	from[0] = Range{first, first}
	return from
}

// Bodies that change with the index: the clocks, and where the time has gone, are
// those of executing all iterations.
func TestManyAtATimeIsExact(t *testing.T) {
	programs := uint64(400)
	if testing.Short() {
		programs = 30
	}
	for seed := range programs {
		s, env := varied(seed, 1)
		name := fmt.Sprint("seed ", seed)
		want := simulate(t, s, env, Clock)
		r := mustRun(t, s, Options{Env: env, StepLimit: 1 << 30})
		if r.Reading != "clock" {
			t.Fatalf("%s: reading %s", name, r.Reading)
		}
		var all, total float64
		for p, c := range want.clock {
			if !near(r.Clocks[p], c) {
				t.Fatalf("%s: clock of %d is %.12g, simulated %.12g", name, p, r.Clocks[p], c)
			}
			all += want.work[p] + want.wait[p]
		}
		for _, c := range r.Charges {
			total += c.Total
		}
		if !near(total, all) {
			t.Fatalf("%s: all charges %g, simulated %g", name, total, all)
		}
		checkCharges(t, name, r)
	}
}
