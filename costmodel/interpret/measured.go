package interpret

import (
	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/memory"
	"github.com/parlens/parlens/costmodel/network"
	"github.com/parlens/parlens/machines"
)

// Measured is a collective operation that takes what was measured.
type Measured struct {
	At source.Span
	network.Operation
}

// MeasuredOperations lists the collective operations of the graph that the machine
// has measurements of, in the order of the program.
func MeasuredOperations(g *aag.Graph, m *machines.Machine) []Measured {
	if len(m.Compute.Communication.Measured) == 0 {
		return nil
	}
	var out []Measured
	a := g.Builder.A
	i := &interpreter{a: a, b: g.Builder, mem: memory.Model{A: a, M: m}}
	for _, u := range g.Units {
		if u.Comm == nil {
			continue
		}
		i.net = network.Model{A: a, M: m, Measured: func(q network.Operation) { out = append(out, Measured{u.At, q}) }}
		if u.Comm.Passed != nil {
			i.message(u.Comm, false)
		} else {
			i.transfer(u.Comm, false)
		}
	}
	return out
}
