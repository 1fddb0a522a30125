package mapping

import (
	"fmt"
	"slices"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// The formulas of ownership are checked against dealing the template's indices
// out one by one, for all small parameters.

// dealt is a template dimension dealt out by hand.
type dealt struct {
	lower  int
	owner  []int   // of each index
	places [][]int // the indices of each coordinate, in order
}

// deal gives each coordinate block after block; BLOCK stops after one round,
// and CYCLIC begins again.
func deal(lower, n, p, block int) dealt {
	d := dealt{lower: lower, places: make([][]int, p)}
	for o := range n {
		c := o / block % p
		d.owner = append(d.owner, c)
		d.places[c] = append(d.places[c], lower+o)
	}
	return d
}

// cases calls check for every small dimension: as formulas in n, p, the block
// size and the lower bound, with their values.
func cases(check func(what string, d Dim, at dealt, values map[string]float64)) {
	for _, kind := range []FormatKind{Block, Cyclic} {
		for _, given := range []bool{false, true} {
			a := symbolic.NewArena()
			a.Assume("n", 1, symbolic.Unbounded)
			a.Assume("p", 1, symbolic.Unbounded)
			a.Assume("k", 1, symbolic.Unbounded)
			d := Dim{A: a, Lower: a.Sym("low", symbolic.Index), Extent: a.Sym("n", symbolic.Index), P: a.Sym("p", symbolic.Index), Format: Format{Kind: kind}}
			if given {
				d.Format.Param = a.Sym("k", symbolic.Index)
			}
			for n := 1; n <= 13; n++ {
				for p := 1; p <= 5; p++ {
					for k := 1; k <= 5; k++ {
						checkOne(kind, given, d, n, p, k, check)
					}
				}
			}
		}
	}
}

func checkOne(kind FormatKind, given bool, d Dim, n, p, k int, check func(string, Dim, dealt, map[string]float64)) {
	block := k
	switch smallest := (n + p - 1) / p; {
	case !given && k > 1:
		return
	case !given && kind == Block:
		block = smallest
	case kind == Block && k < smallest: // does not fit
		return
	}
	for _, lower := range []int{1, 0, -3} {
		values := map[string]float64{"n": float64(n), "p": float64(p), "k": float64(k), "low": float64(lower)}
		check(fmt.Sprintf("kind %d block %d, %d:%d on %d", kind, block, lower, lower+n-1, p), d, deal(lower, n, p, block), values)
	}
}

// evaluator evaluates expressions compiled once.
type evaluator struct {
	tape   *symbolic.Tape
	inputs []symbolic.Symbol
}

func compiled(a *symbolic.Arena, es ...symbolic.Expr) evaluator {
	t := a.Compile(es...)
	return evaluator{t, t.Inputs()}
}

func (e evaluator) run(t *testing.T, values map[string]float64, out []float64) {
	t.Helper()
	in := make([]float64, len(e.inputs))
	for i, s := range e.inputs {
		in[i] = values[s.Name]
	}
	if err := e.tape.Eval(in, out); err != nil {
		t.Fatal(err)
	}
}

func TestOwnerLocalAndGlobalIndex(t *testing.T) {
	memo := map[Dim]evaluator{}
	cases(func(what string, d Dim, at dealt, values map[string]float64) {
		a := d.A
		e, ok := memo[d]
		if !ok {
			x, c, j := a.Sym("t", symbolic.Index), a.Sym("c", symbolic.Index), a.Sym("j", symbolic.Index)
			e = compiled(a, d.Owner(x), d.Local(x), d.Global(c, j))
			memo[d] = e
		}
		for c, indices := range at.places {
			for j, index := range indices {
				values["t"], values["c"], values["j"] = float64(index), float64(c), float64(j)
				var got [3]float64
				e.run(t, values, got[:])
				if want := [3]float64{float64(c), float64(j), float64(index)}; got != want {
					t.Fatalf("%s, index %d: owner, local and global index are %v, want %v", what, index, got, want)
				}
			}
		}
	})
}

func TestHeldAndCount(t *testing.T) {
	memo := map[Dim]evaluator{}
	cases(func(what string, d Dim, at dealt, values map[string]float64) {
		a := d.A
		e, ok := memo[d]
		if !ok {
			c, first, last := a.Sym("c", symbolic.Index), a.Sym("first", symbolic.Index), a.Sym("last", symbolic.Index)
			e = compiled(a, d.Held(c), d.Count(c, first, last))
			memo[d] = e
		}
		high := at.lower + len(at.owner) - 1
		for c, indices := range at.places {
			for first := at.lower; first <= high+1; first++ {
				for last := first - 1; last <= high; last++ {
					values["c"], values["first"], values["last"] = float64(c), float64(first), float64(last)
					var got [2]float64
					e.run(t, values, got[:])
					want := 0
					for _, x := range indices {
						if x >= first && x <= last {
							want++
						}
					}
					if got != [2]float64{float64(len(indices)), float64(want)} {
						t.Fatalf("%s: coordinate %d holds %v and %v of %d:%d, want %d and %d", what, c, got[0], got[1], first, last, len(indices), want)
					}
				}
			}
		}
	})
}

func TestBlock(t *testing.T) {
	memo := map[Dim]evaluator{}
	cases(func(what string, d Dim, at dealt, values map[string]float64) {
		if d.Format.Kind != Block {
			return
		}
		e, ok := memo[d]
		if !ok {
			first, last := d.Block(d.A.Sym("c", symbolic.Index))
			e = compiled(d.A, first, last)
			memo[d] = e
		}
		for c, indices := range at.places {
			if len(indices) == 0 {
				continue
			}
			values["c"] = float64(c)
			var got [2]float64
			e.run(t, values, got[:])
			if got[0] != float64(indices[0]) || got[1] < float64(indices[len(indices)-1]) {
				t.Fatalf("%s: the block of coordinate %d is %v, want %v", what, c, got, indices)
			}
		}
	})
}

func TestWindow(t *testing.T) {
	for i, c := range []struct{ n, p, k, c, from, to, first, last, want int }{
		{10, 3, 2, 0, 0, 2, 1, 10, 4}, // 1 2, 7 8
		{10, 3, 2, 0, 0, 1, 1, 10, 2}, // 1, 7
		{10, 3, 2, 0, 1, 2, 2, 7, 1},  // 2
		{10, 3, 2, 2, 0, 2, 1, 10, 2}, // 5 6
		{10, 3, 2, 2, 0, 2, 6, 5, 0},  // an empty range
		{10, 1, 4, 0, 1, 3, 1, 10, 5}, // 2 3, 6 7, 10
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			a := symbolic.NewArena()
			d := Dim{A: a, Lower: a.Int(1), Extent: a.Int(int64(c.n)), P: a.Int(int64(c.p)), Format: Format{Kind: Cyclic, Param: a.Int(int64(c.k))}}
			in := func(v int) symbolic.Expr { return a.Int(int64(v)) }
			got, err := a.Eval(d.Window(in(c.c), in(c.from), in(c.to), in(c.first), in(c.last)), nil)
			if err != nil || got != float64(c.want) {
				t.Errorf("%+v: got %v (%v)", c, got, err)
			}
		})
	}
}

