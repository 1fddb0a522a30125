package lower

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// Programs that pass messages themselves: by calls of MPI, or as coarrays.

// messages gives a unit that passes messages, and maps nothing, an arrangement
// of all processors in a row: their numbers are its coordinates.
func (l *lowerer) messages() {
	if l.out.Grid != nil || l.out.Explicit || len(l.out.Body) == 0 || !l.images && !program.PassesMessages(l.out.Body) {
		return
	}
	l.out.Messages = true
	l.mapper.gridOf(l.mapper.unnamed(1))
}

// imageCall lowers a statement of coarrays to a call of that name, which no
// procedure can have: see program.MessageOf.
func (l *lowerer) imageCall(name string, args []fortran.Arg, s *fortran.Statement) program.Stmt {
	l.started = true
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

// onImage lowers a(i)[p]: the element or section, on the image p. A team or
// several codimensions have no number that is known here.
func (l *lowerer) onImage(d *fortran.Designator, s *fortran.Statement) program.Expr {
	p := &d.Parts[0]
	image := p.Image()
	sym := l.scope.find(p.Name)
	l.lookUp(image, s)
	if sym == nil || len(image) != 1 {
		l.lookUp([]fortran.Arg{d}, s)
		return l.opaque(d, s, "reference to another image")
	}
	switch image[0].(type) {
	case *fortran.Range, *fortran.Star, *fortran.Keyword, nil:
		return l.opaque(d, s, "reference to another image")
	}
	ref := program.NewRef(s.Place(d.Span()), sym)
	if sym.Rank() > 0 {
		local, ok := l.array(sym, d, s).(*program.Ref)
		if !ok {
			return l.opaque(d, s, "reference to another image")
		}
		ref = local
	}
	ref.Image = l.imageOf(sym, l.expr(image[0], s))
	l.images = true
	return ref
}

// imageOf returns the number of an image, from 1, by the cosubscript in brackets,
// which begins at the lower cobound.
func (l *lowerer) imageOf(sym *program.Symbol, cosubscript program.Expr) program.Expr {
	d := l.found[sym]
	if d == nil || len(d.Images) != 1 {
		return cosubscript
	}
	r, ok := d.Images[0].(*fortran.Range)
	if !ok || r.Lo == nil {
		return cosubscript
	}
	at := cosubscript.Span()
	before := program.NewBinary(at, program.Sub, l.expr(r.Lo, d.ImagesAt), program.IntConst(at, 1))
	if v, known := l.constInt(before); known {
		return program.NewBinary(at, program.Sub, cosubscript, program.IntConst(at, v))
	}
	return program.NewBinary(at, program.Sub, cosubscript, before)
}
