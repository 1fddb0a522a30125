package modelling

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Several iterations may need the same element: x[i/2], x[i%8], x[i+j]. A processor gets it
// once. Where subscripts tell iterations apart, these are counted; where the iterations that
// need one element stand in a line, the first of each processor is (firsts.go); else the
// elements are, of which it needs one in some iteration.

// repeats are the iterations of a nest that need elements, by the subscripts of these.
type repeats struct {
	*writer
	gathered
	nest   []*place.Loop   // that the subscripts depend on
	told   []*place.Loop   // of these, those whose iteration the element tells, once those before are known
	free   []*place.Loop   // the others
	values []symbolic.Expr // the subscripts that depend on those
}

// needed are what is counted for the elements of a move: iterations of loops, or values
// of subscripts, and tests for those.
type needed struct {
	loops  []*place.Loop
	values []*notation.Loop
	tests  []notation.Node
}

// needed finds what is counted for the elements of a move.
func (w *writer) needed(g gathered) needed {
	r := repeats{writer: w, gathered: g, nest: w.needing(g.loops, g.Move)}
	if g.Values == nil || g.Along == nil {
		return needed{loops: r.nest}
	}
	r.tell()
	if len(r.free) == 0 {
		return needed{loops: r.nest}
	}
	if tests, ok := r.firsts(); ok {
		return needed{loops: r.nest, tests: tests}
	}
	if n, ok := r.different(); ok {
		return n
	}
	w.warn(g.Span, "several iterations may need the same element here, and how many different ones there are is not known: each is counted")
	return needed{loops: r.nest}
}

// once tells whether each iteration of loops needs an element of its own.
func (w *writer) once(g gathered) bool {
	n := w.needed(g)
	return len(n.loops) == len(g.loops) && len(n.tests)+len(n.values) == 0
}

// different counts elements by the values of their subscripts, each over the range that it may
// have; false where that is not known.
func (r *repeats) different() (needed, bool) {
	a := r.method.Arena
	for moved := true; moved; { // loops whose bounds depend on iterations that are not counted
		moved = false
		for _, l := range r.told {
			if r.bounded(l, r.free) {
				r.told, r.free, moved = without(r.told, l), append(r.free, l), true
				break
			}
		}
	}
	r.keep()
	if r.tooMany() {
		return needed{}, false
	}
	out := needed{loops: r.told}
	for _, e := range r.values {
		lo, hi, ok := r.between(e)
		if !ok {
			return needed{}, false
		}
		name := r.fresh("e")
		out.values = append(out.values, notation.Over("sum", name, a.Tree(lo), a.Tree(hi), nil))
		out.tests = append(out.tests, notation.Infix("==", a.Tree(e), notation.Sym(name)))
	}
	return out, true
}

// mostValues bounds the elements that are listed, and mostListed the iterations that nothing orders
// which are gone through for that.
const (
	mostValues = 1 << 20
	mostListed = 1 << 22
)

// tooMany tells whether listing the elements takes too long, or may do so where nothing orders them
// and sizes are no numbers in the program.
func (r *repeats) tooMany() bool {
	a := r.method.Arena
	iterations, values := 1.0, 1.0
	times := func(n *float64, lo, hi symbolic.Expr, unknown float64) {
		if x, ok := a.ConstInt(a.Sub(hi, lo)); ok {
			*n *= max(1, float64(x+1))
		} else {
			*n *= unknown
		}
	}
	ordered := true
	for _, l := range r.nest {
		if lo, hi, ok := r.ends(a.Sub(l.Hi, l.Lo), len(r.nest)); ok {
			times(&iterations, a.Min(lo, a.Int(0)), hi, mostListed+1)
		}
		for _, e := range r.values {
			ordered = ordered && r.orderly(e, l.Index)
		}
	}
	for _, e := range r.values {
		if lo, hi, ok := r.between(e); ok {
			times(&values, lo, hi, 1)
		}
	}
	return values > mostValues || iterations > mostListed && !ordered
}

// orderly tells whether an expression is quotients and remainders of what is linear in an index: it
// comes again, or stays, over many iterations.
func (r *repeats) orderly(e symbolic.Expr, index string) bool {
	f := r.method.Arena.FormOf(e, index)
	return f.Kind == symbolic.Free || f.Kind == symbolic.Linear || f.Kind != symbolic.Other && r.orderly(f.Inner, index)
}

// between is the range of a subscript over all iterations, or in the array.
func (r *repeats) between(e symbolic.Expr) (lo, hi symbolic.Expr, ok bool) {
	a := r.method.Arena
	if lo, hi, ok = r.ends(e, len(r.nest)); ok {
		return lo, hi, true
	}
	d := slices.Index(r.Values, e)
	if d >= len(r.Extents) || slices.ContainsFunc(a.Free(r.Extents[d]), func(s symbolic.Symbol) bool { return strings.HasPrefix(s.Name, place.UnknownMark) }) {
		return 0, 0, false
	}
	return a.Int(0), a.Sub(r.Extents[d], a.Int(1)), true
}

// ends is the range of an expression over the iterations of the first n loops.
func (r *repeats) ends(e symbolic.Expr, n int) (lo, hi symbolic.Expr, ok bool) {
	a := r.method.Arena
	for n > 0 && !r.mention(r.nest[n-1], e) {
		n--
	}
	if n == 0 {
		return e, e, true
	}
	l := r.nest[n-1]
	f := a.FormOf(e, l.Index)
	switch {
	case l.Stated():
		return 0, 0, false
	case a.Monotone(e, l.Index):
		x, y := a.Subst(e, map[string]symbolic.Expr{l.Index: l.Lo}), a.Subst(e, map[string]symbolic.Expr{l.Index: l.Hi})
		xLo, xHi, okX := r.ends(x, n-1)
		yLo, yHi, okY := r.ends(y, n-1)
		return a.Min(xLo, yLo), a.Max(xHi, yHi), okX && okY
	case f.Kind != symbolic.Cyclic && f.Kind != symbolic.Block, slices.ContainsFunc(r.nest, func(l *place.Loop) bool { return r.mention(l, f.Size) }):
		return 0, 0, false
	}
	lo, hi, ok = r.ends(f.Base, n)
	least, most := a.Int(0), a.Sub(f.Size, a.Int(1))
	if ok && f.Kind == symbolic.Block {
		least, most, ok = r.ends(f.Inner, n)
		least, most = a.FloorDiv(least, f.Size), a.FloorDiv(most, f.Size)
	}
	return a.Add(lo, least), a.Add(hi, most), ok
}

// bounded tells whether a bound of a loop mentions the iteration of one of others.
func (r *repeats) bounded(l *place.Loop, others []*place.Loop) bool {
	return !l.Stated() && slices.ContainsFunc(others, func(o *place.Loop) bool { return r.mention(o, l.Lo, l.Hi) })
}

// mention tells whether expressions mention the iteration of a loop.
func (r *repeats) mention(l *place.Loop, es ...symbolic.Expr) bool {
	return slices.ContainsFunc(r.method.Arena.Free(es...), func(s symbolic.Symbol) bool { return s.Name == l.Index })
}

// without are loops less one.
func without(loops []*place.Loop, l *place.Loop) []*place.Loop {
	return slices.DeleteFunc(slices.Clone(loops), func(x *place.Loop) bool { return x == l })
}
