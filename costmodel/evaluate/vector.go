package evaluate

import "github.com/parlens/parlens/analysis/comm"

// vector returns the number of the values of an integer array: 0 where the run
// does not know them.
func (v *criticals) vector(array string) float64 {
	run := v.run()
	if run.sizes == nil {
		return 0
	}
	lower, extent, list, ok := run.sizes.Elements(v.unit.Lookup(array))
	if !ok {
		return 0
	}
	return float64(v.graph.Builder.AddVector(comm.Vector{Lower: lower, Extent: extent, Values: list}))
}
