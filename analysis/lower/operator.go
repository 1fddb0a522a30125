package lower

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// INTERFACE OPERATOR (+) and INTERFACE ASSIGNMENT (=) name procedures as a generic name does:
// an operation on structures is a call (Fortran 2018, section 10.1.6 and 10.2.1.4).

// meaning is the name under which the procedures of a generic specification are kept:
// "operator(+)" for an operator, however it is spelled.
func meaning(g *fortran.Generic) string {
	if g.Name != nil {
		return g.Name.String()
	}
	return g.Of + "(" + fortran.Canonical(g.Defined) + ")"
}

// operatorsOf returns the procedures of a derived type's operators and assignments (GENERIC ::
// operator(+) => add), which mean what an interface block would say.
func operatorsOf(typ *fortran.Node) map[string][]string {
	out, procedures := map[string][]string{}, map[string]string{}
	for _, member := range typ.Blocks[0].Body {
		switch stmt := member.Stmt.(type) {
		case *fortran.ProcedureDecl:
			for _, e := range stmt.Entities {
				procedures[e.Name.String()] = e.Name.String()
				if to, ok := e.To.(*fortran.Designator); ok {
					procedures[e.Name.String()] = to.Parts[0].Name
				}
			}
		case *fortran.GenericBinding:
			for _, b := range stmt.Bindings {
				if stmt.Spec.Name == nil && procedures[b.String()] != "" {
					out[meaning(&stmt.Spec)] = append(out[meaning(&stmt.Spec)], procedures[b.String()])
				}
			}
		}
	}
	return out
}

// operation returns the call that an operator with operands stands for; nil where it has its
// own meaning.
func (l *lowerer) operation(e fortran.Expr, op program.Op, defined string, s *fortran.Statement, operands ...program.Expr) program.Expr {
	name := defined
	if op != program.Defined {
		name = op.String()
	}
	if op != program.Defined && !slices.ContainsFunc(operands, program.IsStructure) {
		return nil
	}
	var args []program.Arg
	for _, x := range operands {
		args = append(args, program.Arg{Value: x})
	}
	f := l.function(l.chosen("operator("+name+")", args))
	if f == nil {
		return nil
	}
	return l.called(program.NewCall(s.Place(e.Span()), f.Name, f, args...), e, s)
}

// definedAssignment returns the call that an assignment to a structure stands for; nil where it
// copies.
func (l *statements) definedAssignment(a *fortran.Assignment, s *fortran.Statement) *program.CallStmt {
	lhs, ok := a.LHS.(*fortran.Designator)
	if !ok || len(l.specifics("assignment(=)")) == 0 || l.typeOf(lhs) == nil {
		return nil
	}
	args := []program.Arg{{Value: l.expr(a.LHS, s)}, {Value: l.expr(a.RHS, s)}}
	if program.IsStructure(args[1].Value) {
		return nil // the left side may have another type: the names of types are not followed
	}
	own := l.chosen("assignment(=)", args)
	if own == nil {
		return nil
	}
	l.out.Bound = append(l.out.Bound, own.name)
	return &program.CallStmt{Node: at(s), Name: own.name, Args: args}
}
