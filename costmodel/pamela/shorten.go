package pamela

import (
	"fmt"

	"github.com/parlens/parlens/analysis/symbolic"
)

// longText is the number of letters from which on an output is printed with
// names for the parts that it repeats.
const longText = 1000

// Named is an output as its parts that repeat, each a text "name = formula" of
// its own, and its formula in these names; all of it as source when source is
// set, else as plain text for a reader. An output whose text has at most limit
// letters has no parts, and neither has a vector.
func (m *Model) Named(o Output, limit int, source bool) (parts []Definition, text string) {
	write := m.Plain
	if source {
		write = m.Right
	}
	if text = write(o); o.IsVector() || len(text) <= limit {
		return nil, text
	}
	named, rest := m.named(o)
	for _, p := range named {
		o.Expr = p.Expr
		parts = append(parts, Definition{p.Name, write(o)})
	}
	return parts, write(rest)
}

// Definition is a name for a part of a formula.
type Definition struct{ Name, Text string }

// shortened is an output that says by name what it repeats, with the equations
// of these names: T_main_1, T_main_2 and so on, with the output's parameters.
func (m *Model) shortened(o Output) ([]symbolic.Part, Output) {
	if o.IsVector() || len(m.Right(o)) < longText {
		return nil, o
	}
	return m.named(o)
}

// named names what an output repeats.
func (m *Model) named(o Output) ([]symbolic.Part, Output) {
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
