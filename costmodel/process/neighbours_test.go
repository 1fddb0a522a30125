package process

import (
	"context"
	"math"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// The time of each processor of a long row is that of its own amounts, where those behind
// it do the same and where they do not.
func TestNeighbours(t *testing.T) {
	const rows, row = 3, 150
	a := symbolic.NewArena()
	b, c := a.Sym("b", symbolic.Index), a.Sym("c", symbolic.Index)
	block := func(n, size int) (symbolic.Expr, func(b, c int) int) {
		from := a.Mul(c, a.Int(int64(size)))
		return a.Max(a.Int(0), a.Sub(a.Min(a.Int(int64(n)), a.Add(from, a.Int(int64(size)))), from)),
			func(_, c int) int { return max(0, min(n, (c+1)*size)-c*size) }
	}
	full, fulls := block(row*8, 8)
	some, somes := block(777, 9)
	for _, x := range []struct {
		name   string
		amount symbolic.Expr
		want   func(b, c int) int
		apart  int64 // processors of which one is looked at
	}{
		{"full blocks", full, fulls, 1},
		{"blocks, part of one, none", some, somes, 1},
		{"a triangle", a.Mul(c, some), func(b, c int) int { return c * somes(b, c) }, 1},
		{"in turn", a.Mod(c, a.Int(3)), func(_, c int) int { return c % 3 }, 1},
		{"in turn at the end", a.Max(a.Int(0), a.Mul(a.Mod(c, a.Int(2)), a.Sub(c, a.Int(60)))), func(_, c int) int { return max(0, c%2*(c-60)) }, 1},
		{"other rows", a.Mul(a.Add(b, a.Int(1)), some), func(b, c int) int { return (b + 1) * somes(b, c) }, 1},
		{"some of the blocks", some, somes, 2},
	} {
		t.Run(x.name, func(t *testing.T) {
			p, err := Compile(&SPMD{Arena: a, Coordinates: []string{"b", "c"}, Extents: []symbolic.Expr{a.Int(rows), a.Int(row)}, Body: &Delay{Span: at1(1), Amount: x.amount}})
			if err != nil {
				t.Fatal(err)
			}
			opt, all := Options{StepLimit: math.MaxInt, MaxProcessors: rows * row}, []float64{rows, row}
			r, err := p.newRun(context.Background(), opt)
			if err != nil {
				t.Fatal(err)
			}
			r.grid, _ = newGrid(all, all, opt) // those that are alike, too
			r.grid.keep(func(d int) []int64 { return multiples(x.apart, r.grid.extents[d]) })
			if err := r.execute(Clock); err != nil {
				t.Fatal(err)
			}
			r.later(double{-r.base.hi, -r.base.lo})
			for p, got := range r.clock {
				at := r.grid.processor(p)
				if want := float64(x.want(at[0], at[1])); !near(got, want) {
					t.Errorf("processor %v: %g, want %g", at, got, want)
				}
			}
		})
	}
}

func multiples(of, below int64) (out []int64) {
	for c := int64(0); c < below; c += of {
		out = append(out, c)
	}
	return out
}
