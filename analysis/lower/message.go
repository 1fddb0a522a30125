package lower

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// Programs that pass messages themselves: by calls of MPI, or as coarrays.

// messages gives a unit that passes messages, and maps nothing, an arrangement
// of all processors in a row: their numbers are its coordinates. In XcalableMP's local
// view (XcalableMP 1.4, chapter 6) that is the one that NODES declares.
func (l *lowerer) messages() {
	if l.out.Grid != nil || l.distributes() || len(l.out.Body) == 0 || !l.images && !program.PassesMessages(l.out.Body) {
		return
	}
	l.out.Messages = true
	l.mapper.gridOf(l.mapper.implied(1))
}

// distributes reports whether the unit sees anything that is distributed.
func (l *lowerer) distributes() bool {
	return slices.ContainsFunc(l.mapper.order, func(o *object) bool { return o.dist != nil })
}

// imageCall lowers a statement of coarrays to a call of that name, which no
// procedure can have: see program.MessageOf.
func (l *lowerer) imageCall(name string, args []fortran.Arg, s *fortran.Statement) program.Stmt {
	l.statements.started = true
	out := &program.CallStmt{Node: at(s), Name: name}
	for _, a := range args {
		switch a := a.(type) {
		case *fortran.Star: // SYNC IMAGES (*)
			out.Args = append(out.Args, program.Arg{Value: program.NewOpaque(s.Place(a.Span()), "*", "all images")})
		case *fortran.Keyword:
			out.Args = append(out.Args, program.Arg{Keyword: a.Name, Value: l.expr(a.Value, s)})
		case *fortran.List: // SYNC IMAGES ([a, b])
			for _, item := range a.Items {
				out.Args = append(out.Args, program.Arg{Keyword: "images", Value: l.expr(item, s)})
			}
		default:
			out.Args = append(out.Args, program.Arg{Value: l.expr(a, s)})
		}
	}
	return out
}
