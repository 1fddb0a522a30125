package process

import (
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// What is done in one column of a grid is followed for its processors only, and where
// rows and columns take part, for those that do.
func TestBusyBoxes(t *testing.T) {
	for _, c := range []struct {
		name string
		of   func(g *generator, c, d, i symbolic.Expr) symbolic.Expr
		want func(c, d int) bool
		most int // processors that are followed
	}{
		{"one column", func(g *generator, c, d, i symbolic.Expr) symbolic.Expr { return g.a.Eq(d, g.a.Int(5)) }, func(c, d int) bool { return d == 5 }, 32},
		{"a row in its iterations", func(g *generator, c, d, i symbolic.Expr) symbolic.Expr {
			return g.a.Mul(g.a.Eq(c, g.a.Int(3)), g.a.Lt(i, g.a.Int(40)))
		}, func(c, d int) bool { return c == 3 }, 32},
		{"nobody", func(g *generator, c, d, i symbolic.Expr) symbolic.Expr { return g.a.Lt(i, c) }, func(c, d int) bool { return false }, 0},
		{"all", func(g *generator, c, d, i symbolic.Expr) symbolic.Expr { return i }, func(c, d int) bool { return true }, 128},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGenerator(1, 2)
			x, y, i := g.sym(g.coords[0]), g.sym(g.coords[1]), g.sym("i")
			p, err := Compile(&SPMD{Arena: g.a, Coordinates: g.coords, Extents: []symbolic.Expr{g.a.Int(8), g.a.Int(16)}, Body: &Loop{
				Index: "i", Lo: g.a.Int(10), Hi: g.a.Int(90), Body: Series{
					&Exchange{
						From: []Range{{x, x}, {y, y}}, Receives: c.of(g, x, y, i),
						Message: &Delay{Span: at1(1), Kind: Communication, Amount: g.a.Mul(i, g.a.Real(1e-6))},
					},
					&Delay{Span: at1(2), Kind: Computation, Amount: g.a.Mul(i, g.a.Real(1e-6))},
				},
			}})
			if err != nil {
				t.Fatal(err)
			}
			r, err := p.newRun(t.Context(), Options{StepLimit: 1 << 20, MaxProcessors: 1 << 16})
			if err != nil {
				t.Fatal(err)
			}
			l := p.body.(*loop)
			b := &chaining{r: r, l: l, lo: 10, hi: 90, c: &chain{}}
			followed := map[int]bool{}
			flags := l.quiet.exchanges[0].flags
			if err := b.busy(&flags, 1, func(p int) error { followed[p] = true; return nil }); err != nil {
				t.Fatal(err)
			}
			for p := range r.grid.count {
				if at := r.grid.processor(p); c.want(at[0], at[1]) && !followed[p] {
					t.Errorf("%v is not followed", at)
				}
			}
			if len(followed) > c.most {
				t.Errorf("%d are followed", len(followed))
			}
		})
	}
}
