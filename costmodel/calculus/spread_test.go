package calculus

import (
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// The work on a grid of 80 by 70 processors with blocks of 3 by 4 elements, whose rows
// reach one element into the row before, is that of going through all elements.
func TestSpreadGoesThroughAllElements(t *testing.T) {
	a := symbolic.NewArena()
	i, j := a.Sym("i", symbolic.Index), a.Sym("j", symbolic.Index)
	owner := func(i symbolic.Expr) symbolic.Expr {
		return a.Add(a.Mul(a.Int(70), a.FloorDiv(i, a.Int(3))), a.FloorDiv(j, a.Int(4)))
	}
	over := []Range{{"i", a.Int(1), a.Int(239)}, {"j", a.Int(0), a.Int(277)}}
	before := a.Add(i, a.Int(-1))
	moved := a.Cond(a.Eq(owner(i), owner(before)), a.Int(0), a.Int(7))
	c := New(a)
	v := Vector{
		{Array: 1, Over: over, At: owner(i), Amount: a.Add(i, a.Int(1))},
		{Array: 1, Over: over, At: owner(before), Amount: moved},
	}
	var want [80 * 70]float64
	for i := 1; i <= 239; i++ {
		for j := range 278 {
			at, from := i/3*70+j/4, (i-1)/3*70+j/4
			want[at] += float64(i + 1)
			if at != from {
				want[from] += 7
			}
		}
	}
	runs, err := c.Entries(v, nil)
	if err != nil {
		t.Fatal(err)
	}
	next := int64(0)
	for _, r := range runs {
		if r.Array != 1 || r.First != next {
			t.Fatalf("the run %+v follows on resource %d", r, next)
		}
		for k := range r.Count {
			if want[next+k] != r.Load {
				t.Fatalf("resource %d has %v, want %v", next+k, r.Load, want[next+k])
			}
		}
		next += r.Count
	}
	if next != 80*70 {
		t.Errorf("%d resources have work, want all %d", next, 80*70)
	}
	if _, ok := c.spread(v, nil, 80*70-1); !ok {
		t.Error("the sums of each resource are worked out")
	}
}
