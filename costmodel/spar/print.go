package spar

import (
	"maps"
	"strings"

	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/pamela"
	"github.com/parlens/parlens/costmodel/settings"
)

// Print is the model for a reader, with the values that the user has chosen in it:
// compiled as it stands, it gives the times of the prediction.
// main executes the unit, or the whole program for nil.
func (m *Model) Print(s settings.Settings, unit *place.Method) *pamela.File {
	given := modelling.Given{Values: m.Values(s), Machine: m.machineWith(s), Unit: unit}
	m.mu.Lock()
	defaults := m.values.Defaults()
	m.mu.Unlock()
	if unit != nil && m.Program.Main != nil {
		_, parameters := m.Program.Unit(unit)
		for _, c := range parameters {
			for _, name := range []string{c.Source, c.Name} {
				if x, ok := s.Values[strings.ToLower(name)]; ok {
					given.Values[c.Name] = x
				}
			}
		}
	}
	maps.DeleteFunc(given.Values, func(name string, x float64) bool { return defaults[name] == x })
	return m.print(given)
}

// machineWith is the machine's model with the numbers that the user has chosen;
// nil where those of the file hold.
func (m *Model) machineWith(s settings.Settings) *pamela.Tree {
	set := map[string]float64{}
	for _, e := range m.values.Tree.Equations {
		if x, ok := s.Values[strings.ToLower(e.Name)]; ok && e.File != modelling.File && e.Kind == pamela.Numeric && len(e.Params) == 0 {
			set[e.Name] = x
		}
	}
	if len(set) == 0 {
		return nil
	}
	return m.values.Tree.With(set).Without(modelling.File)
}
