package evaluate

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/costmodel/interpret"
	"github.com/parlens/parlens/costmodel/report"
)

// Definitions returns the symbols of the unit's formula, in the order of their
// names.
func Definitions(u *report.Unit) []report.Symbol {
	text := u.Formula.String()
	var out []report.Symbol
	for _, s := range u.Symbols {
		if names(text, s.Name) {
			out = append(out, s)
		}
	}
	return out
}

// names reports whether a formula has a name in it, not as a part of another one.
func names(formula, name string) bool {
	for from := 0; ; {
		i := strings.Index(formula[from:], name)
		if i < 0 {
			return false
		}
		first, last := from+i, from+i+len(name)
		if !(first > 0 && inName(formula[first-1])) && !(last < len(formula) && inName(formula[last])) {
			return true
		}
		from = first + 1
	}
}

func inName(c byte) bool {
	return c == '_' || c == '.' || c == '%' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// symbols lists what the formulas of the unit may name.
func (n *numbers) symbols() {
	meanings := n.meanings()
	for _, s := range n.m.symbols() {
		a, found := n.values.found[s.Name]
		if !found {
			a.Source = meanings[s.Name]
		}
		if a.Source != "" {
			n.out.Symbols = append(n.out.Symbols, report.Symbol{Name: s.Name, Value: n.env[s.Name], Meaning: a.Source, Line: a.Line})
		}
	}
}

// meanings says what the symbols stand for that the analysis has introduced.
func (n *numbers) meanings() map[string]string {
	out := map[string]string{}
	for d := range n.grid {
		out[extentName(n.m, d)] = "processors"
		if len(n.grid) > 1 {
			out[extentName(n.m, d)] = fmt.Sprintf("processors along dimension %d of the arrangement", d+1)
		}
	}
	for _, g := range n.m.unit.OtherGrids() {
		for d, extent := range g.Extents {
			for _, s := range n.m.unit.Arena.Free(extent) {
				out[s.Name] = fmt.Sprintf("processors along dimension %d of %s", d+1, g.Name)
			}
		}
	}
	out[interpret.Touched("")] = "bytes that are touched between two calls"
	for _, d := range n.m.unit.Dummies {
		out[interpret.Touched(d.Name)] = "bytes that are touched until " + strings.ToUpper(d.Name) + " is passed again"
	}
	for _, c := range n.m.sites {
		for _, part := range []string{"computation", "communication", "overhead"} {
			out[c.unit.Called.Time(part)] = fmt.Sprintf("seconds of %s in a call of %s", part, c.unit.Callee)
		}
	}
	return out
}
