package evaluate

import (
	"maps"
	"strings"

	"github.com/parlens/parlens/costmodel/settings"
)

// own gives the unit the values that are set for it alone, as in sweep.n = 100: no other
// unit has them, what it calls neither.
func (n *numbers) own() {
	prefix := n.m.unit.Name + "."
	for name, v := range n.given {
		variable, ok := strings.CutPrefix(name, prefix)
		if !ok {
			continue
		}
		n.settings.Values, n.user = maps.Clone(n.settings.Values), maps.Clone(n.user)
		n.settings.Values[variable], n.user[variable] = v, v
		delete(n.directed, variable)
	}
}

// direct adds what directives set to the settings.
func (n *numbers) direct() {
	n.given = n.settings.Values
	n.directed, n.problems = settings.Directives(n.m.text)
	n.nameOverlap()
	if len(n.directed) == 0 {
		return
	}
	values := map[string]float64{}
	for name, d := range n.directed {
		values[name] = d.Value
	}
	for name, v := range n.settings.Values {
		values[name] = v
		delete(n.directed, name)
	}
	n.settings.Values = values
}
