package comm

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Remapped is Remap for the whole of an array to the mapping that is in force by
// now, remembered like what statements became.
func (n Nest) Remapped(array *program.Symbol, from mapping.Layout, at source.Span) Moved {
	q := n.queryRemap(array, from, at)
	part := Part{What: -1}
	if o, known := q.Lookup(part); known {
		m := Moved{Element: o.Computations[0].Element, Changes: o.Computations[0].Count}
		if len(o.Messages) > 0 {
			m.Comm = o.Messages[0]
		}
		return m
	}
	m := n.Remap(array, nil, from, n.B.Layouts[array], at)
	q.refs = []*program.Ref{m.Element.Left.Ref}
	o := &Answer{Computations: []Computation{{Element: m.Element, Count: m.Changes}}}
	if m.Comm != nil {
		o.Messages = []*Communication{m.Comm}
	}
	q.Store(part, o)
	return m
}

// queryRemap writes down what is asked about a remapping.
func (n Nest) queryRemap(array *program.Symbol, from mapping.Layout, at source.Span) *Query {
	q := &Query{b: n.B, loops: n.Loops, spans: [2]source.Span{at, at}, from: from}
	if !n.B.remembers || n.B.Own != nil {
		return q
	}
	q.begin()
	q.numbers(-1)
	for _, l := range n.Loops {
		q.loop(l)
	}
	q.symbol(array)
	q.axes(from)
	q.find()
	q.end()
	if q.now.all != nil || q.before != nil {
		q.refs = []*program.Ref{program.NewRef(at, array)}
	}
	return q
}
