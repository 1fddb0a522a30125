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

// findRoots finds where execution begins: in main; where there is none, in every method
// of the file, each on its own, with parameters that can be set.
func (p *Program) findRoots() {
	if p.Main != nil {
		r := Root{Method: p.Main}
		for range p.Main.Params {
			r.Args = append(r.Args, p.Arena.Int(0))
		}
		p.Roots = []Root{r}
		return
	}
	for _, m := range p.Methods {
		if !m.Foreign && m.member.Body != nil && len(m.Body) > 0 {
			r, parameters := p.Unit(m)
			p.Roots, p.Criticals = append(p.Roots, r), append(p.Criticals, parameters...)
		}
	}
	if len(p.Roots) > 0 {
		p.take([]source.Diagnostic{{Span: p.Roots[0].Method.NameSpan, Severity: source.Information, Code: "spar-main",
			Message: "no class has a method main: every method is a unit of its own, whose times are those of one call"}})
	}
}

// Unit is a method with symbols for its numeric parameters, which its callers know.
func (p *Program) Unit(m *Method) (Root, []Critical) {
	r := Root{Method: m}
	var parameters []Critical
	for i, at := range m.origins {
		x := m.member.Params[at.k]
		c := Critical{Name: m.Model + "_" + m.Params[i], Source: x.Name, Default: assumedCount, Span: x.NameSpan.Shift(m.member.Start)}
		c.Why = fmt.Sprintf("the callers of %s give %s its value", m.Name, x.Name)
		if at.d >= 0 {
			c.Source = extentName(x, at.d)
			c.Why = fmt.Sprintf("the callers of %s say how large %s is in dimension %d", m.Name, x.Name, at.d)
		}
		parameters = append(parameters, c)
		r.Args = append(r.Args, p.Arena.Sym(c.Name, symbolic.Index))
	}
	return r, parameters
}
