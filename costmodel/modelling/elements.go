package modelling

import (
	"slices"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/symbolic"
)

// How many elements a block has: the iterations of a nest in which processor r needs
// what processor s has. Each coordinate of an owner is compared by itself. Where no
// loop moves two of them, the iterations are the product of those of each: a plane of
// blocks is counted along its rows and along its columns, not element by element.

// countOf defines how many iterations need an element that r receives and s
// sends, as an equation of its own, and returns a call of it. r is "" for a
// broadcast.
func (w *writer) countOf(g gathered, r, s string) notation.Node {
	m := g.Move
	var tests []notation.Node
	params, args := []string{"s"}, []string{s}
	copies := m.From.Place(w.method.Arena)
	if r != "" {
		tests = w.owns(m.To, "r", nil)
		params, args = append(params, "r"), append(args, r)
		if m.To.Grid == m.From.Grid && m.From.Grid != nil { // who has a copy reads its own
			copies = w.coordinates(m.From.Grid, "r")
		}
	}
	tests = append(tests, w.owns(m.From, "s", copies)...)
	n := w.needed(g)
	n.tests = append(tests, n.tests...)
	return w.counted(g, n, w.outer(g, m.From, m.To), params, args)
}

// executed defines how many iterations have an owner at processor s, as an equation of
// its own, and returns a call of it.
func (w *writer) executed(g gathered, at place.Owner, s string) notation.Node {
	n := needed{loops: g.loops, tests: w.owns(at, "s", nil)}
	return w.counted(g, n, w.outer(g, at), []string{"s"}, []string{s})
}

// owns tests that a processor is the owner, one test for each coordinate. Along a dimension in which
// every processor is that, the one at a given coordinate counts; all of them where none is given.
func (w *writer) owns(o place.Owner, processor string, copies []symbolic.Expr) []notation.Node {
	if o.Grid == nil || o.IsReplicated() {
		return []notation.Node{notation.Infix("==", w.index(o), notation.Sym(processor))}
	}
	a := w.method.Arena
	own, free := w.coordinates(o.Grid, processor), o.Free()
	var tests []notation.Node
	for d, e := range o.Place(a) {
		switch {
		case !slices.Contains(free, d):
		case copies == nil:
			continue
		default:
			e = copies[d]
		}
		tests = append(tests, notation.Infix("==", a.Tree(e), a.Tree(own[d])))
	}
	return tests
}

// coordinates are those of a processor by its number.
func (w *writer) coordinates(g *place.Grid, processor string) []symbolic.Expr {
	a := w.method.Arena
	out := make([]symbolic.Expr, len(g.Extents))
	rest := a.Sym(processor, symbolic.Index)
	for d := len(out) - 1; d > 0; d-- {
		out[d], rest = a.Mod(rest, g.Extents[d]), a.FloorDiv(rest, g.Extents[d])
	}
	out[0] = rest
	return out
}

// counted defines in how many iterations around a move, or for how many values, tests hold, for
// some iteration of the other loops around it, as an equation of its own with parameters and the
// symbols around, and returns a call of it. The conditions that the move stands under are
// tests too.
func (w *writer) counted(g gathered, n needed, around, params, args []string) notation.Node {
	n.tests = append(n.tests, g.under...)
	n.tests = append(n.tests, w.entered(g, n)...)
	tested := namesIn(n.tests...)
	if slices.Contains(tested, "p") { // the processor that the method runs on
		around = append(around, "p")
	}
	name := w.fresh(w.method.Model + w.stand.suffix + "_elements")
	params, args = append(params, around...), append(args, around...)
	var factors []notation.Node
	others := slices.DeleteFunc(w.moving(g.loops, tested), func(l *place.Loop) bool { return slices.Contains(n.loops, l) })
	for _, f := range w.apart(n, others) {
		factors = append(factors, f.count())
	}
	w.counts = append(w.counts, numeric(name, notation.Infix("*", factors...), params...))
	call := notation.Call(name)
	for _, a := range args {
		call.Args = append(call.Args, notation.Sym(a))
	}
	return call
}

