package process

import (
	"math/rand/v2"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// generator makes random SPMD terms over symbols n and, per dimension, P and c.
type generator struct {
	*rand.Rand
	a      *symbolic.Arena
	coords []string
	loops  []string
	delays int

	sweeps   bool
	branches bool
	equal    bool // no delay mentions a coordinate
	together bool // no condition mentions a coordinate
	trips    int  // of a loop, at most
	posts    bool // some messages leave before the exchange
	marks    int
}

var names = []string{"1", "2"}

func newGenerator(seed uint64, rank int) *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 7)), a: symbolic.NewArena(), sweeps: true, branches: true, trips: 5}
	for _, d := range names[:rank] {
		g.coords = append(g.coords, "c"+d)
	}
	return g
}

func (g *generator) sym(name string) symbolic.Expr { return g.a.Sym(name, symbolic.Index) }

func (g *generator) spmd(depth int) *SPMD {
	s := &SPMD{Arena: g.a, Coordinates: g.coords}
	for _, c := range g.coords {
		s.Extents = append(s.Extents, g.sym("P"+c[1:]))
	}
	s.Body = g.series(depth, true)
	return s
}

func (g *generator) series(depth int, sync bool) Term {
	s := Series{}
	for range 1 + g.IntN(4) {
		s = append(s, g.term(depth, sync))
	}
	return s
}

func (g *generator) term(depth int, sync bool) Term {
	k := g.IntN(10)
	switch {
	case g.posts && sync && k < 3:
		return g.posted()
	case k < 3 || depth == 0:
		if sync && g.IntN(2) == 0 {
			return g.exchange()
		}
		return g.delay()
	case k < 6:
		return g.loop(depth, sync && g.IntN(3) > 0)
	case k < 7 && g.branches:
		return g.branch(depth, sync && g.IntN(2) > 0)
	case k < 8 && g.sweeps && sync:
		return g.sweep(depth)
	}
	return g.delay()
}

func (g *generator) span() source.Span {
	g.delays++
	return source.Span{Start: g.delays, End: g.delays + 1}
}

func (g *generator) delay() *Delay {
	return &Delay{Span: g.span(), Kind: Kind(g.IntN(3)), Amount: g.amount(), Tag: g.delays}
}

// amount is a time of some multiples of 1/64 s, so that ties are exact.
func (g *generator) amount() symbolic.Expr {
	a := g.a
	e := a.Int(int64(g.IntN(40)))
	if !g.equal && g.IntN(3) > 0 {
		for _, c := range g.coords {
			m := int64(1 + g.IntN(5))
			e = a.Add(e, a.Mul(a.Int(int64(g.IntN(6))), a.Mod(a.Add(g.sym(c), a.Int(int64(g.IntN(9)))), a.Int(m))))
		}
	}
	if len(g.loops) > 0 && g.IntN(3) == 0 {
		i := g.sym(g.loops[g.IntN(len(g.loops))])
		e = a.Add(e, a.Mul(a.Int(int64(g.IntN(3))), a.Max(i, a.Int(0))))
		if !g.equal && g.IntN(2) == 0 {
			e = a.Add(e, a.Mul(i, i, a.Mod(g.sym(g.coords[0]), a.Int(2))))
		}
	}
	if g.IntN(4) == 0 {
		e = a.Add(e, g.sym("n"))
	}
	return a.Mul(a.Rat(1, 64), e)
}

func (g *generator) loop(depth int, sync bool) Term {
	a := g.a
	l := &Loop{Span: g.span(), Index: []string{"i", "j", "k"}[g.IntN(3)]}
	n := int64(g.IntN(g.trips + 1))
	lo := int64(g.IntN(4) - 1)
	l.Lo, l.Hi = a.Int(lo), a.Int(lo+n-1)
	switch g.IntN(5) {
	case 0:
		l.Step = a.Int(2)
	case 1:
		l.Lo, l.Hi, l.Step = l.Hi, l.Lo, a.Int(-1)
	case 2:
		l.Hi = a.Min(g.sym("n"), l.Hi)
	case 3:
		if !sync && !g.equal {
			l.Hi = a.Add(l.Lo, a.Mod(g.sym(g.coords[0]), a.Int(3)))
		}
	}
	loops := g.loops
	if g.IntN(2) == 0 || !sync {
		g.loops = append(g.loops, l.Index)
	}
	l.Body = g.series(depth-1, sync)
	g.loops = loops
	return l
}

