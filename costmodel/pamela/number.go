package pamela

import "fmt"

// Number evaluates a numeric equation without parameters; env has values for
// the parameters of the model.
func (m *Model) Number(name string, env map[string]float64) (float64, error) {
	for _, r := range m.Results {
		if r.Equation.Name == name && r.value.sort == aNumber && len(r.Params) == 0 {
			return m.Value(Output{Equation: r.Equation, Expr: r.value.number}, env)
		}
	}
	return 0, fmt.Errorf("the model has no number %s", name)
}
