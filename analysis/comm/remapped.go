package comm

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Remapped is Remap for the whole of an array to the mapping that is in force by
// now, remembered like what statements became.
func (n Nest) Remapped(array *program.Symbol, from mapping.Layout, at source.Span) Moved {
	q := n.askRemap(array, from, at)
	about := About{What: -1}
	if o, known := q.Recall(about); known {
		m := Moved{Element: o.Done[0].Element, Changes: o.Done[0].Count}
		if len(o.Messages) > 0 {
			m.Comm = o.Messages[0]
		}
		return m
	}
	m := n.Remap(array, nil, from, n.B.Layouts[array], at)
	q.refs = []*program.Ref{m.Element.Left.Ref}
	o := &Outcome{Done: []Done{{Element: m.Element, Count: m.Changes}}}
	if m.Comm != nil {
		o.Messages = []*Communication{m.Comm}
	}
	q.Remember(about, o)
	return m
}

// askRemap writes down what is asked about a remapping.
func (n Nest) askRemap(array *program.Symbol, from mapping.Layout, at source.Span) *Asked {
	q := &Asked{b: n.B, loops: n.Loops, spans: [2]source.Span{at, at}, from: from}
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
	if q.now.about != nil || q.before != nil {
		q.refs = []*program.Ref{program.NewRef(at, array)}
	}
	return q
}
