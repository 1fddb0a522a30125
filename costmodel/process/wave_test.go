package process

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// wave is a wavefront over blocks of b x b on a grid of P x Q: a column needs that of its left
// neighbour once, and in each of its columns a block needs the last row of the one above.
func wave() *SPMD {
	g := newGenerator(1, 2)
	a, c, d := g.a, g.sym(g.coords[0]), g.sym(g.coords[1])
	i, j, b := g.sym("i"), g.sym("j"), g.sym("b")
	first := func(c symbolic.Expr) symbolic.Expr { return a.Add(a.Mul(c, b), a.Int(1)) }
	in := func(i, c symbolic.Expr) symbolic.Expr {
		return a.Mul(a.Le(first(c), i), a.Lt(i, a.Add(first(c), b)))
	}
	owner := func(i symbolic.Expr) symbolic.Expr { return a.FloorDiv(a.Sub(i, a.Int(2)), b) }
	row, column := owner(i), owner(j)
	here := a.FloorDiv(a.Sub(j, a.Int(1)), b)
	message := func(line int, seconds float64) *Delay {
		return &Delay{Span: at1(line), Kind: Communication, Amount: a.Real(seconds)}
	}
	return &SPMD{Arena: a, Coordinates: g.coords, Extents: []symbolic.Expr{g.sym("P"), g.sym("Q")}, Body: &Loop{
		Index: "j", Lo: a.Int(1), Hi: a.Mul(b, g.sym("Q")), Body: Series{
			&Exchange{
				From: []Range{{c, c}, {column, column}}, Receives: a.Mul(a.Eq(j, first(d)), a.Lt(a.Int(0), d)),
				Message: message(1, 7e-6),
			},
			&Loop{Index: "i", Lo: a.Int(1), Hi: a.Mul(b, g.sym("P")), Body: Series{
				&Exchange{
					From: []Range{{row, row}, {here, here}}, Receives: a.Mul(a.Mul(a.Eq(i, first(c)), a.Lt(a.Int(0), c)), in(j, d)),
					Message: message(2, 2e-6),
				},
				&Delay{Span: at1(3), Kind: Computation, Amount: a.Mul(a.Mul(in(i, c), in(j, d)), a.Real(1e-7))},
			}},
		},
	}}
}

// A wavefront takes the same whether all processors are followed or some of them.
func TestWavefrontOfManyProcessors(t *testing.T) {
	p, err := Compile(wave())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ P, Q, b float64 }{{9, 9, 12}, {24, 18, 20}, {18, 24, 20}, {40, 3, 30}, {40, 36, 20}, {100, 70, 40}} {
		t.Run(fmt.Sprintf("%v x %v", c.P, c.Q), func(t *testing.T) {
			// The first column of a block passes down to the last row, which goes on with the others
			// as fast as it does one, message and rows. In the next block, the last row begins when
			// it has the message from its left neighbour, and for each column that from above.
			column := c.b*1e-7 + 2e-6
			want := c.P*column - 2e-6 + (c.b-1)*column + (c.Q-1)*(7e-6+c.b*column)
			env := map[string]float64{"P": c.P, "Q": c.Q, "b": c.b}
			r, err := p.Run(t.Context(), Options{Env: env, StepLimit: 1 << 17})
			if err != nil {
				t.Fatal(err)
			}
			if all := c.P*c.Q < manyInGrid; strings.Contains(r.Reading, "stand for the others") == all {
				t.Errorf("reading %q", r.Reading)
			}
			if math.Abs(r.T-want) > 1e-6*want || r.T < r.Low || r.T > r.High {
				t.Errorf("%.9g s between %g and %g, want %.9g", r.T, r.Low, r.High, want)
			}
			checkCharges(t, "wave", r)
		})
	}
}

