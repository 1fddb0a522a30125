package calculus

import (
	"fmt"
	"math"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Loops whose owners repeat are counted exactly, however long they are: the share of a
// processor is what the divisions say of a whole round, times the rounds.
func TestLongLoopsThatRepeat(t *testing.T) {
	const processors = 8
	owners := map[string]struct {
		of    func(a *symbolic.Arena, i, j symbolic.Expr) symbolic.Expr
		owner func(i, j int64) int64
	}{
		"cyclic":              {func(a *symbolic.Arena, i, _ symbolic.Expr) symbolic.Expr { return a.Mod(i, a.Int(processors)) }, func(i, _ int64) int64 { return i % processors }},
		"blocks in turn":      {dealt(7, 1, 0), func(i, _ int64) int64 { return i / 7 % processors }},
		"every other element": {dealt(7, 2, 0), func(i, _ int64) int64 { return 2 * i / 7 % processors }},
		"a power of two":      {dealt(8, 3, 0), func(i, _ int64) int64 { return 3 * i / 8 % processors }},
		"around a ring": {func(a *symbolic.Arena, i, _ symbolic.Expr) symbolic.Expr {
			return a.Mod(a.Mod(a.Add(i, a.Int(119)), a.Int(120)), a.Int(processors))
		}, func(i, _ int64) int64 { return (i + 119) % 120 % processors }},
		"two indices": {dealt(5, 3, 2), func(i, j int64) int64 { return (3*i + 2*j) / 5 % processors }},
	}
	for name, x := range owners {
		t.Run(name, func(t *testing.T) {
			const rounds, length = 1 << 20, 7 * 8 * processors * 5
			a := symbolic.NewArena()
			i, j := a.Sym("i", symbolic.Index), a.Sym("j", symbolic.Index)
			delay := &Delay{Amount: a.Int(1), Resource: x.of(a, i, j)}
			n := int64(rounds)*length + 13
			loop := &ParallelOver{"i", a.Int(0), a.Int(n - 1), &SerialOver{"j", a.Int(0), a.Int(2), delay}}
			got, err := New(a).Tally(loop, nil, func(*Delay) int { return 0 }, 1, 1<<18)
			if err != nil {
				t.Fatal(err)
			}
			var want [processors]float64
			for i := range int64(length) {
				times := float64(rounds)
				if i < 13 {
					times++
				}
				for j := range int64(3) {
					want[x.owner(i, j)] += times
				}
			}
			most := 0.0
			for p, w := range want {
				most = max(most, w)
				if got.Loads[Use{0, 0, int64(p)}] != w {
					t.Errorf("processor %d does %v of %v", p, got.Loads[Use{0, 0, int64(p)}], w)
				}
			}
			if math.Abs(got.T-most) > 1e-9*most {
				t.Errorf("T is %v, not %v", got.T, most)
			}
		})
	}
}

// Elements around a ring that are dealt in turn are counted by a few iterations for each
// processor, whether or not the ring is a whole number of rounds long.
func TestRingsThatAreDealt(t *testing.T) {
	for _, c := range []struct{ length, processors int64 }{{1000, 4}, {1001, 7}, {1000, 7}, {999, 4}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			a := symbolic.NewArena()
			owner := func(index string) symbolic.Expr { // of the neighbour, and of the element itself
				i, p := a.Sym(index, symbolic.Index), a.Int(c.processors)
				before := a.Mod(a.Mod(a.Add(i, a.Int(c.length-1)), a.Int(c.length)), p)
				return a.Add(a.Mul(before, p), a.Mod(i, p))
			}
			square := a.Mul(a.Int(c.processors), a.Int(c.processors))
			delay := &Delay{Amount: a.Int(1), Resource: a.Add(a.Mul(owner("i"), square), owner("j"))}
			loop := &ParallelOver{"i", a.Int(0), a.Int(c.length - 1), &ParallelOver{"j", a.Int(0), a.Int(c.length - 1), delay}}
			got, err := New(a).Tally(loop, nil, func(*Delay) int { return 0 }, 1, 2000) // of a million
			if err != nil {
				t.Fatal(err)
			}
			pairs := map[int64]float64{}
			for i := range c.length {
				pairs[(i+c.length-1)%c.length%c.processors*c.processors+i%c.processors]++
			}
			for k, n := range pairs {
				for l, m := range pairs {
					r := k*c.processors*c.processors + l
					if x := got.Loads[Use{0, 0, r}]; x != n*m {
						t.Errorf("resource %d: %v, want %v", r, x, n*m)
					}
				}
			}
		})
	}
}

