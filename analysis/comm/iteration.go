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