// The messages of a column are listed for few columns of a block: the others are like them.
func TestColumnsOfABlockAreAlike(t *testing.T) {
	p, err := Compile(wave())
	if err != nil {
		t.Fatal(err)
	}
	const columns = 12 // of blocks
	r, err := p.newRun(t.Context(), Options{Env: map[string]float64{"P": 10, "Q": columns, "b": 200}, StepLimit: 1 << 22, MaxProcessors: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.execute(Clock); err != nil {
		t.Fatal(err)
	}
	if n := len(r.chains[0].known); n > 6*columns {
		t.Errorf("%d columns are listed of %d blocks", n, columns)
	}
}

// A wavefront that is repeated may take as many more steps as one that is not, where it has taken
// half of those that there are and is almost through.
func TestRepeatedWavefrontIsFollowedToItsEnd(t *testing.T) {
	again := wave()
	a := again.Arena
	again.Body = &Loop{Index: "k", Lo: a.Int(1), Hi: a.Int(3), Body: again.Body}
	p, err := Compile(again)
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Env: map[string]float64{"P": 9, "Q": 9, "b": 40}, StepLimit: 1 << 22, MaxProcessors: 1 << 16}
	r, err := p.newRun(t.Context(), opt)
	if err == nil {
		err = r.execute(Clock)
	}
	if err != nil {
		t.Fatal(err)
	}
	opt.StepLimit = r.steps * 3 / 4
	if got, err := p.Run(t.Context(), opt); err != nil || got.Reading != clockReading {
		t.Errorf("reading %q in three quarters of the steps (%v)", got.Reading, err)
	}
}

// How far a loop goes on alike is known when an outer loop comes back to it, for that loop and
// that iteration of the outer one.
func TestReachIsKnown(t *testing.T) {
	g := newGenerator(1, 1)
	a, i, k := g.a, g.sym("i"), g.sym("k")
	until := func(last symbolic.Expr) Term {
		return &Loop{Index: "i", Lo: a.Int(1), Hi: a.Int(1000), Body: Series{
			&Exchange{},
			&Delay{Span: at1(1), Kind: Computation, Amount: a.Mul(a.Le(i, last), a.Real(1e-6))},
		}}
	}
	p, err := Compile(&SPMD{Arena: a, Coordinates: g.coords, Extents: []symbolic.Expr{a.Int(4)}, Body: &Loop{
		Index: "k", Lo: a.Int(1), Hi: a.Int(9), Body: Series{until(a.Int(500)), until(a.Mul(k, a.Int(100))), until(a.Int(300))},
	}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.newRun(t.Context(), Options{StepLimit: 1 << 20, MaxProcessors: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	outer := p.body.(*loop)
	inner := outer.body.(ops)
	for _, c := range []struct{ k, loop, want float64 }{{1, 0, 499}, {1, 1, 99}, {1, 2, 299}, {2, 1, 199}, {2, 0, 499}, {1, 1, 99}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			r.vals[outer.slot] = c.k
			s := &steps{loop: inner[int(c.loop)].(*loop), lo: 1, by: 1, stride: 1}
			for range 2 {
				got, err := s.reach(r, 1000)
				if err != nil || got.steps > c.want || got.steps < c.want-1 { // one fewer is near enough
					t.Errorf("%v steps, want %v (%v)", got.steps, c.want, err)
				}
			}
			before := r.steps
			if _, err := s.reach(r, 1000); err != nil || r.steps != before {
				t.Errorf("asked again, %d steps (%v)", r.steps-before, err)
			}
		})
	}
}

// Following some processors takes no more steps where there are more between them: those that
// do nothing in a column, and whom they would have asked, are passed over.
func TestStepsOfSomeProcessors(t *testing.T) {
	p, err := Compile(wave())
	if err != nil {
		t.Fatal(err)
	}
	steps := func(n float64) int {
		opt := Options{Env: map[string]float64{"P": n, "Q": n, "b": 40}, StepLimit: 1 << 20, MaxProcessors: 1 << 16}
		r, err := p.newRun(t.Context(), opt)
		if err != nil {
			t.Fatal(err)
		}
		some, err := r.among(opt, r.grid.spaced(opt, []int64{2, 2}, 0))
		if err != nil || some == nil {
			t.Fatal(some, err)
		}
		return some.steps
	}
	if few, many := steps(20), steps(200); many > few+few/2 {
		t.Errorf("%d steps on 20 x 20, %d on 200 x 200", few, many)
	}
}

// How far amounts go on alike is asked of those who do something in the next columns only.
func TestReachPassesOverWhoDoesNothing(t *testing.T) {
	p, err := Compile(wave())
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.newRun(t.Context(), Options{Env: map[string]float64{"P": 64, "Q": 64, "b": 40}, StepLimit: 1 << 20, MaxProcessors: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	l := p.body.(*loop)
	for _, c := range []struct {
		first float64 // iterations before
		want  float64 // more of them that are like the next one; one fewer is near enough
	}{
		{1, 38},  // the second to the last column of the first blocks
		{80, 0},  // the first column of the third blocks: messages come from the left
		{81, 38}, // those after it
	} {
		t.Run(fmt.Sprint(c.first), func(t *testing.T) {
			before := r.steps
			got, err := (&steps{loop: l, lo: 1, by: 1, first: c.first, stride: 1}).reach(r, 1000)
			if err != nil || got.steps > c.want || got.steps < c.want-1 {
				t.Errorf("%v steps, want %v (%v)", got.steps, c.want, err)
			}
			if took := r.steps - before; took > r.grid.count {
				t.Errorf("%d steps for %d processors", took, r.grid.count)
			}
		})
	}
}
