package process

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Who waits for others that are not looked at waits for the next ones that are, in the
// direction of those.
func TestBeside(t *testing.T) {
	g := &grid{coords: [][]int64{{0, 1, 10, 20, 30}}}
	for _, c := range []struct{ own, lo, hi, first, last int64 }{
		{10, 9, 9, 1, 1},   // the one before
		{10, 11, 11, 3, 3}, // the one behind
		{10, 9, 11, 1, 3},  // both
		{10, 0, 30, 0, 4},  // all
		{10, 0, 9, 0, 1},   // all before
		{10, 0, 0, 0, 0},   // one that is looked at
		{10, 14, 14, 3, 3}, // far behind, but not itself
		{10, 26, 27, 4, 4}, // between two others: the nearer one
		{10, 22, 23, 3, 3},
		{10, 8, 10, 1, 2},
		{30, 31, 31, 4, 4}, // behind the last one, which stands for those
		{30, 29, 31, 3, 4},
		{30, 40, 50, 4, 4},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			if first, last := g.beside(0, c.own, c.lo, c.hi); first != c.first || last != c.last {
				t.Errorf("%d to %d", first, last)
			}
		})
	}
}

// A grid is divided in all dimensions in which it is long, however many processors there
// are in one of them.
func TestDivided(t *testing.T) {
	for _, c := range []struct {
		looked  []int64
		divided []int
		parts   int64
	}{
		{[]int64{70_000}, []int{0}, 8},
		{[]int64{60}, nil, 0},
		{[]int64{300, 300}, []int{0, 1}, 1},
		{[]int64{2000, 40}, []int{0, 1}, 1},
		{[]int64{4, 300}, []int{1}, 8},
		{[]int64{4, 60}, nil, 0},
		{[]int64{41, 41, 41}, []int{0, 1, 2}, 1},
		{[]int64{100, 2, 100}, []int{0, 2}, 1},
		{[]int64{8, 8}, nil, 0},
	} {
		t.Run(fmt.Sprint(c.looked), func(t *testing.T) {
			g := &grid{looked: c.looked}
			if got := g.divided(); fmt.Sprint(got.dims) != fmt.Sprint(c.divided) || got.parts != c.parts {
				t.Errorf("%v of %d parts, want %v of %d", got.dims, got.parts, c.divided, c.parts)
			}
		})
	}
}

// columns are passed on from each processor to the next, row after row.
func columns(l lineGrid) *SPMD {
	i, b := l.Sym("i", symbolic.Index), l.Sym("b", symbolic.Index)
	first := l.Add(l.Mul(l.c, b), l.Int(1))
	mine := l.Mul(l.Le(first, i), l.Lt(i, l.Add(first, b)))
	before := l.Sub(l.c, l.Int(1))
	return l.spmd(&Loop{Index: "t", Lo: l.Int(1), Hi: l.Sym("columns", symbolic.Index), Body: &Loop{
		Index: "i", Lo: l.Int(1), Hi: l.Sym("n", symbolic.Index), Body: Series{
			&Exchange{
				From: []Range{{before, before}}, Receives: l.Mul(l.Eq(i, first), l.Lt(l.Int(0), l.c)),
				Message: &Delay{Span: at1(1), Kind: Communication, Amount: l.Real(2.3e-6)},
			},
			l.delay(2, l.Mul(mine, l.Sym("row", symbolic.Real))),
		},
	}})
}

// A pipeline takes a block and a message for each column, and for each processor before the
// last one: however many processors there are, and whether all of them are followed or some.
func TestPipelineOfManyProcessors(t *testing.T) {
	c, err := Compile(columns(newLine()))
	if err != nil {
		t.Fatal(err)
	}
	const b, row, m = 16, 3.7e-7, 300
	for _, P := range []float64{300, 500, 3000, 70_000, 1e6} {
		t.Run(fmt.Sprint(P), func(t *testing.T) {
			env := map[string]float64{"P": P, "n": P * b, "b": b, "columns": m, "row": row}
			r, err := c.Run(t.Context(), Options{Env: env, MaxProcessors: 400})
			if err != nil {
				t.Fatal(err)
			}
			// The first processor sends as soon as it is done; each of the others goes on with the
			// next column when the message has come that it waits for.
			want := b*row + (P-1)*(b*row+2.3e-6) + (m-1)*(b*row+2.3e-6)
			if math.Abs(r.T-want) > 1e-6*want || r.T < r.Low || r.T > r.High {
				t.Errorf("%.9g s between %g and %g, want %.9g", r.T, r.Low, r.High, want)
			}
			if some := strings.Contains(r.Reading, "stand for the others"); some != (P > 400) || r.Sampled != some {
				t.Errorf("reading %q, sampled %v", r.Reading, r.Sampled)
			}
			checkCharges(t, "columns", r)
		})
	}
}

// Processors that go on at one rate are not set apart by rounding, over however many
// iterations: the clocks are followed to the end.
func TestRatesAreNotSetApart(t *testing.T) {
	c, err := Compile(columns(newLine()))
	if err != nil {
		t.Fatal(err)
	}
	for k := range 8 {
		row := 3.2e-8 * (1 + 0.13*float64(k))
		t.Run(fmt.Sprint(row), func(t *testing.T) {
			const P, b, m = 36, 5556, 199_999
			r, err := c.Run(t.Context(), Options{Env: map[string]float64{"P": P, "n": 200_000, "b": b, "columns": m, "row": row}, StepLimit: 1 << 20})
			if err != nil || r.Reading != clockReading {
				t.Fatalf("reading %q, %v", r.Reading, err)
			}
			// The last block has 5,540 rows.
			want := 35*(b*row+2.3e-6) + (m-1)*(b*row+2.3e-6) + 5540*row
			if !near(r.T, want) {
				t.Errorf("%.12g s, want %.12g", r.T, want)
			}
		})
	}
}
