package process

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// bounded are the bounds of all clocks, for some number of stretches, on representatives
// where there are more than so many processors.
func bounded(t testing.TB, s *SPMD, env map[string]float64, parts float64, processors int) *encloser {
	t.Helper()
	p, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.newRun(context.Background(), Options{Env: env, MaxProcessors: processors})
	if err != nil {
		t.Fatal(err)
	}
	b := r.newEncloser(r.grid, parts, math.MaxInt)
	if err := b.execute(p.body); err != nil {
		t.Fatal(err)
	}
	return b
}

// outside reports the first processor whose clock is not between its bounds.
func (b *encloser) outside(clock []float64) string {
	coordinates := make([]float64, b.p.slots)
	all := &grid{extents: b.grid.extents, beyond: make([]int64, len(b.grid.extents))}
	all.keep(func(d int) []int64 {
		list := make([]int64, all.extents[d])
		for i := range list {
			list[i] = int64(i)
		}
		return list
	})
	for p, c := range clock {
		all.at(p, coordinates)
		cell := 0
		for d, at := range b.grid.coords {
			i, exact := slices.BinarySearch(at, int64(coordinates[d]))
			if !exact {
				i--
			}
			cell = cell*len(at) + i
		}
		if low, high := b.low.at[cell], b.high[cell]; low > c*(1+1e-9)+1e-9 || high < c*(1-1e-9)-1e-9 {
			return fmt.Sprintf("processor %d: %.12g is not between %.12g and %.12g", p, c, low, high)
		}
	}
	return ""
}

// programsOf are random ones: nests of all terms, long loops that do not mention their
// index, and loops over triangles, blocks and columns dealt in turn.
func programsOf(seed uint64) (*SPMD, map[string]float64) {
	switch seed % 3 {
	case 0:
		return varied(seed, 1)
	case 1:
		g := newGenerator(seed, 1+int(seed/3%2))
		s := longLoop(g)
		env := randomEnv(g)
		env["trips"] = float64(20 + g.IntN(150))
		return s, env
	}
	g := newGenerator(seed, 1+int(seed/3%2))
	g.trips = 12
	return g.spmd(3), randomEnv(g)
}

// The clocks of executing every iteration lie between the bounds, however few
// stretches they are from; with a stretch for each iteration the bounds meet in most.
func TestBoundsHoldAllClocks(t *testing.T) {
	programs, met := uint64(1500), 0
	if testing.Short() {
		programs = 45
	}
	for seed := range programs {
		s, env := programsOf(seed)
		clock := simulate(t, s, env, Clock).clock
		for _, parts := range []float64{1, 3, 20, 1000} {
			b := bounded(t, s, env, parts, 1<<16)
			if out := b.outside(clock); out != "" {
				t.Fatalf("seed %d, %g stretches: %s", seed, parts, out)
			}
			if parts == 1000 && largest(b.low.at) >= largest(b.high)*(1-1e-9) {
				met++
			}
		}
	}
	t.Logf("%d of %d meet", met, programs)
	if met*10 < int(programs)*6 {
		t.Errorf("only %d of %d meet", met, programs)
	}
}

// Processors that are not looked at one by one lie between the bounds of their cell.
func TestBoundsOfCells(t *testing.T) {
	programs := uint64(600)
	if testing.Short() {
		programs = 40
	}
	for seed := range programs {
		if seed%3 == 0 {
			continue // long loops
		}
		s, env := programsOf(seed)
		for name := range env {
			if name[0] == 'P' {
				env[name] += 5
			}
		}
		clock := simulate(t, s, env, Clock).clock
		for _, parts := range []float64{1, 20} {
			b := bounded(t, s, env, parts, 1)
			if !b.grid.sampled {
				t.Fatal("all processors are looked at")
			}
			if out := b.outside(clock); out != "" {
				t.Fatalf("seed %d, %g stretches: %s", seed, parts, out)
			}
		}
	}
}

// In a ring each processor sends to one other, and to some more at most where the ring closes,
// however many stand in a cell.
func TestRingOfManyProcessors(t *testing.T) {
	l := newLine()
	P := l.Sym("P", symbolic.Index)
	next := l.Mod(l.Add(l.c, l.Int(3)), P)
	width := l.Max(l.Int(1), l.Sub(next, l.Mod(l.c, P))) // of what comes: 3 but for the last
	c, err := Compile(l.spmd(&Loop{Index: "k", Lo: l.Int(1), Hi: l.Int(100), Body: Series{
		&Exchange{
			From: []Range{{next, next}}, Call: &Delay{Span: at1(1), Kind: Overhead, Amount: l.Real(1e-6)},
			Message: &Delay{Span: at1(1), Kind: Communication, Amount: l.Mul(width, l.Real(2e-6))}, Follows: l.Int(1),
		},
		l.delay(2, l.Real(5e-6)),
	}}))
	if err != nil {
		t.Fatal(err)
	}
	for _, P := range []float64{5000, 1e6} {
		r, err := c.Run(t.Context(), Options{Env: map[string]float64{"P": P}, StepLimit: 2000})
		if err != nil {
			t.Fatal(err)
		}
		if want := 100 * 12e-6; r.Low < 0.9*want || r.High > 4*want || !near(r.T, want) {
			t.Errorf("on %g: %g s between %g and %g, want %g (%s)", P, r.T, r.Low, r.High, want, r.Reading)
		}
	}
}
