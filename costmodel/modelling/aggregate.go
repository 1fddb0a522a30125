package modelling

import (
	"slices"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/place"
)

// nest is independent loops that stand tightly in each other, with the steps
// of the innermost body, and those that compute the bounds of the loop in each.
type nest struct {
	loops  []*place.Loop
	bounds [][]place.Step
	steps  []place.Step
}

// tight collects a nest: as long as a body is one independent loop with its
// bounds.
func (w *writer) tight(l *place.Loop) nest {
	n := nest{loops: []*place.Loop{l}}
	body := l.Body
	for {
		n.steps = w.flatten(body)
		last := len(n.steps) - 1
		if last < 0 || !computes(n.steps[:last]) {
			return n
		}
		inner, ok := n.steps[last].(*place.Loop)
		if !ok || !inner.Independent {
			return n
		}
		n.loops, n.bounds, body = append(n.loops, inner), append(n.bounds, n.steps[:last]), inner.Body
	}
}

// computes tells whether steps are operations only.
func computes(steps []place.Step) bool {
	for _, s := range steps {
		if _, ok := s.(*place.Op); !ok {
			return false
		}
	}
	return true
}

// flatten drops the groups of statements and puts small methods in for their
// calls.
func (w *writer) flatten(steps []place.Step) []place.Step {
	var out []place.Step
	for _, s := range steps {
		switch s := s.(type) {
		case *place.Statement:
			out = append(out, w.flatten(s.Steps)...)
			continue
		case *place.Call:
			if body, ok := w.program.Inlined(w.method, s); ok && !w.program.Ends(w.method, s) {
				w.calls(s)
				if w.program.Method(s.Model).Foreign && !w.method.Foreign {
					body = place.Within(body, s.Span)
				}
				out = append(out, w.flatten(body)...)
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// aggregate writes an independent loop as a compiler makes it that gathers
// messages: what communicates is split off, and each pair of processors
// exchanges one block. false leaves the loop as it is: nothing in it
// communicates, or what does cannot be split off.
func (w *writer) aggregate(l *place.Loop) bool {
	if !w.target.Aggregated || !l.Independent {
		return false
	}
	n := w.tight(l)
	found := false
	for _, s := range n.steps {
		switch s := s.(type) {
		case *place.Move:
			found = found || !s.Local()
		case *place.Op, *place.Cost:
		default:
			if w.program.Communicates([]place.Step{s}) {
				if w.gatherInner(n) {
					return true
				}
				w.warn(l.Span, "the messages of this loop cannot be gathered: what communicates stands in a call that leads back to itself; they are charged one by one")
				return false
			}
		}
	}
	if !found {
		return false
	}
	var moves []gathered
	for _, s := range n.steps {
		if m, ok := s.(*place.Move); ok && !m.Local() {
			moves = append(moves, gathered{Move: m, loops: n.loops})
		}
	}
	moves = fetches(moves, n.steps)
	var run []place.Step
	for _, s := range n.steps {
		m, ok := s.(*place.Move)
		switch {
		case !ok || m.Local():
			run = append(run, s)
		case len(moves) > 0 && moves[0].Move == m: // any other has been brought before
			w.nest(n, run)
			w.blocks(moves[0])
			run, moves = w.stored(m, n.loops), moves[1:]
		}
	}
	w.nest(n, run)
	return true
}

// stored is what every iteration still does with a value that it assigns and shares with
// others: it takes what came in one block.
func (w *writer) stored(m *place.Move, loops []*place.Loop) []place.Step {
	if !m.Assigns || m.Unknown != "" || w.once(gathered{Move: m, loops: loops}) {
		return nil
	}
	own := *m
	own.From = m.To
	return []place.Step{&own}
}

func (w *writer) warn(at source.Span, message string) {
	d := source.Diagnostic{Span: w.program.At(at), Severity: source.Information, Code: "spar-scheme", Message: message}
	if !slices.Contains(w.warnings, d) {
		w.warnings = append(w.warnings, d)
	}
}

// nest writes the loops of a nest around steps; nothing for none.
func (w *writer) nest(n nest, steps []place.Step) {
	if len(steps) == 0 {
		return
	}
	for i := len(n.loops) - 1; i > 0; i-- {
		inner := *n.loops[i]
		inner.Body, inner.Independent, inner.Parallel = steps, false, true
		steps = append(slices.Clone(n.bounds[i-1]), &inner)
	}
	l := *n.loops[0]
	l.Parallel = true
	w.plainLoop(&l, steps)
}

// blocks writes the messages of one move in all iterations: one block for each
// pair of processors, or one broadcast from each that owns something.
func (w *writer) blocks(g gathered) {
	m := g.Move
	k := w.kind(m.From)
	w.moved, w.words = m.Bytes, float64(m.Bytes)/8
	defer func() { w.moved, w.words = 0, 0 }()
	if m.Unknown != "" && (m.Away || !m.To.IsReplicated() && m.To.Grid != nil) {
		w.spread(g, k)
		return
	}
	r, s := w.fresh("r"), w.fresh("s")
	if m.To.Grid == nil && !m.To.Here || m.To.IsReplicated() && !m.To.Here {
		count := w.countOf(g, "", s)
		at := notation.Call(w.processors(w.gridOf(m)), notation.Sym(s))
		cast := w.event(k+"_"+k+"_block_bcast_op", m.Span, Communication, "broadcast", m.Array, notation.Sym(w.count(m)), at, w.wordsIn(count))
		w.add(each("par", s, w.count(m), notation.If(some(count), cast, nil)))
		return
	}
	count := w.countOf(g, r, s)
	w.exchange(some(count), count, k, m, r, s)
}

// some tells whether there is more than nothing.
func some(count notation.Node) notation.Node { return notation.Infix(">", count, notation.Int(0)) }

// spread writes the messages of a move where only the run knows with whom a processor
// exchanges its elements: as many with each, itself among them, and no more than one has.
func (w *writer) spread(g gathered, k string) {
	m := g.Move
	r, s := w.fresh("r"), w.fresh("s")
	known, at := r, m.To
	if m.Away {
		known, at = s, m.From
	}
	count := notation.Infix("/", w.executed(g, at, known), notation.Sym(w.count(m)))
	if m.Most != 0 {
		count = notation.Call("min", count, w.method.Arena.Tree(m.Most))
	}
	w.exchange(notation.Call("min", notation.Int(1), count), notation.Call("max", notation.Int(1), count), k, m, r, s)
}

// exchange writes what each processor r needs of each s, where a condition holds or with
// a probability. What a processor has itself is an access to its memory, no message.
func (w *writer) exchange(cond, count notation.Node, k string, m *place.Move, r, s string) {
	g, name := w.processors(w.gridOf(m)), k+"_"+k+"_block_move_op"
	args := []notation.Node{notation.Call(g, notation.Sym(r)), notation.Call(g, notation.Sym(s)), w.wordsIn(count)}
	kept := w.event(name, m.Span, Kept, "block", m.Array, args...)
	moved := w.event(name, m.Span, Communication, "block", m.Array, args...)
	same := notation.Infix("==", notation.Sym(s), notation.Sym(r))
	block := notation.If(cond, notation.If(same, kept, moved), nil)
	if m.Handed {
		block = notation.If(notation.Call("and", notation.Not(same), cond), moved, nil)
	}
	w.add(each("par", r, w.count(m), each("seq", s, w.count(m), block)))
}

// wordsIn is a number of elements in the words that the processes of blocks count.
func (w *writer) wordsIn(count notation.Node) notation.Node {
	if w.words == 1 {
		return count
	}
	return notation.Infix("*", notation.Float(w.words), count)
}
