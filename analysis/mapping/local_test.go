package mapping

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// aligned is an array dimension with concrete numbers and its formulas.
type aligned struct {
	axis        Axis
	dim         Dim
	first, last int64
	owner       func(t int64) int // by dealing out
	p           int
	what        string
	values      map[string]float64
}

// randomAligned deals a template dimension out and aligns an array with it; the
// formulas have symbols for all numbers but the stride.
func randomAligned(r *rand.Rand) *aligned {
	n, p := 4+r.IntN(17), 1+r.IntN(5)
	lower := int64(r.IntN(9) - 4)
	scale := []int64{1, 1, 2, 3, -1, -1, -2, -3, 5}[r.IntN(9)]
	count := 1 + r.IntN(1+(n-1)/int(max(scale, -scale)))
	first := int64(r.IntN(7) - 3)
	x := &aligned{first: first, last: first + int64(count) - 1, p: p}
	low := min(scale*x.first, scale*x.last)
	high := max(scale*x.first, scale*x.last)
	offset := lower - low + int64(r.IntN(n-int(high-low)))
	a := symbolic.NewArena()
	sym := func(name string, v int64) symbolic.Expr {
		x.values[name] = float64(v)
		return a.Sym(name, symbolic.Index)
	}
	x.values = map[string]float64{}
	a.Assume("p", 1, symbolic.Unbounded)
	a.Assume("k", 1, symbolic.Unbounded)
	a.Assume("n", 1, symbolic.Unbounded)
	format, owners := randomFormat(r, n, p)
	if format.Param != 0 {
		format.Param = sym("k", int64(format.Param))
	}
	x.dim = Dim{A: a, Lower: sym("low", lower), Extent: sym("n", int64(n)), P: sym("p", int64(p)), Format: format}
	x.axis = Axis{Kind: Aligned, Scale: scale, Offset: sym("off", offset), Lower: x.dim.Lower, Extent: x.dim.Extent, Format: format}
	x.owner = func(j int64) int { return owners[scale*j+offset-lower] }
	x.what = fmt.Sprintf("%d*j%+d of %d:%d on template %d:%d, format %d %v on %d", scale, offset, x.first, x.last, lower, lower+int64(n)-1, format.Kind, owners, p)
	return x
}

// randomFormat returns a format, with the block size where its parameter will
// stand, and the owner of every offset.
func randomFormat(r *rand.Rand, n, p int) (Format, []int) {
	owners := make([]int, n)
	k := 1 + r.IntN(5)
	switch kind := FormatKind(1 + r.IntN(4)); kind {
	case Block:
		k = (n+p-1)/p + r.IntN(3)
		return Format{Kind: Block, Param: symbolic.Expr(k)}, deal(0, n, p, k).owner
	case Cyclic:
		return Format{Kind: Cyclic, Param: symbolic.Expr(k)}, deal(0, n, p, k).owner
	case GenBlock:
		sizes := make([]int64, p)
		for o := range owners {
			owners[o] = max(owners[max(0, o-1)], o*p/n)
			if r.IntN(3) == 0 {
				owners[o] = min(p-1, owners[o]+1)
			}
			sizes[owners[o]]++
		}
		return Format{Kind: kind, Table: "g", Numbers: NewTable("g", kind, sizes)}, owners
	default:
		table := make([]int64, n)
		for o := range owners {
			owners[o] = r.IntN(p)
			table[o] = int64(owners[o] + 1)
		}
		return Format{Kind: kind, Table: "v", Numbers: NewTable("v", kind, table)}, owners
	}
}

// places returns the array indices of each coordinate, ascending.
func (x *aligned) places() [][]int64 {
	out := make([][]int64, x.p)
	for j := x.first; j <= x.last; j++ {
		out[x.owner(j)] = append(out[x.owner(j)], j)
	}
	return out
}

// TestAlignedDimensions checks owner, local count, local and global index, local
// extents against dealing every element out, for random formats and alignments.
func TestAlignedDimensions(t *testing.T) {
	seeds := uint64(4000)
	if testing.Short() {
		seeds = 500
	}
	for seed := range seeds {
		x := randomAligned(rand.New(rand.NewPCG(seed, 2)))
		a := x.dim.A
		j, c, place := a.Sym("j", symbolic.Index), a.Sym("c", symbolic.Index), a.Sym("place", symbolic.Index)
		first, last := a.Sym("first", symbolic.Index), a.Sym("last", symbolic.Index)
		x.values["first"], x.values["last"] = float64(x.first), float64(x.last)
		global, closed := x.axis.GlobalOf(x.dim, c, place, first, last)
		if !closed {
			global = j
		}
		from, to := first, last
		if x.dim.Contiguous() {
			from, to = x.axis.Interval(x.dim, c, first, last)
		}
		e := compiled(a, x.dim.Owner(x.axis.At(a, j)), x.axis.LocalOf(x.dim, j, first), global, x.axis.Held(x.dim, c, first, last), from, to)
		for coordinate, indices := range x.places() {
			x.values["c"] = float64(coordinate)
			var got [6]float64
			if len(indices) == 0 {
				x.values["j"], x.values["place"] = float64(x.first), 0
				e.run(t, x.values, got[:])
				if got[3] != 0 {
					t.Fatalf("seed %d: %s: coordinate %d holds %v, want none", seed, x.what, coordinate, got[3])
				}
			}
			for i, index := range indices {
				x.values["j"], x.values["place"] = float64(index), float64(i)
				e.run(t, x.values, got[:])
				want := [6]float64{float64(coordinate), float64(i), float64(index), float64(len(indices)), got[4], got[5]}
				if x.dim.Contiguous() {
					want[4], want[5] = float64(indices[0]), float64(indices[len(indices)-1])
				}
				if got != want {
					t.Fatalf("seed %d: %s, index %d: owner, local, global, held, first, last are %v, want %v", seed, x.what, index, got, want)
				}
			}
		}
	}
}

