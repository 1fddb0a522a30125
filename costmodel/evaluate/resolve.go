package evaluate

import (
	"fmt"
	"maps"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/reaching"
	"github.com/parlens/parlens/analysis/values"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// resolve tells the values that scalars have at different uses apart, and writes
// PARAMETERs that are distances between elements as the numbers that they are in
// force, so that overlap areas and cache lines are those of literals. It returns
// these. Dummies that a call gives constants as DIM or SHIFT are written as numbers too.
func resolve(u *lower.Unit, b *comm.Builder, given map[string]settings.Directed, modes map[string]int64) map[*program.Symbol]int64 {
	changed, constants := effects(u, b), distances(u, given)
	all := maps.Clone(constants)
	for name, x := range modes {
		all[u.Lookup(name)] = x
	}
	u.Body = (&sideEffects{b, changed}).block(u.Body)
	reaching.Resolve(u.Unit, reaching.Options{
		Changed: func(s *program.CallStmt) []*program.Symbol {
			list, _ := changed(s)
			return list
		},
		Constants: all,
	})
	return constants
}

// distances returns the PARAMETERs that stand in subscripts and in no extent, with
// their values in force.
func distances(u *lower.Unit, given map[string]settings.Directed) map[*program.Symbol]int64 {
	out := map[*program.Symbol]int64{}
	for _, s := range program.EffectsOf(u.Unit).Distances {
		if sizes(u, s.Name) {
			continue
		}
		if x, ok := inForce(s, given); ok && x == float64(int64(x)) {
			out[s] = int64(x)
		}
	}
	return out
}

// sizes reports whether a mapping of the unit names a PARAMETER.
func sizes(u *lower.Unit, name string) bool {
	for _, l := range layoutsOf(u) {
		for _, x := range l.Axes {
			for _, f := range u.Arena.Free(x.Offset, x.Lower, x.Extent, x.Format.Param) {
				if f.Name == name {
					return true
				}
			}
		}
	}
	return false
}

// inForce is the value of a PARAMETER: what the user sets, or what the program says
// with what the user sets.
func inForce(s *program.Symbol, given map[string]settings.Directed) (float64, bool) {
	depth := 0
	var of func(s *program.Symbol) (float64, bool)
	of = func(s *program.Symbol) (float64, bool) {
		if d, ok := given[s.Name]; ok {
			return d.Value, true
		}
		if depth++; s.Class != program.Parameter || s.Value == nil || depth > 100 {
			return 0, false
		}
		return values.Scalar(s.Value, of)
	}
	return of(s)
}

// distancesSet is equal for settings that give a unit's distances equal values.
func distancesSet(u *lower.Unit, set map[string]float64) string {
	if len(set) == 0 || len(u.Effects().Distances) == 0 {
		return ""
	}
	var out strings.Builder
	for _, s := range u.Symbols {
		x, ok := set[s.Name]
		if ok && s.Class == program.Parameter {
			fmt.Fprintf(&out, " %s=%v", s.Name, x)
		}
	}
	return out.String()
}

// distances notes the distances that the user sets.
func (n *numbers) distances() {
	for s, x := range n.m.distances {
		if _, set := n.user[s.Name]; set {
			n.notes = append(n.notes, report.Assumption{Name: s.Name, Value: report.Exact(float64(x)), Source: "set", Line: n.m.text.LineOf(s.Declared.Start), Provenance: report.Set})
		}
	}
}
