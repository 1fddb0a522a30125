package modelling

import (
	"slices"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/symbolic"
)

// An iteration of an independent loop may have loops and branches of its own that
// communicate: a row times a column, one body against all others. No other iteration
// changes what it needs, so that all of it is exchanged before the loop begins: one
// block for each pair of processors, in which an element that several iterations of
// one processor need is once.

// Methods that it calls are put in for their calls.

// gathered is a move with the loops around it, outermost first, and the conditions that
// it stands under.
type gathered struct {
	*place.Move
	loops []*place.Loop
	under []notation.Node
}

// gatherInner writes such a loop; false where a call in it communicates that leads back
// to itself.
func (w *writer) gatherInner(n nest) bool {
	var moves []gathered
	rest, ok := w.split(n.steps, gathered{loops: n.loops}, &moves)
	if !ok {
		return false
	}
	for _, m := range fetches(moves, n.steps) {
		w.blocks(m)
	}
	w.nest(n, rest)
	return true
}

// split takes the moves between processors out of steps, which stand in loops and under
// conditions.
func (w *writer) split(steps []place.Step, in gathered, moves *[]gathered) ([]place.Step, bool) {
	var rest []place.Step
	for _, s := range w.flatten(steps) {
		switch x := s.(type) {
		case *place.Move:
			if !x.Local() {
				*moves = append(*moves, gathered{x, in.loops, in.under})
				rest = append(rest, w.stored(x, in.loops)...)
				continue
			}
		case *place.Loop:
			deeper := in
			deeper.loops = append(slices.Clone(in.loops), x)
			body, ok := w.split(x.Body, deeper, moves)
			if !ok {
				return nil, false
			}
			inner := *x
			inner.Body, inner.Independent = body, false
			s = &inner
		case *place.Branch:
			then, ok := w.split(x.Then, in.where(x, x.Cond), moves)
			els, okToo := w.split(x.Else, in.where(x, notation.Not(x.Cond)), moves)
			if !ok || !okToo {
				return nil, false
			}
			b := *x
			b.Then, b.Else = then, els
			s = &b
		case *place.Call:
			if !w.program.Communicates([]place.Step{x}) {
				break
			}
			if w.program.Method(x.Model).Recursive() {
				return nil, false
			}
			body, ok := w.split(w.expanded(x), in, moves)
			if !ok {
				return nil, false
			}
			rest = append(rest, body...)
			continue
		}
		rest = append(rest, s)
	}
	return rest, true
}

// where is what stands in a branch. A condition that only the run knows is left out: a
// compiler knows as little, and sends what may be needed.
func (in gathered) where(b *place.Branch, holds notation.Node) gathered {
	if b.Known {
		in.under = append(slices.Clone(in.under), holds)
	}
	return in
}

// expanded is the body of a method in the place of a call.
func (w *writer) expanded(c *place.Call) []place.Step {
	w.calls(c)
	body := w.program.Expanded(w.method, c)
	if w.program.Method(c.Model).Foreign && !w.method.Foreign {
		body = place.Within(body, c.Span)
	}
	return body
}

// needing are the loops whose iterations need different elements: those that the
// subscripts mention, and those that bounds of these do. A result is another one in
// every iteration.
func (w *writer) needing(loops []*place.Loop, m *place.Move) []*place.Loop {
	if m.Along == nil {
		return loops
	}
	return w.moving(loops, m.Along)
}

// moving are the loops that names stand for, and those that the bounds of these mention.
func (w *writer) moving(loops []*place.Loop, names []string) []*place.Loop {
	a, along := w.method.Arena, slices.Clone(names)
	var out []*place.Loop
	for i := len(loops) - 1; i >= 0; i-- {
		l := loops[i]
		if !slices.Contains(along, l.Index) {
			continue
		}
		out = append(out, l)
		for _, e := range []symbolic.Expr{l.Lo, l.Hi} {
			if e != 0 {
				for _, s := range a.Free(e) {
					along = append(along, s.Name)
				}
			}
		}
	}
	slices.Reverse(out)
	return out
}
