package predict

import (
	"github.com/parlens/parlens/analysis/comm"
)

// vectors gives the symbols that number the values of integer arrays their
// numbers: 0 where the run does not know them.
func (n *numbers) vectors() {
	for _, s := range n.m.symbols() {
		name := comm.VectorName(s.Name)
		if name == "" {
			continue
		}
		n.env[s.Name] = 0
		run := n.values.run()
		if run.sizes == nil {
			continue
		}
		if lower, extent, list, ok := run.sizes.Elements(n.m.unit.Lookup(name)); ok {
			n.env[s.Name] = float64(n.m.graph.Builder.AddVector(comm.Vector{Lower: lower, Extent: extent, Values: list}))
		}
	}
}