func TestClasses(t *testing.T) {
	check := func(what string, d Dim, at dealt, values map[string]float64) {
		covered := 0
		for _, class := range d.Classes() {
			e := compiled(d.A, class.First, class.Last, class.Held)
			var got [3]float64
			e.run(t, values, got[:])
			for c := int(got[0]); c <= int(got[1]); c++ {
				covered++
				if held := len(at.places[c]); float64(held) != got[2] {
					t.Fatalf("%s: coordinate %d holds %d, its class %v", what, c, held, got[2])
				}
			}
		}
		if covered != len(at.places) {
			t.Fatalf("%s: %d coordinates in the classes", what, covered)
		}
	}
	cases(check)
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 3))
		n, p := 1+r.IntN(20), 1+r.IntN(6)
		format, owners := randomFormat(r, n, p)
		if format.Numbers == nil {
			continue
		}
		a := symbolic.NewArena()
		at := dealt{places: make([][]int, p)}
		for o, c := range owners {
			at.places[c] = append(at.places[c], o)
		}
		d := Dim{A: a, Lower: a.Int(1), Extent: a.Int(int64(n)), P: a.Sym("p", symbolic.Index), Format: format}
		check(fmt.Sprint(owners), d, at, map[string]float64{"p": float64(p)})
	}
}

func TestHits(t *testing.T) {
	for round := int64(1); round <= 7; round++ {
		for step := int64(-8); step <= 8; step++ {
			for from := int64(-9); from <= 9; from++ {
				for width := int64(1); width <= round; width++ {
					count := int64(0)
					for n := int64(0); n <= 17; n++ {
						if got := hits(n, step, from, width, round); got != count {
							t.Fatalf("%d of %d*i%+d below %d mod %d: %d, want %d", n, step, from, width, round, got, count)
						}
						if modulo(step*n+from, round) < width {
							count++
						}
					}
				}
			}
		}
	}
	if got, err := evalHits([]float64{1e12, 3, 1, 7, 56}); err != nil || got != 125_000_000_001 {
		t.Errorf("10^12 indices, 1, 4 of the last 8 among them: %v (%v)", got, err)
	}
}

func TestTableProblems(t *testing.T) {
	for _, c := range []struct {
		kind   FormatKind
		values []int64
		p, n   int64
		want   string
	}{
		{GenBlock, []int64{2, 5, 3}, 3, 10, ""},
		{GenBlock, []int64{2, 5, 3}, 3, 11, "the blocks of g hold 10 of 11 indices"},
		{GenBlock, []int64{2, -5, 3}, 3, 5, "element 2 of g gives -5 indices to a processor that is none of the 3"},
		{GenBlock, []int64{2, 5, 3}, 2, 7, "element 3 of g gives 3 indices to a processor that is none of the 2"},
		{GenBlock, []int64{2, 5, 0}, 2, 7, ""},
		{Indirect, []int64{1, 2, 1}, 2, 3, ""},
		{Indirect, []int64{1, 2, 1}, 2, 4, "g has 3 elements for 4 indices"},
		{Indirect, []int64{1, 3, 1}, 2, 3, "element 2 of g is 3, which is none of the 2 processors"},
		{Indirect, []int64{1, 0, 1}, 2, 3, "element 2 of g is 0, which is none of the 2 processors"},
	} {
		t.Run(c.want, func(t *testing.T) {
			if got := NewTable("g", c.kind, c.values).Problem(c.p, c.n); got != c.want {
				t.Errorf("%v on %d: %q, want %q", c.values, c.p, got, c.want)
			}
		})
	}
}

// TestOtherAxes: a replicated dimension is whole on every coordinate, one that is
// fixed is whole on one.
func TestOtherAxes(t *testing.T) {
	a := symbolic.NewArena()
	d := Dim{A: a, Lower: a.Int(1), Extent: a.Int(10), P: a.Int(4), Format: Format{Kind: Block}} // blocks of 3
	for i, c := range []struct {
		axis Axis
		want [4]float64
	}{
		{Axis{Kind: Replicated}, [4]float64{7, 7, 7, 7}},
		{Axis{Kind: Fixed, Offset: a.Int(1)}, [4]float64{7, 0, 0, 0}},
		{Axis{Kind: Fixed, Offset: a.Int(9)}, [4]float64{0, 0, 7, 0}},
		{Axis{Kind: Fixed, Offset: a.Int(10)}, [4]float64{0, 0, 0, 7}},
		{Axis{Kind: Aligned, Scale: 1, Offset: a.Int(3)}, [4]float64{1, 3, 3, 0}},
		{Axis{Kind: Aligned, Scale: -1, Offset: a.Int(8)}, [4]float64{2, 3, 2, 0}},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			for coordinate, want := range c.want {
				got, err := a.Eval(c.axis.Held(d, a.Int(int64(coordinate)), a.Int(0), a.Int(6)), nil)
				if err != nil || got != want {
					t.Errorf("%+v holds %v on %d, want %v (%v)", c.axis, got, coordinate, want, err)
				}
			}
		})
	}
}
