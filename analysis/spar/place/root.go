package place

import (
	"fmt"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Root is a method where execution begins, with its numeric arguments in the
// arena of the program.
type Root struct {
	Method *Method
	Args   []symbolic.Expr
}

// findRoots finds where execution begins: in main; where there is none, in every
// method that nothing calls, once each, with parameters that can be set.
func (p *Program) findRoots() {
	if p.Main != nil {
		r := Root{Method: p.Main}
		for range p.Main.Params {
			r.Args = append(r.Args, p.Arena.Int(0))
		}
		p.Roots = []Root{r}
		return
	}
	called := map[string]bool{}
	for _, m := range p.Methods {
		for _, c := range m.callees {
			called[c.Model] = true
		}
	}
	for _, m := range p.Methods {
		if !m.Foreign && !called[m.Model] && m.member.Body != nil && len(m.Body) > 0 {
			p.Roots = append(p.Roots, p.rootOf(m))
		}
	}
	if len(p.Roots) > 0 {
		p.take([]source.Diagnostic{{Span: p.Roots[0].Method.NameSpan, Severity: source.Information, Code: "spar-main",
			Message: "no class has a method main: every method that nothing calls is executed once, one after the other"}})
	}
}

// rootOf is a method with symbols for its numeric parameters.
func (p *Program) rootOf(m *Method) Root {
	r := Root{Method: m}
	numbers := 0
	for i, x := range m.member.Params {
		add := func(source, why string) {
			name := m.Model + "_" + m.Params[numbers]
			numbers++
			p.Criticals = append(p.Criticals, Critical{Name: name, Source: source, Default: assumedCount, Span: x.NameSpan.Shift(m.member.Start), Why: why})
			r.Args = append(r.Args, p.Arena.Sym(name, symbolic.Index))
		}
		if classOfType(x.Type) == Integer {
			add(x.Name, fmt.Sprintf("the callers of %s give %s its value", m.Name, x.Name))
		}
		for d := 0; m.sized[i] && d < x.Type.Dims[0].Rank; d++ {
			add(extentName(x, d), fmt.Sprintf("the callers of %s say how large dimension %d of %s is", m.Name, d, x.Name))
		}
	}
	return r
}
