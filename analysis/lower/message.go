package lower

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
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
	l.mapper.gridOf(l.mapper.row())
}

// row returns an arrangement of all processors in a row: of those that are declared, the one with
// the most, or as many processors where that has several dimensions.
func (m *mapper) row() *arrangement {
	whole, most := m.unnamed(1), int64(0)
	for _, a := range m.arrangements() {
		size := m.out.Arena.Int(1)
		for _, n := range a.declared {
			if n == 0 {
				return m.unnamed(1)
			}
			size = m.out.Arena.Mul(size, n)
		}
		n, known := m.evaluate(size)
		switch {
		case !known || n <= most:
			continue
		case len(a.declared) == 1:
			whole = a
		default:
			whole = &arrangement{name: a.name, key: a.key, declared: []symbolic.Expr{size}, at: a.at}
		}
		most = n
	}
	return whole
}

// arrangements are those that the unit declares, or sees in modules.
func (m *mapper) arrangements() (out []*arrangement) {
	for _, d := range m.spec {
		if p, ok := d.Directive.(*hpf.Processors); ok && m.grids[p.Name.String()] != nil {
			out = append(out, m.grids[p.Name.String()])
		}
	}
	m.scope.everyUsed(func(x *export) {
		if x.grid != nil {
			out = append(out, m.foreignGrid(x.owner, x.grid))
		}
	})
	return out
}

// distributes reports whether the unit sees anything that is distributed.
func (l *lowerer) distributes() bool {
	found := slices.ContainsFunc(l.mapper.order, func(o *object) bool { return o.dist != nil })
	l.scope.everyUsed(func(x *export) { found = found || x.object != nil && x.object.root != nil && x.object.root.dist != nil })
	return found
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
