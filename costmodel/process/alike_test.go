package process

import (
	"context"
	"reflect"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Random programs on grids of two dimensions take the same, to the last bit, whether each
// processor is evaluated or one of those that are alike.
func TestAlikeProcessorsHaveTheSame(t *testing.T) {
	for seed := range uint64(300) {
		g := newGenerator(seed, 2)
		s := g.spmd(3)
		p, err := Compile(s)
		if err != nil {
			t.Fatal(err)
		}
		opt := Options{Env: map[string]float64{"P1": 5, "P2": 7, "n": 11}}
		want, err1 := p.Run(context.Background(), opt)
		opt.alike = p.likenesses(s.Arena)
		got, err2 := p.Run(context.Background(), opt)
		if (err1 == nil) != (err2 == nil) {
			t.Fatalf("seed %d: %v, %v", seed, err1, err2)
		}
		if err1 == nil && (got.T != want.T || !reflect.DeepEqual(got.Clocks, want.Clocks) || !reflect.DeepEqual(got.Charges, want.Charges)) {
			t.Fatalf("seed %d: %g, each for itself %g", seed, got.T, want.T)
		}
	}
}

// A plate of 10 x 10 elements in blocks of 3 x 4 on 5 x 5 processors: rows of them have
// 3, 3, 3, 1 and 0 elements, columns 4, 4, 2, 0 and 0.
func TestBlocksAreAlike(t *testing.T) {
	a := symbolic.NewArena()
	var amount symbolic.Expr = a.Int(1)
	s := &SPMD{Arena: a, Coordinates: []string{"c1", "c2"}}
	for d, size := range []int64{3, 4} {
		c := a.Sym(s.Coordinates[d], symbolic.Index)
		s.Extents = append(s.Extents, a.Int(5))
		from := a.Mul(c, a.Int(size))
		amount = a.Mul(amount, a.Max(a.Int(0), a.Sub(a.Min(a.Int(10), a.Add(from, a.Int(size))), from)))
	}
	s.Body = &Delay{Span: at1(1), Amount: amount}
	p, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{StepLimit: defaultStepLimit, MaxProcessors: 25, alike: p.likenesses(a)}
	r, err := p.newRun(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	got := r.firsts(&p.segments[0].each.bound)
	if want := [][]int{{0, 0, 0, 15, 20}, {0, 0, 2, 3, 3}}; !reflect.DeepEqual(got, want) {
		t.Errorf("the first ones alike are %v, not %v", got, want)
	}
	if first := r.grid.first(got, 3*5+4); first != 15+3 {
		t.Errorf("processor (3,4) is like %d", first)
	}
}
