package pamela

import "github.com/parlens/parlens/analysis/symbolic"

// SimplifyExpr simplifies an expression of the model and puts its divisors back.
func (m *Model) SimplifyExpr(e symbolic.Expr) symbolic.Expr { return m.Back(m.simplify(e)) }

// Process returns the four models of one process equation, T first; nil when
// there is none with a value. Only these are worked out.
func (m *Model) Process(name string) []Output {
	if e := m.later[name]; e != nil {
		delete(m.later, name)
		m.result(e, &reports{})
	}
	for _, r := range m.Results {
		if r.Equation.Name == name && r.value.sort == aProcess {
			return m.models(r)
		}
	}
	return nil
}
