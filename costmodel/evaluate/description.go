package evaluate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// falseDescriptions reports the calls whose arguments do not lie as the
// procedure's descriptive mappings ("*") promise, for all sizes (HPF 1.1, section
// 3.10).
func falseDescriptions(g *aag.Graph) []source.Diagnostic {
	var out []source.Diagnostic
	for _, unit := range g.Units {
		if unit.Called == nil || unit.Called.Called == nil {
			continue
		}
		call, procedure := unit.Called.Called, unit.Called.Procedure
		if procedure == nil || len(procedure.Described) == 0 {
			continue
		}
		said := map[*program.Symbol]bool{}
		for _, m := range slices.Concat(call.Before, call.After) {
			if m.Dummy == nil || said[m.Dummy] || !procedure.Described[m.Dummy.Name] {
				continue
			}
			if changes, known := g.Builder.A.ConstInt(m.Changes); !known || changes != 0 {
				said[m.Dummy] = true
				out = append(out, source.Diagnostic{Span: m.Element.At, Severity: source.Warning, Code: "false-description",
					Message: fmt.Sprintf("%s says that the argument for %s lies as its own directive has it, and it does not: it is remapped",
						strings.ToUpper(procedure.Unit.Name), m.Dummy.Name)})
			}
		}
	}
	return out
}
