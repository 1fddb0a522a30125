package modelling

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/pamela"
)

// What moves between processors, as equations.

// move is a load or store, a move between two processors, or a broadcast.
func (w *writer) move(m *place.Move) {
	w.moved = m.Bytes
	defer func() { w.moved = 0 }()
	k := w.kind(m.To)
	switch {
	case m.Local():
		w.localMove(m, k)
	case m.To.Grid == nil && !m.To.Here, m.To.IsReplicated() && !m.To.Here:
		w.broadcast(m)
	case m.Unknown != "":
		w.anywhere(m, k)
	default:
		w.remote(m, k)
	}
}

// anywhere is a move of which only the run knows the sender or the receiver: to another
// processor, with the probability that it is another.
func (w *writer) anywhere(m *place.Move, k string) {
	g, count := w.processors(w.gridOf(m)), notation.Sym(w.count(m))
	next := func(i notation.Node) notation.Node {
		return notation.Infix("mod", notation.Infix("+", i, notation.Int(1)), count)
	}
	to, from := w.index(m.To), next(w.index(m.To))
	if m.Away {
		to, from = next(w.index(m.From)), w.index(m.From)
	}
	to, from = notation.Call(g, to), notation.Call(g, from)
	move := w.event(fmt.Sprintf("%s_%s_move_op", k, k), m.Span, Communication, "move", m.Array, to, from)
	store := w.event(k+"_move_op", m.Span, Computation, "store", "", to)
	other := notation.Infix("-", notation.Int(1), notation.Infix("/", notation.Int(1), count))
	w.add(notation.If(other, notation.Braces(move), notation.Braces(store)))
}

func (w *writer) localMove(m *place.Move, k string) {
	stride := k + "_stride_move_op"
	c, constant := w.method.Arena.ConstInt(m.Stride)
	if m.Stride != 0 && !(constant && c <= 1) && w.target.Defined[stride] {
		w.repeated(m.Parts, w.event(stride, m.Span, Computation, "store", "", w.at(m.To), w.method.Arena.Tree(m.Stride)))
		return
	}
	w.repeated(m.Parts, w.event(k+"_move_op", m.Span, Computation, "store", "", w.at(m.To)))
}

// gridOf is the processor array of a move.
func (w *writer) gridOf(m *place.Move) *place.Grid {
	switch {
	case m.To.Grid != nil:
		return m.To.Grid
	case m.From.Grid != nil:
		return m.From.Grid
	}
	return w.program.Grids[0]
}

// processors is the equation that numbers the processors of an array: its name, unless
// that means something else in a model.
func (w *writer) processors(g *place.Grid) string {
	if g.Name == "p" || g.Name == Main || pamela.Reserved(g.Name) || w.target.Defined[g.Name] {
		return g.Name + "_of"
	}
	return g.Name
}

func (w *writer) count(m *place.Move) string { return "P_" + w.gridOf(m).Name }

// broadcast brings a value to all processors.
func (w *writer) broadcast(m *place.Move) {
	from := w.at(m.From)
	if m.Unknown != "" {
		from = notation.Call(w.processors(w.gridOf(m)), notation.Int(0))
	}
	k := w.kind(m.From)
	w.call(fmt.Sprintf("%s_%s_bcast_op", k, k), m.Span, Communication, "broadcast", m.Array, notation.Sym(w.count(m)), from)
}

// remote is a move to one processor, or to all along the dimensions in which
// the receiver is replicated. Of a sender that is replicated the copy at the receiver's
// coordinate is read.
func (w *writer) remote(m *place.Move, k string) {
	name := fmt.Sprintf("%s_%s_move_op", k, w.kind(m.From))
	to, from, free := m.To, m.From, m.To.Free()
	indices := make([]string, len(free))
	for i, d := range free {
		indices[i] = w.fresh("q")
		to = to.With(d, w.method.Arena.Sym(indices[i], symbolic.Index))
	}
	if to.Grid == from.Grid && from.Grid != nil {
		at := to.Place(w.method.Arena)
		for _, d := range from.Free() {
			from = from.With(d, at[d])
		}
	}
	out := w.event(name, m.Span, Communication, "move", m.Array, w.at(to), w.at(from))
	for i, d := range slices.Backward(free) {
		out = each("seq", indices[i], m.To.Grid.Params()[d], out)
	}
	w.add(out)
}
