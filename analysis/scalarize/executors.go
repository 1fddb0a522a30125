package scalarize

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// prescribed returns the home of the element under the iteration around it, or
// its own without one.
func (r *reader) prescribed(it *comm.Iteration) comm.Home {
	own := r.element.Home
	if it == nil {
		return own
	}
	layout := it.Layout(r.b)
	x := &comm.Access{Ref: it.Home, Sym: it.Home.Sym, Layout: layout}
	known := make([]bool, it.Home.Sym.Rank())
	around := append(append(comm.Scope{}, r.b.Enclosing...), r.scope...)
	for d := range known {
		sub := comm.IrregularSubscript
		if len(it.Home.Subs) > 0 && !it.Home.Subs[d].Triplet && placeKnown(it, it.Home.Subs[d].Lo, around) {
			known[d] = true
			sub = r.b.Affine(it.Home.Subs[d].Lo, r.scope)
		}
		x.Subs = append(x.Subs, sub)
	}
	home := make(comm.Home, len(layout.Axes))
	for g, axis := range layout.Axes {
		switch {
		case axis.Kind == mapping.Fixed, axis.Kind == mapping.Aligned && known[axis.Dim]:
			home[g] = x
		case axis.Kind == mapping.Aligned:
			home[g] = own.Of(g)
		}
	}
	return home
}

// known reports whether all indices in the expression have values: those of
// loops that are not around the element, and what the iteration itself
// computes, have none.
func placeKnown(it *comm.Iteration, e program.Expr, around comm.Scope) bool {
	known := program.RankOf(e) == 0
	program.Walk(e, func(x program.Expr) bool {
		r, ok := x.(*program.Ref)
		if ok && (it.Indices[r.Sym] || it.Stores.Has(r.Sym)) && around.Of(r.Sym) == nil {
			known = false
		}
		return known
	})
	return known
}

// Executors returns which iterations of the loops around a processor takes part
// in where the iteration says who executes; nil for everybody.
func Executors(n comm.Nest, it *comm.Iteration, fixed int) *comm.Partition {
	if it == nil {
		return nil
	}
	r := newReader(n, fixed, nil)
	r.element.Home = r.prescribed(it)
	return n.Partition(r.element, fixed)
}
