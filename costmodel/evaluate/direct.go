package evaluate

import "github.com/parlens/parlens/costmodel/settings"

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
