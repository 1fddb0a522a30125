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
	m := g.Move
	var tests []string
	params, args := []string{"s"}, []string{s}
	if r != "" {
		tests = w.owns(m.To, "r")
		params, args = append(params, "r"), append(args, r)
	}
	tests = append(tests, w.owns(m.From, "s")...)
	return w.counted(g, w.needing(g.loops, m), tests, w.outer(g, m.From, m.To), params, args)
}

// executed defines how many iterations have an owner at processor s, as an equation of
// its own, and returns a call of it.
func (w *writer) executed(g gathered, at place.Owner, s string) string {
	return w.counted(g, g.loops, w.owns(at, "s"), w.outer(g, at), []string{"s"}, []string{s})
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

// counted defines in how many iterations of loops around a move tests hold, for some
// iteration of the other loops around it, as an equation of its own with parameters and the
// symbols around, and returns a call of it. The conditions that the move stands under are
// tests too, but those that depend on iterations which are not counted.
func (w *writer) counted(g gathered, loops []*place.Loop, tests, around, params, args []string) string {
	for _, t := range g.under {
		names := namesIn(t)
		if !slices.ContainsFunc(g.loops, func(l *place.Loop) bool { return !slices.Contains(loops, l) && slices.Contains(names, l.Index) }) {
			tests = append(tests, t)
		}
	}
	tested := namesIn(strings.Join(tests, " "))
	if slices.Contains(tested, "p") { // the processor that the method runs on
		around = append(around, "p")
	}
	name := w.fresh(w.method.Model + w.stand.suffix + "_elements")
	params, args = append(params, around...), append(args, around...)
	var factors []string
	others := slices.DeleteFunc(w.moving(g.loops, tested), func(l *place.Loop) bool { return slices.Contains(loops, l) })
	for _, f := range w.apart(loops, others, tests) {
		factors = append(factors, f.text())
	}
	w.counts = append(w.counts, fmt.Sprintf("numeric %s(%s) = %s", name, strings.Join(params, ", "), strings.Join(factors, " * ")))
	return name + "(" + strings.Join(args, ", ") + ")"
}

// factor is a part of a count that has loops of its own.
type factor struct {
	indices, heads []string // of its loops, outermost first
	some           []string // heads of those of which one iteration is enough
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
	one := "(if (" + cond + ") 1 else 0)"
	if len(f.some) > 0 {
		one = "min(1, (" + strings.Join(f.some, " ") + " " + one + "))"
	}
	return "(" + strings.Join(append(f.heads, one), " ") + ")"
}

// apart splits a count into factors: loops are in one where a bound of one is computed
// from the other, or a test from both.
func (w *writer) apart(loops, others []*place.Loop, tests []string) []factor {
	var out []factor
	for i, l := range append(slices.Clip(loops), others...) {
		head := fmt.Sprintf("sum (%s = %s, %s)", l.Index, w.bound(l.LoText, l.Lo), w.bound(l.HiText, l.Hi))
		f := factor{indices: []string{l.Index}}
		if i < len(loops) {
			f.heads = []string{head}
		} else {
			f.some = []string{head}
		}
		out = joined(out, f, head)
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
	add := func(o factor) {
		with.indices, with.heads = append(with.indices, o.indices...), append(with.heads, o.heads...)
		with.some, with.tests = append(with.some, o.some...), append(with.tests, o.tests...)
	}
	for _, o := range factors {
		if slices.ContainsFunc(o.indices, func(i string) bool { return slices.Contains(names, i) }) {
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
