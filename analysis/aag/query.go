package aag

import (
	"cmp"
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/scalarize"
	"github.com/parlens/parlens/analysis/symbolic"
)

// What a statement became is the same in both passes, and after an edit that
// changed nothing it depends on: a cache keeps it under all of that
// (comm.Query).

// builtKey is what the computation of a statement, or a condition, depends on
// that is not the same in both passes.
type builtKey struct {
	of    any
	part  string
	fixed int
	share symbolic.Expr
}

// fetchKey is an element of what a statement, or a condition, became.
type fetchKey struct {
	of      any
	part    string
	element int
}

// arrivals are the messages that elements need, and the one that brings their
// result home, or nil.
type arrivals struct {
	messages  []*comm.Communication
	delivered *comm.Communication
	failed    error // why some are missing
}

// The parts of an answer about a statement.
const (
	grouped = iota
	computations
	arriving
)

// query writes down what a statement depends on, once for both passes.
func (w *walker) query(of any, ask func() *comm.Query) *comm.Query {
	key := fetchKey{of: of, part: w.part}
	q := w.questions[key]
	if q == nil || !slices.Equal(q.Around(), w.loops) {
		q = ask()
		w.questions[key] = q
	}
	return q
}

// computation returns what a statement became: the same in both passes where as
// many loops are distinguished.
func (w *walker) computation(of any, q *comm.Query, build construction) ([]comm.Computation, error) {
	key := builtKey{of, w.part, w.fixed(), w.inside(len(w.loops))}
	if done, known := w.built[key]; known {
		return done, nil
	}
	part := comm.Part{What: computations, Fixed: key.fixed, Share: key.share}
	if o, known := q.Lookup(part); known {
		w.built[key] = o.Computations
		return o.Computations, nil
	}
	es, err := build(w.nest(), key.fixed)
	if err != nil {
		return nil, err
	}
	var done []comm.Computation
	for _, e := range es {
		if err := scalarize.Evaluable(e); err != nil {
			return nil, err
		}
		done = append(done, w.done(e, key.fixed))
	}
	w.built[key] = done
	q.Store(part, &comm.Answer{Computations: done})
	return done, nil
}

// arrivals returns the messages of some elements, which it asks for where they
// are not known.
func (w *walker) arrivals(key fetchKey, q *comm.Query, build construction, elements func() ([]*comm.Element, error)) arrivals {
	if found, known := w.fetched[key]; known {
		return found
	}
	part := comm.Part{What: arriving, Element: key.element}
	if o, known := q.Lookup(part); known {
		w.fetched[key] = arrivals{messages: o.Messages, delivered: o.Delivered}
		return w.fetched[key]
	}
	es, err := elements()
	if err != nil {
		return arrivals{failed: err}
	}
	last := len(es) - 1
	var found arrivals
	found.messages, found.failed = w.fetch(key.element, build, es)
	delivered, err := w.delivery(build, es[last], key.element+last)
	found.delivered, found.failed = delivered, cmp.Or(found.failed, err)
	w.fetched[key] = found
	if found.failed != nil {
		return found
	}
	q.Store(part, &comm.Answer{Messages: found.messages, Delivered: found.delivered})
	return found
}
