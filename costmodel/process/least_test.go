package process

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// trimmingOf looks at a program along its only dimension.
func trimmingOf(t *testing.T, s *SPMD, processors float64) *trimming {
	t.Helper()
	p, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.newRun(context.Background(), Options{Env: map[string]float64{"P": processors}, MaxProcessors: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	return r.trimming(0, []float64{processors})
}

// The coordinate from which on all are alike is the least one from which on all steps together
// are the same, tried one by one.
func TestLeastIsLeast(t *testing.T) {
	const P = 60
	found := 0
	for seed := range budget(400) {
		g := &rowsOf{lineGrid: newLine(), random: rand.New(rand.NewPCG(seed, 3))}
		x := trimmingOf(t, g.spmd(g.series(3)...), P)
		want := 1.0
		for want < P-1 && !x.alike(want) {
			want++
		}
		if want == P-1 {
			want = P
		}
		if got := x.least(); got != want {
			t.Fatalf("program %d: %g, not %g", seed, got, want)
		}
		if want > 1 && want < P {
			found++
		}
	}
	if found < int(budget(400))/4 {
		t.Errorf("%d of the programs leave processors idle", found)
	}
}

// rowsOf makes random programs in which the first processors have rows.
type rowsOf struct {
	lineGrid
	random *rand.Rand
}

func (g *rowsOf) series(depth int) Series {
	var out Series
	for range 1 + g.random.IntN(3) {
		out = append(out, g.term(depth))
	}
	return out
}

func (g *rowsOf) term(depth int) Term {
	rows := int64(g.random.IntN(50))
	if g.random.IntN(20) == 0 {
		rows = 100
	}
	mine := g.Max(g.Int(0), g.Sub(g.Int(rows), g.c))
	switch k := g.random.IntN(6); {
	case k == 0:
		return around(g.lineGrid, g.Lt(g.c, g.Int(rows)), int64(g.random.IntN(3)-1), 1, Sends(g.random.IntN(3)))
	case k < 3 || depth == 0:
		return g.delay(1, mine)
	case k == 3: // nobody beyond the rows is in it
		i := g.Sym("i", symbolic.Index)
		return &Loop{Index: "i", Lo: g.Int(1), Hi: mine, Body: g.delay(2, g.Mul(i, g.c))}
	case k == 4:
		return &If{Branches: []Weighted{{Cond: g.Lt(g.c, g.Int(rows)), Body: g.series(depth - 1)}}}
	}
	return &Loop{Index: "j", Lo: g.Int(1), Hi: g.Int(3), Body: g.series(depth - 1)}
}

// Each step is looked at a few times, not all of them for each coordinate that is tried.
func TestLeastTakesFewLooks(t *testing.T) {
	const P, steps = 1 << 20, 200
	l := newLine()
	var body Series
	for k := range int64(steps) {
		body = append(body, l.delay(1, l.Max(l.Int(0), l.Sub(l.Int(70_000-k), l.c))), &Exchange{Span: at1(2)})
	}
	x := trimmingOf(t, l.spmd(body...), P)
	if from := x.least(); from != 70_000 {
		t.Errorf("all are alike from %g on", from)
	}
	if x.steps > 4*steps {
		t.Errorf("%d formulas were followed for %d steps", x.steps, steps)
	}
}