// dealt is the owner of s*i + r*j in blocks of m that are dealt to 8 processors in turn.
func dealt(m, s, r int64) func(a *symbolic.Arena, i, j symbolic.Expr) symbolic.Expr {
	return func(a *symbolic.Arena, i, j symbolic.Expr) symbolic.Expr {
		at := a.Add(a.Mul(a.Int(s), i), a.Mul(a.Int(r), j))
		return a.Mod(a.FloorDiv(at, a.Int(m)), a.Int(8))
	}
}

// Blocks of a loop that is seen through the sum of two indices have no runs of equal
// iterations, and nothing is asked of the inner index before its loop begins.
func TestRunsSeeOnlyTheirOwnIndex(t *testing.T) {
	a := symbolic.NewArena()
	at := a.FloorDiv(a.Add(a.Sym("i", symbolic.Index), a.Sym("j", symbolic.Index)), a.Int(10))
	delay := &Delay{Amount: a.Int(1), Resource: at}
	loop := &ParallelOver{"i", a.Int(0), a.Int(39), &SerialOver{"j", a.Int(0), a.Int(4), delay}}
	got, err := New(a).Tally(loop, nil, func(*Delay) int { return 0 }, 1, 1<<18)
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range []float64{40, 50, 50, 50, 10} {
		t.Run(fmt.Sprint(want), func(t *testing.T) {
			if got.Loads[Use{0, 0, int64(p)}] != want {
				t.Errorf("processor %d does %v of %v", p, got.Loads[Use{0, 0, int64(p)}], want)
			}
		})
	}
}

// The first of two elements that a butterfly of distance j joins, (h/j)*2*j + h%j, is
// counted exactly by as many steps as there are blocks, whatever j is.
func TestButterfliesOfAnyDistance(t *testing.T) {
	const n, processors = 1 << 20, 8
	owners := map[string]struct {
		of    func(a *symbolic.Arena, x symbolic.Expr) symbolic.Expr
		owner func(x int64) int64
	}{
		"block":  {func(a *symbolic.Arena, x symbolic.Expr) symbolic.Expr { return a.FloorDiv(x, a.Int(2*n/processors)) }, func(x int64) int64 { return x / (2 * n / processors) }},
		"uneven": {func(a *symbolic.Arena, x symbolic.Expr) symbolic.Expr { return a.FloorDiv(x, a.Int(300001)) }, func(x int64) int64 { return x / 300001 }},
		"cyclic": {func(a *symbolic.Arena, x symbolic.Expr) symbolic.Expr { return a.Mod(x, a.Int(processors)) }, func(x int64) int64 { return x % processors }},
		"blocks in turn": {func(a *symbolic.Arena, x symbolic.Expr) symbolic.Expr {
			return a.Mod(a.FloorDiv(x, a.Int(4)), a.Int(processors))
		}, func(x int64) int64 { return x / 4 % processors }},
	}
	for name, x := range owners {
		for j := int64(1); j <= n; j *= 4 {
			t.Run(fmt.Sprint(name, j), func(t *testing.T) {
				a := symbolic.NewArena()
				h, d := a.Sym("h", symbolic.Index), a.Sym("j", symbolic.Index)
				first := a.Add(a.Mul(a.FloorDiv(h, d), a.Int(2), d), a.Mod(h, d))
				delay := &Delay{Amount: a.Int(1), Resource: x.of(a, first)}
				loop := &ParallelOver{"h", a.Int(0), a.Int(n - 1), delay}
				got, err := New(a).Tally(loop, map[string]float64{"j": float64(j)}, func(*Delay) int { return 0 }, 1, 500)
				if err != nil {
					t.Fatal(err)
				}
				var want [processors]float64
				for h := range int64(n) {
					want[x.owner(h/j*2*j+h%j)]++
				}
				for p, w := range want {
					if got.Loads[Use{0, 0, int64(p)}] != w {
						t.Errorf("processor %d does %v of %v", p, got.Loads[Use{0, 0, int64(p)}], w)
					}
				}
			})
		}
	}
}