func (g *generator) branch(depth int, sync bool) Term {
	a := g.a
	f := &If{Span: g.span()}
	for range 1 + g.IntN(3) {
		var b Weighted
		switch g.IntN(4) {
		case 0:
			b.Cond = a.Lt(g.sym("n"), a.Int(int64(g.IntN(9))))
		case 1:
			if !g.equal && !g.together {
				b.Cond = a.Eq(a.Mod(g.sym(g.coords[0]), a.Int(2)), a.Int(0))
			}
		case 2:
			b.Weight = a.Rat(int64(g.IntN(5)), 4)
		}
		b.Body = g.series(depth-1, sync)
		f.Branches = append(f.Branches, b)
	}
	return f
}

// exchange waits for a shift, a circular shift, a line, an owner or all.
func (g *generator) exchange() Term {
	a := g.a
	x := &Exchange{Span: g.span(), Tag: g.delays}
	kind := g.IntN(7)
	for d, c := range g.coords {
		own := g.sym(c)
		r := Range{own, own}
		by := a.Int(int64(g.IntN(5) - 2))
		switch {
		case kind == 0:
			r = Range{a.Sub(own, a.Int(1)), a.Add(own, a.Int(1))}
		case kind == 1:
			r = Range{a.Add(own, by), a.Add(own, by)}
		case kind == 2:
			r.Lo = a.Mod(a.Add(own, by), g.sym("P"+c[1:]))
			r.Hi = r.Lo
		case kind == 3 && d == 0:
			r = Range{}
		case kind == 4:
			r = Range{by, by}
		case kind == 5 && d == 0: // depends on the other coordinates too
			r.Lo = a.Mod(a.Add(own, g.sym(g.coords[len(g.coords)-1])), g.sym("P"+c[1:]))
			r.Hi = a.Add(r.Lo, a.Int(1))
		}
		if kind < 6 {
			x.From = append(x.From, r)
		}
	}
	for range g.IntN(3) {
		x.Cost = append(x.Cost, g.delay())
	}
	if !g.equal {
		g.messages(x)
	}
	return x
}

// messages lets an exchange carry some, in one of the ways that they are sent.
func (g *generator) messages(x *Exchange) {
	a := g.a
	x.Sends = Sends(g.IntN(3))
	some := func() symbolic.Expr { return a.Mod(a.Add(g.sym(g.coords[0]), a.Int(int64(g.IntN(3)))), a.Int(3)) }
	if g.IntN(2) == 0 {
		x.Receives = some()
	}
	if len(g.loops) > 0 && g.IntN(2) == 0 { // in some iterations only
		i := g.sym(g.loops[len(g.loops)-1])
		x.Receives = a.Eq(a.Mod(a.Add(i, g.sym(g.coords[0])), a.Int(int64(3+g.IntN(4)))), a.Int(0))
	}
	if g.IntN(2) == 0 {
		x.Fits = a.Le(some(), a.Int(1))
	}
	if g.IntN(4) == 0 {
		x.Follows = a.Rat(int64(1+g.IntN(4)), 4)
	}
	if g.IntN(3) > 0 {
		x.Message = g.delay()
	}
	if g.IntN(3) == 0 {
		x.Call = g.delay()
	}
}

// posted sends messages in two directions, works, and then asks for both, like a
// halo exchange without blocking.
func (g *generator) posted() Term {
	a, c := g.a, g.sym(g.coords[0])
	s := Series{g.delay()}
	first := g.marks + 1
	for range 2 {
		g.marks++
		s = append(s, &Mark{ID: g.marks}, g.delay())
	}
	for n, by := range []int64{-1, 1} {
		x := &Exchange{Span: g.span(), Tag: g.delays, Since: first + n, Sends: Asynchronous, Message: g.delay()}
		x.From = make([]Range, len(g.coords))
		for d, c := range g.coords {
			x.From[d] = Range{g.sym(c), g.sym(c)}
		}
		from := a.Add(c, a.Int(by))
		x.From[0] = Range{from, from}
		x.Receives = a.Mul(a.Le(a.Int(0), from), a.Lt(from, g.sym("P"+g.coords[0][1:])))
		if n > 0 {
			x.Behind = a.Rat(int64(g.IntN(3)), 2)
		}
		s = append(s, x)
	}
	return s
}

func (g *generator) sweep(depth int) Term {
	s := &Sweep{Span: g.span(), Tag: g.delays, Index: "s", Strips: g.a.Int(int64(g.IntN(6)))}
	for range g.coords {
		s.Order = append(s.Order, g.IntN(3)-1)
	}
	loops := g.loops
	g.loops = append(g.loops, "s")
	if g.IntN(3) > 0 {
		s.Message = g.delay()
	}
	if g.IntN(2) == 0 {
		g.loops = loops
	}
	s.Body = g.series(depth-1, false)
	g.loops = loops
	return s
}
