package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// A function gets variables of modules and COMMON blocks, and the components of a structure,
// without naming them as arguments. The run says in which states such functions are referenced,
// as it does of the procedures of calls.

// reference is a reference of the unit itself to such a function of the program.
type reference struct {
	at   source.Span // of the statement, or of the condition or bound in which it stands
	call *program.Call
	body *machine
}

// findReferences finds those of a statement.
func (m *machine) findReferences(s program.Stmt, around []*Procedure) {
	for e := range program.Exprs(s) {
		at := e.Span()
		switch s.(type) {
		case *program.Assign, *program.CallStmt:
			at = s.Span()
		}
		program.Walk(e, func(x program.Expr) bool {
			c, ok := x.(*program.Call)
			if !ok || c.Intrinsic().Shape != program.NotIntrinsic {
				return true
			}
			p := m.opt.Called(c.Name)
			if p == nil || !slices.ContainsFunc(p.Unit.Symbols, unnamed) {
				return true
			}
			if b := m.body(p, around); b != nil {
				m.references[s] = append(m.references[s], reference{at, c, b})
			}
			return true
		})
	}
}

// unnamed reports whether a variable of a function may bring it what no argument names.
func unnamed(s *program.Symbol) bool {
	return s.Class == program.Variable && (s.Shared || s.Dummy && s.Type == program.Derived)
}

// refer notes in which states the functions of a statement are referenced.
func (m *machine) refer(s program.Stmt) {
	for _, r := range m.references[s] {
		f := m.frame(r.call.Args, r.body)
		m.record(site{r.at, r.call.Name}, f.state())
		m.steps = f.steps
		f.release()
	}
}
