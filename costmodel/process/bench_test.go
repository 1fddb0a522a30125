package process

import (
	"context"
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// laplace is Jacobi sweeps over n x n elements, (BLOCK, BLOCK) on P1 x P2: two
// shifts, the stencil, the copy, and a reduction.
func laplace() *SPMD {
	a := symbolic.NewArena()
	n := a.Sym("n", symbolic.Index)
	var coords []string
	var extents, own []symbolic.Expr
	for _, d := range names {
		c, P := a.Sym("c"+d, symbolic.Index), a.Sym("P"+d, symbolic.Index)
		m := a.CeilDiv(n, P)
		coords, extents = append(coords, "c"+d), append(extents, P)
		own = append(own, a.Max(a.Int(0), a.Min(m, a.Sub(n, a.Mul(m, c)))))
	}
	delay := func(k Kind, rate string, count symbolic.Expr) *Delay {
		return &Delay{Kind: k, Amount: a.Mul(a.Sym(rate, symbolic.Real), count)}
	}
	shift := func(d int) *Exchange {
		x := &Exchange{From: []Range{}}
		for k, name := range coords {
			c := a.Sym(name, symbolic.Index)
			r := Range{c, c}
			if k == d {
				r = Range{a.Sub(c, a.Int(1)), a.Add(c, a.Int(1))}
			}
			x.From = append(x.From, r)
		}
		x.Cost = []*Delay{delay(Communication, "startup", a.Int(2)), delay(Communication, "per_byte", a.Mul(a.Int(16), own[1-d]))}
		return x
	}
	points := a.Mul(own[0], own[1])
	return &SPMD{Arena: a, Coordinates: coords, Extents: extents, Body: &Loop{
		Index: "t", Lo: a.Int(1), Hi: a.Sym("sweeps", symbolic.Index), Body: Series{
			shift(0), shift(1),
			delay(Computation, "flop", a.Mul(a.Int(4), points)), delay(Overhead, "loop", points),
			delay(Computation, "flop", a.Mul(a.Int(2), points)),
			&Exchange{Cost: []*Delay{delay(Communication, "startup", a.CeilLog2(a.Mul(extents...)))}},
		},
	}}
}

func laplaceEnv(p float64) map[string]float64 {
	return map[string]float64{"n": 1021, "P1": p, "P2": p, "sweeps": 1000, "startup": 1e-4, "per_byte": 1e-7, "flop": 1e-8, "loop": 1e-8}
}

func BenchmarkCompile(b *testing.B) {
	s := laplace()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Compile(s); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRun(b *testing.B) {
	p, err := Compile(laplace())
	if err != nil {
		b.Fatal(err)
	}
	for _, side := range []float64{2, 8, 32, 256, 1000} {
		b.Run(fmt.Sprint("P=", side*side), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Run(context.Background(), Options{Env: laplaceEnv(side)}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
