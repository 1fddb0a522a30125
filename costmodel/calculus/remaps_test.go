package calculus

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// The blocks of remaps between unlike cyclic maps, against going through the elements. All
// pairs of processors are counted in one go, whatever closed forms a single pair has.
func TestBlocksOfRemaps(t *testing.T) {
	for _, c := range []struct{ procs, n, from, to int }{
		{256, 1 << 18, 12, 8}, {256, 1 << 18, 12, 1}, {256, 1 << 18, 1, 7}, {100, 50000, 5, 3}, {96, 100000, 9, 6},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			a := symbolic.NewArena()
			sym := func(name string) symbolic.Expr {
				a.Assume(name, 0, symbolic.Unbounded)
				return a.Sym(name, symbolic.Index)
			}
			i, r, s, procs := sym("i"), sym("r"), sym("s"), sym("P")
			owner := func(block int) symbolic.Expr { return a.Mod(a.FloorDiv(i, a.Int(int64(block))), procs) }
			count := a.Sum("i", a.Int(0), a.Int(int64(c.n-1)), a.And(a.Eq(owner(c.to), r), a.Eq(owner(c.from), s)))
			if rest, sums := a.Counted(count); len(sums) != 1 || len(sums[0].Of) != 2 || rest != a.Sym(sums[0].As, symbolic.Index) {
				t.Errorf("%v is not one sum for all pairs", a.String(count))
			}
			last := a.Sub(procs, a.Int(1))
			block := &If{Cond: a.Lt(a.Int(0), count), Then: &Delay{Amount: a.Add(a.Int(3), count), Resource: r}}
			term := &ParallelOver{"r", a.Int(0), last, &SerialOver{"s", a.Int(0), last, block}}
			got, err := New(a).Tally(term, map[string]float64{"P": float64(c.procs)}, func(*Delay) int { return 0 }, 1, 1<<18)
			if err != nil {
				t.Fatal(err)
			}
			elements := map[[2]int]int{}
			for i := range c.n {
				elements[[2]int{i / c.to % c.procs, i / c.from % c.procs}]++
			}
			work := make([]float64, c.procs)
			for pair, x := range elements {
				work[pair[0]] += float64(3 + x)
			}
			for r, x := range work {
				if got.Loads[Use{0, 0, int64(r)}] != x {
					t.Errorf("work of %v is %v, want %v", r, got.Loads[Use{0, 0, int64(r)}], x)
				}
			}
		})
	}
}
