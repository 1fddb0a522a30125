package pamela

import (
	"fmt"

	"github.com/parlens/parlens/costmodel/symbolic"
)

// longText is the number of letters from which on an output is printed with
// names for the parts that it repeats.
const longText = 1000

// shortened is an output that says by name what it repeats, with the equations
// of these names: T_main_1, T_main_2 and so on, with the output's parameters.
func (m *Model) shortened(o Output) ([]symbolic.Part, Output) {
	if o.IsVector() || len(m.Right(o)) < longText {
		return nil, o
	}
	e := m.eval.divisors.back(o.Expr)
	taken := map[string]bool{}
	for _, s := range m.arena.Free(e) {
		taken[s.Name] = true
	}
	end := ""
	name := func(n int) string {
		s := fmt.Sprintf("%s_%d%s", o.Name(), n, end)
		for m.eval.scope[s] != nil || taken[s] {
			end += "_"
			s += "_"
		}
		return s + paramList(o.Params)
	}
	parts, rest := m.arena.Common(e, name)
	o.Expr = rest
	return parts, o
}
