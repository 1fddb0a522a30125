package evaluate

import (
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/values"
)

// begin tells what a call gives dummies that the unit changes from what is set: that one is
// their first value, and no other.
func (v *criticals) begin() {
	if !v.byCall {
		return
	}
	for _, d := range v.unit.Dummies {
		x, given := v.set[d.Name]
		if _, user := v.user[d.Name]; !given || user || d.Rank() > 0 || v.defs[d].count == 0 {
			continue
		}
		if v.begins == nil {
			v.set, v.begins = maps.Clone(v.set), map[string]float64{}
		}
		delete(v.set, d.Name)
		v.begins[d.Name] = x
	}
}

// told reports whether the run knows what a dummy is in all states in which a procedure is
// called: then nothing rests on the value that stands for it.
func (n *numbers) told(u *aag.AAU, dummy string) bool {
	run := n.values.run()
	if run.sizes == nil {
		return false
	}
	states := run.sizes.Entries(u.At, u.Callee)
	return len(states) > 0 && !slices.ContainsFunc(states, func(e values.Entry) bool {
		_, known := e.State.Scalar(dummy)
		return !known
	})
}
