package evaluate

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// vector returns the number of the values of an integer array, or of a scalar that has one in
// each iteration: 0 where the run does not know them.
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
	var lower, extent, list []int64
	var ok bool
	if sym := v.unit.Lookup(program.VariableOf(array)); sym != nil && sym.Rank() > 0 {
		lower, extent, list, ok = run.sizes.Elements(sym)
	} else if !v.gives(array) {
		lower, extent, list, ok = run.sizes.Course(array)
	}
	if !ok {
		return 0
	}
	return float64(v.graph.Builder.AddVector(comm.Vector{Lower: lower, Extent: extent, Values: list}))
}
