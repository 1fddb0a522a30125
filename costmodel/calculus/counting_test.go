package calculus

import (
	"fmt"
	"math"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// The blocks of a butterfly between all pairs of processors, for 2^18 elements and partners
// 1, 4, 16 ... apart, against going through the elements. Each block takes 3 and one for
// each element, on the processor that receives it.
func TestBlocksOfButterflies(t *testing.T) {
	const n, levels = 1 << 18, 9
	many := []int{4, 8}
	if testing.Short() {
		many = many[:1]
	}
	for _, procs := range many {
		for _, c := range []struct {
			name  string
			owner func(a *symbolic.Arena, i symbolic.Expr) symbolic.Expr
			of    func(i int) int
		}{
			{"block", func(a *symbolic.Arena, i symbolic.Expr) symbolic.Expr { return a.FloorDiv(i, a.Int(int64(n/procs))) }, func(i int) int { return i / (n / procs) }},
			{"cyclic", func(a *symbolic.Arena, i symbolic.Expr) symbolic.Expr { return a.Mod(i, a.Int(int64(procs))) }, func(i int) int { return i % procs }},
			{"blocks in turn", func(a *symbolic.Arena, i symbolic.Expr) symbolic.Expr {
				return a.Mod(a.FloorDiv(i, a.Int(8)), a.Int(int64(procs)))
			}, func(i int) int { return i / 8 % procs }},
			{"scattered", func(a *symbolic.Arena, i symbolic.Expr) symbolic.Expr {
				return a.Mod(a.FloorDiv(a.Mul(i, i), a.Int(13)), a.Int(int64(procs)))
			}, func(i int) int { return i * i / 13 % procs }},
		} {
			t.Run(fmt.Sprint(c.name, procs), func(t *testing.T) {
				a := symbolic.NewArena()
				sym := func(name string) symbolic.Expr {
					a.Assume(name, 0, symbolic.Unbounded)
					return a.Sym(name, symbolic.Index)
				}
				h, k, r, s := sym("h"), sym("k"), sym("r"), sym("s")
				j := a.Pow(a.Int(4), k)
				i := a.Add(a.Mul(a.Int(2), j, a.FloorDiv(h, j)), a.Mod(h, j))
				count := a.Sum("h", a.Int(0), a.Int(n/2-1), a.And(a.Eq(c.owner(a, i), r), a.Eq(c.owner(a, a.Add(i, j)), s)))
				last := a.Int(int64(procs - 1))
				block := &If{Cond: a.Lt(a.Int(0), count), Then: &Delay{Amount: a.Add(a.Int(3), count), Resource: r}}
				term := &SerialOver{"k", a.Int(0), a.Int(levels - 1), &ParallelOver{"r", a.Int(0), last, &SerialOver{"s", a.Int(0), last, block}}}
				got, err := New(a).Tally(term, nil, func(*Delay) int { return 0 }, 1, 1<<18)
				if err != nil {
					t.Fatal(err)
				}
				T, work := 0, make([]int, procs)
				for level := range levels {
					k := 2 * level
					elements := map[[2]int]int{}
					for h := range n / 2 {
						i := h>>k<<(k+1) + h%(1<<k)
						elements[[2]int{c.of(i), c.of(i + 1<<k)}]++
					}
					now := make([]int, procs)
					for pair, x := range elements {
						now[pair[0]] += 3 + x
					}
					most := 0
					for r, x := range now {
						work[r] += x
						most = max(most, x)
					}
					T += most
				}
				if got.T != float64(T) {
					t.Errorf("T %v, want %v", got.T, T)
				}
				for r, x := range work {
					if got.Loads[Use{0, 0, int64(r)}] != float64(x) {
						t.Errorf("work of %v is %v, want %v", r, got.Loads[Use{0, 0, int64(r)}], x)
					}
				}
			})
		}
	}
}

// What many iterations come to is found once: a broadcast of 100 messages for each of
// 10,000 elements, on 7 owners in an order that does not repeat. That takes 7 broadcasts of
// 201 steps, and one step for each element; beside something else, which no two iterations
// have in common, 28 steps for each to add what the broadcast puts on 100 processors.
func TestEqualIterationsApart(t *testing.T) {
	const n, procs, messages = 10000, 7, 100
	a := symbolic.NewArena()
	sym := func(name string) symbolic.Expr {
		a.Assume(name, 0, symbolic.Unbounded)
		return a.Sym(name, symbolic.Index)
	}
	i, p := sym("i"), sym("p")
	owner := a.Mod(a.FloorDiv(a.Mul(i, i), a.Int(13)), a.Int(procs))
	message := &If{Cond: a.Eq(p, owner), Then: &Delay{Amount: a.Int(1), Resource: p}, Else: &Delay{Amount: a.Int(5), Resource: p}}
	cast := &SerialOver{"p", a.Int(0), a.Int(messages - 1), message}
	for _, c := range []struct {
		name  string
		limit int
		body  Term
	}{
		{"one after the other", 2 * n, cast},
		{"with others", 32 * n, &Serial{[]Term{&Delay{Amount: a.Add(i, a.Int(1))}, cast}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := New(a).Tally(&SerialOver{"i", a.Int(0), a.Int(n - 1), c.body}, nil, func(*Delay) int { return 0 }, 1, c.limit)
			if err != nil {
				t.Fatal(err)
			}
			work := make([]float64, messages)
			T := 0.0
			for i := range n {
				for p := range work {
					x := 5.0
					if p == i*i/13%procs {
						x = 1
					}
					work[p] += x
					T += x
				}
				if c.name == "with others" {
					T += float64(i + 1)
				}
			}
			if math.Abs(got.T-T) > 1e-9*T {
				t.Errorf("T %v, want %v", got.T, T)
			}
			for p, x := range work {
				if got.Loads[Use{0, 0, int64(p)}] != x {
					t.Errorf("work of %v is %v, want %v", p, got.Loads[Use{0, 0, int64(p)}], x)
				}
			}
		})
	}
}
