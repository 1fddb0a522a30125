package evaluate

import (
	"fmt"
	"math"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
)

// declares is how many processors a unit declares, given the values of its variables; false
// where it leaves that open.
func declares(u *lower.Unit, values map[string]float64) (int, bool) {
	if u.Grid == nil || len(u.Grid.Declared) == 0 {
		return 0, false
	}
	size := 1.0
	for _, extent := range u.Grid.Declared {
		if extent == 0 {
			return 0, false
		}
		v, err := u.Arena.Eval(extent, values)
		if err != nil || v < 1 || size*v > math.MaxInt32 {
			return 0, false
		}
		size *= v
	}
	return int(size), true
}

// onOthers says of a call that its procedure declares another number of processors than the
// caller does, as if it were executed on all of those; "" where it does not. However many the
// user sets, both stand on them.
func (n *numbers) onOthers(c callModel, values map[string]float64) string {
	theirs, known := declares(c.inside.unit, values)
	ours, said := declares(n.m.unit, n.env)
	if !known || !said || theirs == ours || c.unit.Called.Called.Alone {
		return ""
	}
	n.problem(c.unit.At, source.Warning, "other-processors", fmt.Sprintf("%s declares %d processors where %s has %d: its arrays are taken to lie on all of these", c.unit.Callee, theirs, n.m.unit.Name, ours))
	return fmt.Sprintf("; as if the %d processors that it declares were those of the call", theirs)
}
