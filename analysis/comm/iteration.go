package comm

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// Iteration says who executes an iteration of an INDEPENDENT loop: the owners
// of Home, in the grid dimensions where its place is known at the statement.
type Iteration struct {
	Home    *program.Ref
	Indices map[*program.Symbol]bool // of the loop and of the loops in it
	Stores  Stores                   // what it computes
	Outside mapping.Layout           // of Home, where only a procedure that is called names it
}

// Layout returns how the array of Home lies.
func (it *Iteration) Layout(b *Builder) mapping.Layout {
	if it.Outside.Grid != nil {
		return it.Outside
	}
	return b.Layouts[it.Home.Sym]
}

// prescribed returns the home of the element under the iteration around it, or
// its own without one.
func (r *reader) prescribed(it *Iteration) Home {
	own := r.element.Home
	if it == nil {
		return own
	}
	layout := it.Layout(r.b)
	x := &Access{Ref: it.Home, Sym: it.Home.Sym, Layout: layout}
	known := make([]bool, it.Home.Sym.Rank())
	around := append(append(scope{}, r.b.Enclosing...), r.scope...)
	for d := range known {
		sub := irregular
		if len(it.Home.Subs) > 0 && !it.Home.Subs[d].Triplet && it.known(it.Home.Subs[d].Lo, around) {
			known[d] = true
			sub = r.b.affine(it.Home.Subs[d].Lo, r.scope)
		}
		x.Subs = append(x.Subs, sub)
	}
	home := make(Home, len(layout.Axes))
	for g, axis := range layout.Axes {
		switch {
		case axis.Kind == mapping.Fixed, axis.Kind == mapping.Aligned && known[axis.Dim]:
			home[g] = x
		case axis.Kind == mapping.Aligned:
			home[g] = own.of(g)
		}
	}
	return home
}

// known reports whether all indices in the expression have values: those of
// loops that are not around the element, and what the iteration itself
// computes, have none.
func (it *Iteration) known(e program.Expr, around scope) bool {
	known := program.RankOf(e) == 0
	program.Walk(e, func(x program.Expr) bool {
		r, ok := x.(*program.Ref)
		if ok && (it.Indices[r.Sym] || it.Stores.Has(r.Sym)) && around.of(r.Sym) == nil {
			known = false
		}
		return known
	})
	return known
}

// Executors returns which iterations of the loops around a processor takes part
// in where the iteration says who executes; nil for everybody.
func (n Nest) Executors(it *Iteration, fixed int) *Partition {
	if it == nil {
		return nil
	}
	r := n.reader(fixed, nil)
	r.element.Home = r.prescribed(it)
	return n.Partition(r.element, fixed)
}
