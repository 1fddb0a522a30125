package evaluate

import (
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// symbols returns every symbol that some number of the unit depends on.
func (m *model) symbols() []symbolic.Symbol {
	m.listed.Do(m.list)
	return m.all
}

func (m *model) list() {
	seen := map[string]bool{}
	if m.unit.Grid != nil { // counts may be those of a processor
		for d := range m.unit.Grid.Extents {
			seen[m.unit.Grid.Coordinate(d)] = true
		}
	}
	add := func(list []symbolic.Symbol) {
		for _, s := range list {
			if !seen[s.Name] {
				seen[s.Name] = true
				m.all = append(m.all, s)
			}
		}
	}
	add(m.program.Symbols())
	for _, u := range m.counts.units {
		add(u.executions.Inputs())
	}
	for _, c := range m.counts.comms {
		add(c.messages.Inputs())
		add(c.elements.Inputs())
	}
	for _, l := range m.counts.loops {
		add(l.total.Inputs())
	}
	m.all = slices.Clip(m.all)
}

// allSymbols returns the model's symbols with those of its calls, none where it has no
// estimate.
func (m *model) allSymbols() []symbolic.Symbol {
	if m.program == nil {
		return nil
	}
	out := slices.Clip(m.symbols())
	for _, c := range m.sites {
		for _, f := range c.forms {
			out = append(out, f.Inputs()...)
		}
	}
	return out
}
