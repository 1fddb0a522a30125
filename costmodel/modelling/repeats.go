package modelling

import (
	"cmp"
	"slices"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/symbolic"
)

// firsts are tests for the iterations that need another element than the one before them, where
// subscripts make iterations need the same (x[i/2]), or than the one a period before (x[i%8]);
// or need it on another processor.
func (w *writer) firsts(g gathered, loops []*place.Loop) []notation.Node {
	a := w.method.Arena
	var out []notation.Node
	for _, l := range loops {
		if l.Stated() || slices.ContainsFunc(g.under, func(t notation.Node) bool { return slices.Contains(namesIn(t), l.Index) }) {
			continue
		}
		at := g.Values
		if g.To.Grid != nil {
			at = append(slices.Clip(at), g.To.Place(a)...)
		}
		for _, distance := range w.distances(g.Values, at, l) {
			i := a.Sym(l.Index, symbolic.Index)
			before := map[string]symbolic.Expr{l.Index: a.Sub(i, a.Int(distance))}
			same := a.Le(a.Add(l.Lo, a.Int(distance)), i)
			for _, e := range at {
				same = a.And(same, a.Eq(e, a.Subst(e, before)))
			}
			out = append(out, notation.Infix("==", a.Tree(same), notation.Int(0)))
		}
	}
	return out
}

// distances are how many iterations apart a loop needs the same elements: a period of theirs
// and of the processors there, or of theirs alone where those do not come again.
func (w *writer) distances(values, there []symbolic.Expr, l *place.Loop) []int64 {
	var out []int64
	if slices.ContainsFunc(values, func(e symbolic.Expr) bool { return w.repeats(e, l.Index) }) {
		out = append(out, 1)
	}
	if alone := w.period(values, l); alone > 1 {
		out = append(out, cmp.Or(w.period(there, l), alone))
	}
	return out
}

// period is after how many iterations of a loop values come again; 0 where they do not.
func (w *writer) period(values []symbolic.Expr, l *place.Loop) int64 {
	a := w.method.Arena
	tape := a.Compile(values...)
	input := slices.IndexFunc(tape.Inputs(), func(s symbolic.Symbol) bool { return s.Name == l.Index })
	if input < 0 {
		return 0
	}
	n := len(tape.Inputs())
	period := tape.Repeats(make([]float64, n), make([]bool, n), input)
	if last, known := a.ConstInt(a.Sub(l.Hi, l.Lo)); known && period > last {
		return 0
	}
	return period
}

// repeats tells whether an expression has one value for several of the first few values of an
// index, whatever else is in it.
func (w *writer) repeats(e symbolic.Expr, index string) bool {
	a := w.method.Arena
	if !slices.ContainsFunc(a.Free(e), func(s symbolic.Symbol) bool { return s.Name == index }) {
		return false
	}
	for k := range int64(4) {
		x := a.Subst(e, map[string]symbolic.Expr{index: a.Int(k)})
		y := a.Subst(e, map[string]symbolic.Expr{index: a.Int(k + 1)})
		if d, ok := a.ConstInt(a.Sub(x, y)); ok && d == 0 {
			return true
		}
	}
	return false
}
