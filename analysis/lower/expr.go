package lower

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// expr lowers an expression of a statement.
func (l *lowerer) expr(e fortran.Expr, s *fortran.Statement) program.Expr {
	switch e := e.(type) {
	case *fortran.Literal:
		return l.literal(e, s)
	case *fortran.Paren:
		return l.expr(e.X, s)
	case *fortran.Unary:
		x := l.expr(e.X, s)
		if call := l.operation(e, e.Op, e.Name, s, x); call != nil {
			return call
		}
		return program.NewUnary(s.Place(e.Span()), e.Op, x)
	case *fortran.Binary:
		x, y := l.expr(e.X, s), l.expr(e.Y, s)
		if call := l.operation(e, e.Op, e.Name, s, x, y); call != nil {
			return call
		}
		return program.NewBinary(s.Place(e.Span()), e.Op, x, y)
	case *fortran.Designator:
		return l.designator(e, s)
	case *fortran.List:
		return l.list(e, s)
	case *fortran.Keyword:
		return l.expr(e.Value, s)
	}
	return l.opaque(e, s, "not an expression")
}

// maybe lowers an optional expression.
func (l *lowerer) maybe(e fortran.Expr, s *fortran.Statement) program.Expr {
	if e == nil {
		return nil
	}
	return l.expr(e, s)
}

func (l *lowerer) opaque(e fortran.Expr, s *fortran.Statement, reason string) program.Expr {
	at := e.Span()
	return program.NewOpaque(s.Place(at), s.Text[at.Start:min(at.End, len(s.Text))], reason)
}

// list lowers a complex constant; constructors and implied DOs stay opaque.
func (l *lowerer) list(e *fortran.List, s *fortran.Statement) program.Expr {
	if !e.Bracket && e.Control == nil && len(e.Items) == 2 {
		if re, ok := l.expr(e.Items[0], s).(*program.Const); ok {
			c := program.RealConst(s.Place(e.Span()), re.Real, 2*max(re.Bytes, 4))
			c.Type = program.Complex
			return c
		}
	}
	if e.Bracket {
		return l.constructor(e, s)
	}
	if e.Control == nil && len(e.Items) == 2 { // of named constants
		return program.NewCall(s.Place(e.Span()), "cmplx", nil, l.args([]fortran.Arg{e.Items[0], e.Items[1]}, s)...)
	}
	return l.opaque(e, s, "list")
}

// designator tells variables, elements, sections and function calls apart by
// the declarations.
func (l *lowerer) designator(d *fortran.Designator, s *fortran.Statement) program.Expr {
	p := &d.Parts[0]
	if ref := l.substringOf(d, s); ref != nil {
		return program.NewCall(ref.Span(), "substring", nil, program.Arg{Value: ref})
	}
	if len(d.Parts) > 1 {
		if b, ok := l.boundTo(d); ok && d.Parts[len(d.Parts)-1].Called() {
			if b.open {
				l.lookUp([]fortran.Arg{d}, s)
				return l.opaque(d, s, openBinding)
			}
			own := l.visible(b.procedure, b.symbol)
			return l.called(program.NewCall(s.Place(d.Span()), b.procedure, own, l.boundArgs(b, d, s)...), d, s)
		}
		if ref := l.component(d, s); ref != nil {
			return ref
		}
		l.lookUp([]fortran.Arg{d}, s)
		return l.opaque(d, s, "component reference")
	}
	if p.Image() != nil {
		return l.onImage(d, s)
	}
	value := l.scope.value(p.Name)
	switch {
	case value == nil || p.Called():
	case program.RankOf(value) > 0:
		return program.Rename(value, s.Place(d.Span()), program.Itself)
	default:
		return value
	}
	sym := l.scope.find(p.Name)
	switch {
	case sym != nil && sym.Rank() > 0:
		e := l.array(sym, d, s)
		if part, is := e.(*program.Ref); is && value != nil {
			if of := sectionOf(value.(*program.Ref), part.Subs, s.Place(d.Span())); of != nil {
				return of
			}
		}
		return e
	case value != nil:
		return value
	case !p.Called():
		return program.NewRef(s.Place(d.Span()), l.named(p.Name, s.Place(d.Span())))
	}
	return l.call(sym, d, s)
}

