package spar

import (
	"sort"
	"sync"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/costmodel/pamela"
	"github.com/parlens/parlens/costmodel/report"
)

// processes are the methods with the formulas of their models.
func (m *Model) processes() []report.Process {
	var out []report.Process
	for _, x := range m.methods() {
		p := report.Process{Name: x.Name, Line: m.text.LineOf(x.NameSpan.Start), End: m.text.LineOf(max(x.Span.Start, x.Span.End-1))}
		formula := func(model string) report.Formula {
			return sync.OnceValue(func() string { return m.formula(x, model) })
		}
		p.T, p.Phi, p.Omega = formula("T"), formula("phi"), formula("omega")
		out = append(out, p)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Line < out[j].Line })
	return out
}

// formulasKey names the formulas of a method: it is all that they depend on.
type formulasKey struct{ content, method, digest string }

// formula is one of the models of a method, T, phi or omega.
func (m *Model) formula(x *place.Method, model string) string {
	alone := m.alone(x)
	key := formulasKey{alone.Content, x.Model, m.digest}
	return memo.GetFrom(m.memo, key, unsolved{alone.Model, m.option}, formulasKey.formulas)[model]
}

// unsolved is the model of a method, and how it is compiled.
type unsolved struct {
	model *pamela.File
	opt   pamela.Options
}

func (k formulasKey) formulas(of unsolved) map[string]string {
	out, c := map[string]string{}, of.model.Compile(of.opt)
	for _, o := range c.Process(k.method) {
		if o.Model != "delta" {
			out[o.Model] = c.Plain(c.Simplify(o))
		}
	}
	return out
}
