package values

import "github.com/parlens/parlens/analysis/program"

// findFunctions finds the functions of the program in the expressions of a statement
// whose values the flow can depend on.
func (m *machine) findFunctions(s program.Stmt, around []*Procedure) {
	for e := range program.Exprs(s) {
		program.Walk(e, func(x program.Expr) bool {
			c, ok := x.(*program.Call)
			if !ok || c.Intrinsic().Shape != program.NotIntrinsic || m.functions[c.Name] != nil {
				return true
			}
			p := m.opt.Called(c.Name)
			if p == nil || p.Unit.Result == nil || p.Unit.Result.Rank() > 0 || p.Unit.Result.Type != program.Integer && p.Unit.Result.Type != program.Logical {
				return true
			}
			if b := m.body(p, around); b != nil {
				b.mark([]*program.Symbol{p.Unit.Result})
				m.functions[c.Name] = b
			}
			return true
		})
	}
}