func TestSame(t *testing.T) {
	a := symbolic.NewArena()
	n, p := a.Sym("n", symbolic.Index), a.Sym("p", symbolic.Index)
	base := Dim{A: a, Lower: a.Int(1), Extent: n, P: p, Format: Format{Kind: Block}}
	change := func(f func(*Dim)) Dim {
		d := base
		f(&d)
		return d
	}
	for _, c := range []struct {
		name  string
		other Dim
		want  bool
	}{
		{"itself", base, true},
		{"the block size written out", change(func(d *Dim) { d.Format.Param = a.CeilDiv(n, p) }), true},
		{"another lower bound", change(func(d *Dim) { d.Lower = a.Int(0) }), false},
		{"another extent", change(func(d *Dim) { d.Extent = a.Add(n, a.Int(1)) }), false},
		{"other processors", change(func(d *Dim) { d.P = a.Sym("q", symbolic.Index) }), false},
		{"another format", change(func(d *Dim) { d.Format.Kind = Cyclic }), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := base.Same(c.other); got != c.want {
				t.Errorf("%s: %v", c.name, got)
			}
		})
	}
}

func TestFactor(t *testing.T) {
	for i, c := range []struct {
		p, rank int
		want    []int
	}{
		{1, 2, []int{1, 1}}, {6, 1, []int{6}}, {6, 2, []int{3, 2}}, {7, 2, []int{7, 1}},
		{16, 2, []int{4, 4}}, {12, 2, []int{4, 3}}, {24, 3, []int{3, 4, 2}}, {8, 3, []int{2, 2, 2}},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			got := Factor(c.p, c.rank)
			product := 1
			for _, f := range got {
				product *= f
			}
			if product != c.p || c.rank < 3 && !slices.Equal(got, c.want) {
				t.Errorf("Factor(%d, %d) = %v, want %v", c.p, c.rank, got, c.want)
			}
		})
	}
}

func TestLayout(t *testing.T) {
	for _, c := range []struct {
		name       string
		axes       []Axis
		replicated bool
		axisOf     [2]int
	}{
		{"nothing maps it", nil, true, [2]int{-1, -1}},
		{"replicated along both", []Axis{{Kind: Replicated}, {Kind: Replicated}}, true, [2]int{-1, -1}},
		{"in order", []Axis{{Kind: Aligned, Dim: 0}, {Kind: Aligned, Dim: 1}}, false, [2]int{0, 1}},
		{"transposed", []Axis{{Kind: Aligned, Dim: 1}, {Kind: Aligned, Dim: 0}}, false, [2]int{1, 0}},
		{"one collapsed", []Axis{{Kind: Replicated}, {Kind: Aligned, Dim: 1}}, false, [2]int{-1, 1}},
		{"pinned", []Axis{{Kind: Fixed}}, false, [2]int{-1, -1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := Layout{Grid: &Grid{}, Axes: c.axes}
			if l.Replicated() != c.replicated || l.AxisOf(0) != c.axisOf[0] || l.AxisOf(1) != c.axisOf[1] {
				t.Errorf("%s: replicated %v, axes %d and %d", c.name, l.Replicated(), l.AxisOf(0), l.AxisOf(1))
			}
		})
	}
}
