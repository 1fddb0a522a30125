package evaluate

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/settings"
)

// misgiven is a fraction that settings or a directive give an integer variable.
type misgiven struct {
	name string
	source.Diagnostic
}

// misgivenIn returns what is wrong with the values that are given in a procedure, with
// places in its text.
func misgivenIn(p *procedure, s settings.Settings) []misgiven {
	u, given := p.unit, valuesOf(s.Values, p.text())
	var out []misgiven
	for _, name := range slices.Sorted(maps.Keys(given)) {
		sym, d := u.Lookup(program.VariableOf(name)), given[name]
		if sym == nil || sym.Type != program.Integer || sym.Class != program.Variable && sym.Class != program.Parameter || d.Value == math.Trunc(d.Value) {
			continue
		}
		at := sym.Declared
		if d.Line > 0 {
			at = p.text().LineSpan(d.Line)
		}
		out = append(out, misgiven{name, source.Diagnostic{Span: at, Severity: source.Error, Code: "value-type",
			Message: fmt.Sprintf("%s = %g is given, but %s is an integer", name, d.Value, sym.Name)}})
	}
	return out
}

// explained says which given values make a division by zero of a formula.
func (n *numbers) explained(err error, why *process.Error) *process.Error {
	if !errors.Is(err, symbolic.ErrDivisionByZero) {
		return why
	}
	var zero []string
	for _, name := range slices.Sorted(maps.Keys(n.settings.Values)) {
		if v := n.settings.Values[name]; v <= 0 {
			zero = append(zero, fmt.Sprintf("%s = %g", name, v))
		}
	}
	if len(zero) == 0 {
		return why
	}
	out := *why
	out.Message = fmt.Sprintf("with %s there is no number: the program's sizes divide by zero", strings.Join(zero, ", "))
	return &out
}
