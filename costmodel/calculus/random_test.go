package calculus

import (
	"fmt"
	"math/rand/v2"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// generator makes random terms over the sizes n and m, the times s and t, and
// the indices of enclosing loops.
type generator struct {
	*rand.Rand
	a     *symbolic.Arena
	loops []string
	made  int // delays
	used  int // indices

	servers, branches bool
	arrays            int // of resources
}

func newGenerator(seed uint64) *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 3)), a: symbolic.NewArena(), servers: true, branches: true, arrays: 1 + int(seed%3)}
	for _, name := range []string{"n", "m"} {
		g.a.Assume(name, 1, symbolic.Unbounded)
	}
	for _, name := range []string{"s", "t"} {
		g.a.Assume(name, 0, symbolic.Unbounded)
	}
	return g
}

func (g *generator) sym(name string) symbolic.Expr { return g.a.Sym(name, symbolic.Index) }

func (g *generator) env() map[string]float64 {
	return map[string]float64{"n": float64(1 + g.IntN(7)), "m": float64(1 + g.IntN(4)), "s": float64(g.IntN(9)) / 4, "t": float64(g.IntN(9)) / 4}
}

func (g *generator) term(depth int) Term {
	k := g.IntN(12)
	switch {
	case depth == 0 || k < 2:
		return g.delay()
	case k < 4:
		return &Serial{g.terms(depth)}
	case k < 6:
		return &Parallel{g.terms(depth)}
	case k < 8:
		i, lo, hi := g.open()
		defer g.close()
		return &SerialOver{i, lo, hi, g.term(depth - 1)}
	case k < 11 || !g.branches:
		i, lo, hi := g.open()
		defer g.close()
		return &ParallelOver{i, lo, hi, g.term(depth - 1)}
	}
	return g.branch(depth)
}

func (g *generator) terms(depth int) []Term {
	var ts []Term
	for range g.IntN(4) {
		ts = append(ts, g.term(depth-1))
	}
	return ts
}

// open starts a loop; close ends the innermost one.
func (g *generator) open() (index string, lo, hi symbolic.Expr) {
	a := g.a
	lo, hi = a.Int(int64(g.IntN(3))), a.Add(g.sym("n"), a.Int(int64(g.IntN(3)-1)))
	switch g.IntN(5) {
	case 0:
		hi = a.Int(int64(g.IntN(6)))
	case 1:
		lo = a.Add(g.index(), a.Int(int64(g.IntN(2))))
	case 2:
		hi = g.index()
	}
	g.used++
	index = fmt.Sprint("i", g.used)
	g.loops = append(g.loops, index)
	return index, lo, hi
}

func (g *generator) close() { g.loops = g.loops[:len(g.loops)-1] }

// index is the index of an enclosing loop, or m outside of loops.
func (g *generator) index() symbolic.Expr {
	if len(g.loops) == 0 {
		return g.sym("m")
	}
	return g.sym(g.loops[g.IntN(len(g.loops))])
}

func (g *generator) branch(depth int) Term {
	a := g.a
	t := &If{Then: g.term(depth - 1)}
	if g.IntN(2) == 0 {
		t.Else = g.term(depth - 1)
	}
	switch x := a.Int(int64(g.IntN(5))); g.IntN(3) {
	case 0:
		t.Cond = a.Lt(g.index(), x)
	case 1:
		t.Cond = a.Eq(g.index(), x)
	case 2:
		t.Weight = a.Rat(int64(g.IntN(5)), 4)
	}
	return t
}

func (g *generator) delay() *Delay {
	a := g.a
	g.made++
	l := &Delay{Span: source.Span{Start: g.made, End: g.made + 1}, Tag: g.made, Amount: g.amount()}
	if g.IntN(4) == 0 {
		return l
	}
	l.Resource = g.owner()
	l.Array = g.made % g.arrays
	if g.servers && g.IntN(6) == 0 {
		l.Servers = a.Int(2)
	}
	return l
}

func (g *generator) amount() symbolic.Expr {
	a := g.a
	switch g.IntN(5) {
	case 0:
		return a.Mul(a.Rat(1, 4), a.Int(int64(g.IntN(12))))
	case 1:
		return a.Sym("s", symbolic.Real)
	case 2:
		return a.Mul(a.Sym("t", symbolic.Real), a.Max(a.Int(0), g.index()))
	case 3:
		return a.Mul(a.Sym("s", symbolic.Real), g.sym("n"))
	}
	return a.Add(a.Sym("t", symbolic.Real), a.Int(1))
}

// owner is the number of a resource: fixed, the index, a block, a cycle.
func (g *generator) owner() symbolic.Expr {
	a := g.a
	i := a.Add(g.index(), a.Int(int64(g.IntN(3))))
	c := g.sym("m")
	if g.IntN(3) == 0 {
		c = a.Int(int64(1 + g.IntN(3)))
	}
	switch g.IntN(8) {
	case 0:
		return a.Int(int64(g.IntN(4)))
	case 1:
		return i
	case 2, 3:
		return a.Add(a.Int(1), a.FloorDiv(i, c))
	case 4, 5:
		return a.Add(a.Int(1), a.Mod(i, c))
	case 6:
		return a.Mod(a.FloorDiv(i, a.Int(2)), c)
	}
	return a.Mul(a.Int(2), i)
}
