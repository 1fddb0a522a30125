package evaluate

import "github.com/parlens/parlens/analysis/comm"

// vector returns the number of the values of an integer array: 0 where the run
// does not know them.
func (v *criticals) vector(array string) float64 {
	run := v.run()
	number, known := run.vectors.Load(array)
	if !known {
		number, _ = run.vectors.LoadOrStore(array, v.newVector(run, array))
	}
	return number.(float64)
}

func (v *criticals) newVector(run *interpreted, array string) float64 {
	if run.sizes == nil {
		return 0
	}
	lower, extent, list, ok := run.sizes.Elements(v.unit.Lookup(array))
	if !ok {
		return 0
	}
	return float64(v.graph.Builder.AddVector(comm.Vector{Lower: lower, Extent: extent, Values: list}))
}
