package modelling

import (
	"slices"

	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/symbolic"
)

// An iteration of an independent loop may have loops and branches of its own that
// communicate: a row times a column, one body against all others. No other iteration
// changes what it needs, so that all of it is exchanged before the loop begins: one
// block for each pair of processors, in which an element that several iterations of
// one processor need is once.

// Methods that it calls are put in for their calls.

// gathered is a move with the loops around it, outermost first.
type gathered struct {
	*place.Move
	loops []*place.Loop
}

// gatherInner writes such a loop; false where a call in it communicates that leads back
// to itself.
func (w *writer) gatherInner(n nest) bool {
	var moves []gathered
	rest, ok := w.split(n.steps, n.loops, &moves)
	if !ok {
		return false
	}
	w.once = true
	for _, m := range moves {
		w.blocks(m.loops, m.Move)
	}
	w.once = false
	w.nest(n, rest)
	return true
}

// split takes the moves between processors out of steps.
func (w *writer) split(steps []place.Step, around []*place.Loop, moves *[]gathered) ([]place.Step, bool) {
	var rest []place.Step
	for _, s := range w.flatten(steps) {
		switch x := s.(type) {
		case *place.Move:
			if !x.Local() {
				*moves = append(*moves, gathered{x, slices.Clone(around)})
				continue
			}
		case *place.Loop:
			body, ok := w.split(x.Body, append(slices.Clone(around), x), moves)
			if !ok {
				return nil, false
			}
			inner := *x
			inner.Body, inner.Independent = body, false
			s = &inner
		case *place.Branch:
			then, ok := w.split(x.Then, around, moves)
			els, okToo := w.split(x.Else, around, moves)
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
			body, ok := w.split(w.expanded(x), around, moves)
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
	a, along := w.method.Arena, slices.Clone(m.Along)
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