// substringOf returns the variable that a designator names a part of the text of:
// name(i:j), name(k)(i:j); nil for any other designator.
func (l *lowerer) substringOf(e fortran.Expr, s *fortran.Statement) *program.Ref {
	d, ok := e.(*fortran.Designator)
	if !ok || len(d.Parts) != 1 || !d.Parts[0].Called() {
		return nil
	}
	p := &d.Parts[0]
	sym := l.scope.find(p.Name)
	if sym == nil || sym.Type != program.Character || sym.Class != program.Variable || l.scope.value(p.Name) != nil {
		return nil
	}
	bounds, isRange := p.Args[0].(*fortran.Range)
	switch {
	case sym.Rank() == 0 && len(p.Args) == 1 && isRange:
		l.lookUp([]fortran.Arg{bounds}, s)
		return program.NewRef(s.Place(d.Span()), sym)
	case sym.Rank() > 0 && p.Substring() != nil:
		l.lookUp(p.Substring(), s)
		ref, _ := l.array(sym, d, s).(*program.Ref)
		return ref
	}
	return nil
}

// array lowers a whole array, an element or a section.
func (l *lowerer) array(sym *program.Symbol, d *fortran.Designator, s *fortran.Statement) program.Expr {
	p := &d.Parts[0]
	at := s.Place(d.Span())
	if !p.Called() {
		return program.NewRef(at, sym)
	}
	if len(p.Args) != sym.Rank() {
		l.report(at, source.Error, "wrong-rank", "%s has rank %d, not %d", sym.Name, sym.Rank(), len(p.Args))
		return l.opaque(d, s, "wrong number of subscripts")
	}
	subs := make([]program.Subscript, len(p.Args))
	for i, arg := range p.Args {
		subs[i] = l.subscript(arg, s)
	}
	l.inBounds(sym, subs)
	return program.NewRef(at, sym, subs...)
}

// call lowers a reference to a function: an intrinsic unless the name is
// declared as something else.
func (l *lowerer) call(sym *program.Symbol, d *fortran.Designator, s *fortran.Statement) program.Expr {
	p := &d.Parts[0]
	if e := l.expanded(d, s); e != nil {
		return e
	}
	if p.Name == "this_image" && len(l.teams) == 0 {
		if e := l.thisImage(d, s); e != nil {
			return e
		}
	}
	args := l.args(p.Args, s)
	if l.nodeNumber(p.Name) && len(args) == 0 && l.chosen(p.Name, args) == nil {
		return program.NewCall(s.Place(d.Span()), "this_image", nil)
	}
	if l.nodeCount(p.Name) && len(args) == 0 && l.chosen(p.Name, args) == nil {
		l.out.CountsProcessors = true
		all := "xmp_all_num_nodes"
		if l.hasNodes() {
			all = "num_images"
		}
		return program.NewCall(s.Place(d.Span()), all, nil)
	}
	if n := len(l.teams); n > 0 && len(args) == 0 && (p.Name == "this_image" || p.Name == "num_images") {
		args = []program.Arg{{Value: l.teams[n-1]}}
	}
	if own := l.function(l.chosen(p.Name, args)); own != nil {
		return l.called(program.NewCall(s.Place(d.Span()), own.Name, own, args...), d, s)
	}
	if sym == nil {
		sym = l.scope.use(p.Name)
		sym.Class = program.Procedure
		if program.Intrinsics[p.Name].Shape != program.NotIntrinsic {
			sym.Class = program.Intrinsic
			sym.Type = program.Intrinsics[p.Name].Type
		}
	}
	if sym.Class == program.Variable { // typed by a declaration, but no array
		sym.Class = program.Procedure
		if program.Intrinsics[p.Name].Shape != program.NotIntrinsic {
			sym.Class = program.Intrinsic
		}
	}
	l.images = l.images || p.Name == "this_image" || p.Name == "num_images"
	l.out.CountsProcessors = l.out.CountsProcessors || program.CountsProcessors(p.Name)
	name := p.Name
	if sym.Class == program.Intrinsic {
		name = program.Generic(name)
	}
	call := program.NewCall(s.Place(d.Span()), name, sym, args...)
	if sym.Class == program.Intrinsic {
		if size := sizeOfSection(call); size != nil {
			return size
		}
	}
	return l.called(call, d, s)
}

func (l *lowerer) args(args []fortran.Arg, s *fortran.Statement) []program.Arg {
	out := make([]program.Arg, 0, len(args))
	for _, arg := range args {
		if star, ok := arg.(*fortran.Star); ok && star.Label != "" { // an alternate return is taken not to happen
			continue
		}
		x := program.Arg{Value: l.expr(arg, s)}
		if k, ok := arg.(*fortran.Keyword); ok {
			x.Keyword = k.Name
		}
		out = append(out, x)
	}
	return out
}
