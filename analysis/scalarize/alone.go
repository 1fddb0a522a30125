package scalarize

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// In an INDEPENDENT loop every processor calls a procedure in its own iterations
// (HPF 1.1, section 4.4: such procedures are pure). Where it has all that is passed,
// the procedure works there as on a machine of one processor.

// Alone reports whether the executors of an iteration have all that a call passes,
// and the procedure touches no other mapped data.
func Alone(n comm.Nest, c *comm.Called, it *comm.Iteration) bool {
	if it == nil || len(c.Before)+len(c.After)+len(c.First) > 0 || shares(c.Of) {
		return false
	}
	b := n.B
	home := newReader(n, len(n.Loops), nil).prescribed(it)
	for _, l := range c.Inherited {
		for g, axis := range l.Axes {
			if axis.Kind == mapping.Replicated {
				continue
			}
			x := home.Of(g)
			if x == nil || axis.Kind != mapping.Fixed {
				return false
			}
			at := b.Place(x, g)
			if at.Kind != mapping.Fixed || at.Irregular || at.Sub.Offset != axis.Offset || !at.Dim.Same(l.DimOf(b.A, g)) {
				return false
			}
		}
	}
	return home.Shared()
}

// StoredBy returns the actual arguments of a call that the procedure may change.
func StoredBy(b *comm.Builder, s *program.CallStmt) []*program.Ref {
	var out []*program.Ref
	for i, a := range s.Args {
		if ref, ok := a.Value.(*program.Ref); ok && !b.Keeps(s, i) {
			out = append(out, ref)
		}
	}
	return out
}