// entered are tests that loops have an iteration of which nothing counted is, and which perhaps have
// none.
func (w *writer) entered(g gathered, n needed) []notation.Node {
	a := w.method.Arena
	tested := namesIn(n.tests...)
	var out []notation.Node
	for _, l := range g.loops {
		if !slices.Contains(n.loops, l) && !slices.Contains(tested, l.Index) && !l.Stated() && !a.AtLeast(l.Hi, l.Lo) {
			out = append(out, a.Tree(a.Le(l.Lo, l.Hi)))
		}
	}
	return out
}

// factor is a part of a count that has loops of its own.
type factor struct {
	loops []*notation.Loop // outermost first, without a body
	some  []*notation.Loop // those of which one iteration is enough
	tests []notation.Node
}

func (f factor) count() notation.Node {
	cond := notation.Infix("==", notation.Int(1), notation.Int(1))
	for i, t := range f.tests {
		if i == 0 {
			cond = t
		} else {
			cond = notation.Call("and", cond, t)
		}
	}
	one := notation.In(notation.If(cond, notation.Int(1), notation.Int(0)))
	if len(f.some) > 0 {
		one = notation.Call("min", notation.Int(1), notation.In(inLoops(f.some, one)))
	}
	return notation.In(inLoops(f.loops, one))
}

// inLoops is what loops have in them.
func inLoops(loops []*notation.Loop, body notation.Node) notation.Node {
	for _, l := range slices.Backward(loops) {
		body = notation.Over(l.Word, l.Index, l.Lo, l.Hi, body)
	}
	return body
}

// apart splits a count into factors: loops are in one where a bound of one is computed
// from the other, or a test from both.
func (w *writer) apart(n needed, others []*place.Loop) []factor {
	var out []factor
	for _, l := range n.loops {
		sum := w.over("sum", l, nil)
		out = joined(out, factor{loops: []*notation.Loop{sum}}, sum)
	}
	for _, sum := range n.values {
		out = joined(out, factor{loops: []*notation.Loop{sum}}, sum)
	}
	for _, l := range others {
		sum := w.over("sum", l, nil)
		out = joined(out, factor{some: []*notation.Loop{sum}}, sum)
	}
	for _, t := range n.tests {
		out = joined(out, factor{tests: []notation.Node{t}}, t)
	}
	return out
}

// joined adds a factor, which is a loop or a test, to others; those with loops that it
// mentions become one with it.
func joined(factors []factor, f factor, of notation.Node) []factor {
	names := namesIn(of)
	var apart []factor
	with := factor{}
	add := func(o factor) {
		with.loops, with.some, with.tests = append(with.loops, o.loops...), append(with.some, o.some...), append(with.tests, o.tests...)
	}
	mentioned := func(l *notation.Loop) bool { return slices.Contains(names, l.Index) }
	for _, o := range factors {
		if slices.ContainsFunc(o.loops, mentioned) || slices.ContainsFunc(o.some, mentioned) {
			add(o)
		} else {
			apart = append(apart, o)
		}
	}
	add(f)
	return append(apart, with)
}

// outer are the symbols around the nest that its owners, bounds and conditions depend on.
func (w *writer) outer(g gathered, owners ...place.Owner) []string {
	a := w.method.Arena
	var names []string
	for _, o := range owners {
		names = append(names, o.Symbols(a)...)
	}
	for _, t := range g.under {
		names = append(names, namesIn(t)...)
	}
	for _, l := range g.loops {
		for _, e := range []symbolic.Expr{l.Lo, l.Hi} {
			if e != 0 {
				for _, s := range a.Free(e) {
					names = append(names, s.Name)
				}
			}
		}
	}
	own := map[string]bool{}
	for _, l := range g.loops {
		own[l.Index] = true
	}
	var out []string
	for _, n := range names {
		if !own[n] && (slices.Contains(w.loops, n) || slices.Contains(w.method.Params, n)) && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out
}
