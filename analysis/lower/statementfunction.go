package lower

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// A statement function, f(x, y) = ..., is its expression wherever it is called, as
// compilers have it.

// statementFunction is the definition of one.
type statementFunction struct {
	dummies []string
	result  fortran.Expr
	in      *fortran.Statement
}

// mostExpansions bounds the calls of a unit that are expanded: functions that call each
// other twice double them from one to the next. The others stay calls, without a cost.
const mostExpansions = 1 << 12

// defineFunction notes what a statement function is.
func (l *lowerer) defineFunction(a *fortran.Assignment, s *fortran.Statement) {
	p := a.LHS.(*fortran.Designator).Parts[0]
	f := statementFunction{result: a.RHS, in: s}
	for _, arg := range p.Args {
		f.dummies = append(f.dummies, arg.(*fortran.Designator).Parts[0].Name)
	}
	if l.functions == nil {
		l.functions = map[string]statementFunction{}
	}
	l.functions[p.Name] = f
}

// expanded is a call of a statement function: its expression with the arguments in place
// of the dummies; nil for any other call. What an expression calls was defined before it.
func (l *lowerer) expanded(d *fortran.Designator, s *fortran.Statement) program.Expr {
	p := &d.Parts[0]
	f, ok := l.functions[p.Name]
	if !ok || len(p.Args) != len(f.dummies) || l.expansions == mostExpansions {
		return nil
	}
	l.expansions++
	var values []program.Expr
	for _, arg := range p.Args {
		if _, section := arg.(*fortran.Range); section {
			return nil
		}
		values = append(values, l.expr(arg, s))
	}
	delete(l.functions, p.Name) // one that names itself ends here
	defer func() { l.functions[p.Name] = f }()
	for i, dummy := range f.dummies {
		l.statements.bind(dummy, values[i])
	}
	defer l.scope.pop(len(f.dummies))
	out := l.expr(f.result, f.in)
	return program.Rename(out, s.Place(d.Span()), func(sym *program.Symbol) *program.Symbol { return sym })
}
