package modelling

import (
	"fmt"
	"slices"
	"strings"

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
func (w *writer) countOf(g gathered, r, s string) string {
	m, needing := g.Move, g.loops
	if w.once {
		needing = w.needing(g.loops, m)
	}
	var tests []string
	params, args := []string{"s"}, []string{s}
	if r != "" {
		tests = w.receives(m, g.loops, needing)
		params, args = append(params, "r"), append(args, r)
	}
	tests = append(tests, w.owns(m.From, "s")...)
	return w.counted(g, needing, tests, w.outer(g, m.From, m.To), params, args)
}

// executed defines how many iterations have an owner at processor s, as an equation of
// its own, and returns a call of it.
func (w *writer) executed(g gathered, at place.Owner, s string) string {
	return w.counted(g, g.loops, w.owns(at, "s"), w.outer(g, at), []string{"s"}, []string{s})
}

// receives tests that processor r needs the element: where only loops that need the
// same elements move a coordinate, processors have iterations at all of it.
func (w *writer) receives(m *place.Move, loops, needing []*place.Loop) []string {
	a := w.method.Arena
	tests := w.owns(m.To, "r")
	for d := len(tests) - 1; d >= 0 && len(loops) > len(needing); d-- {
		e := m.To.Place(a)[d]
		if slices.ContainsFunc(loops, func(l *place.Loop) bool {
			return !slices.Contains(needing, l) && slices.ContainsFunc(a.Free(e), func(s symbolic.Symbol) bool { return s.Name == l.Index })
		}) {
			tests = slices.Delete(tests, d, d+1)
		}
	}
	return tests
}

// owns tests that a processor is the owner, one test for each coordinate.
func (w *writer) owns(o place.Owner, processor string) []string {
	if o.Grid == nil || o.IsReplicated() {
		return []string{w.index(o) + " == " + processor}
	}
	a := w.method.Arena
	tests := make([]string, len(o.Coords))
	rest := a.Sym(processor, symbolic.Index)
	for d, e := range slices.Backward(o.Place(a)) {
		at := rest
		if d > 0 {
			at = a.Mod(rest, o.Grid.Extents[d])
			rest = a.FloorDiv(rest, o.Grid.Extents[d])
		}
		tests[d] = a.PAMELA(e) + " == " + a.PAMELA(at)
	}
	return tests
}

// counted defines in how many iterations of loops around a move tests hold, as an
// equation of its own with parameters and the symbols around, and returns a call of it.
// The conditions that the move stands under are tests too, but those that depend on
// iterations which are not counted.
func (w *writer) counted(g gathered, loops []*place.Loop, tests, around, params, args []string) string {
	for _, t := range g.under {
		names := namesIn(t)
		if !slices.ContainsFunc(g.loops, func(l *place.Loop) bool { return !slices.Contains(loops, l) && slices.Contains(names, l.Index) }) {
			tests = append(tests, t)
		}
	}
	name := w.fresh(w.method.Model + w.stand.suffix + "_elements")
	params, args = append(params, around...), append(args, around...)
	var factors []string
	for _, f := range w.apart(loops, tests) {
		factors = append(factors, f.text())
	}
	w.counts = append(w.counts, fmt.Sprintf("numeric %s(%s) = %s", name, strings.Join(params, ", "), strings.Join(factors, " * ")))
	return name + "(" + strings.Join(args, ", ") + ")"
}

// factor is a part of a count that has loops of its own.
type factor struct {
	indices, heads []string // of its loops, outermost first
	tests          []string
}

func (f factor) text() string {
	cond := "1 == 1"
	for i, t := range f.tests {
		if i == 0 {
			cond = t
		} else {
			cond = "and(" + cond + ", " + t + ")"
		}
	}
	return "(" + strings.Join(f.heads, " ") + " (if (" + cond + ") 1 else 0))"
}

// apart splits a count into factors: loops are in one where a bound of one is computed
// from the other, or a test from both.
func (w *writer) apart(loops []*place.Loop, tests []string) []factor {
	var out []factor
	for _, l := range loops {
		head := fmt.Sprintf("sum (%s = %s, %s)", l.Index, w.bound(l.LoText, l.Lo), w.bound(l.HiText, l.Hi))
		out = joined(out, factor{indices: []string{l.Index}, heads: []string{head}}, head)
	}
	for _, t := range tests {
		out = joined(out, factor{tests: []string{t}}, t)
	}
	return out
}

// joined adds a factor to others; those with loops that its text mentions become one
// with it.
func joined(factors []factor, f factor, text string) []factor {
	names := namesIn(text)
	var apart []factor
	with := factor{}
	for _, o := range factors {
		if slices.ContainsFunc(o.indices, func(i string) bool { return slices.Contains(names, i) }) {
			with.indices, with.heads, with.tests = append(with.indices, o.indices...), append(with.heads, o.heads...), append(with.tests, o.tests...)
		} else {
			apart = append(apart, o)
		}
	}
	with.indices, with.heads, with.tests = append(with.indices, f.indices...), append(with.heads, f.heads...), append(with.tests, f.tests...)
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
