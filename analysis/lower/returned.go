package lower

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/names"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// returns makes the array or structure that a function returns the last of its dummies, and
// notes what arrays the functions return that the unit contains.
func (l *lowerer) returns() {
	if u := l.out; u.IsSubroutine() && u.Kind == program.Function {
		u.Result.Dummy, u.Result.Intent = true, "out"
		u.Dummies = append(u.Dummies, u.Result)
	}
	for _, p := range append(slices.Clip(l.env.inner(l.unit)), interfaceBodies(l.unit)...) {
		if sym := l.scope.names[p.Name]; sym != nil && sym.Class == program.Procedure && sym.Type != program.Derived && fortran.ReturnsArray(p.Tree) {
			l.returned(sym, names.Of(p, l.statements.read))
		}
	}
}

// interfaceBodies are the procedures whose headings the interfaces of a unit hold.
func interfaceBodies(u *fortran.Unit) []*fortran.Unit {
	var out []*fortran.Unit
	for _, n := range u.Body {
		if _, ok := n.Stmt.(*fortran.InterfaceHead); !ok {
			continue
		}
		for _, member := range n.Blocks[0].Body {
			if h, ok := member.Stmt.(*fortran.ProcedureHeading); ok {
				out = append(out, interfaceBody(h, member))
			}
		}
	}
	return out
}

// interfaceBody is the procedure of an interface body, with its heading and declarations.
func interfaceBody(h *fortran.ProcedureHeading, n *fortran.Node) *fortran.Unit {
	return &fortran.Unit{Name: h.Name.String(), Tree: &fortran.Tree{Heading: n.Statement, Body: n.Blocks[0].Body}}
}

// returned gives a function's symbol the dimensions of the array that it returns. What the
// function declares stands there for itself: a call says what its dummies are.
func (l *lowerer) returned(sym *program.Symbol, t *names.Table) {
	around := l.scope
	defer func() { l.scope = around }()
	l.scope = newScope(&program.Unit{}, around)
	for _, d := range t.Dummies {
		sym.Dummies = append(sym.Dummies, l.scope.own(d.Name, source.Span{}))
	}
	for _, e := range t.Entities {
		own := l.scope.own(e.Name, source.Span{})
		own.Dims = make([]program.Bounds, len(e.Dims))
		if !e.Dummy {
			sym.Dummies = append(sym.Dummies, own)
		}
	}
	for _, arg := range t.Result.Dims {
		sym.Result = append(sym.Result, l.bounds(arg, t.Result.DimsAt))
	}
}

// returnedFrom gives a symbol what a module says that the function returns.
func (l *lowerer) returnedFrom(sym, theirs *program.Symbol) {
	sym.Result, sym.Dummies = nil, theirs.Dummies
	for _, b := range theirs.Result {
		sym.Result = append(sym.Result, l.foreignBounds(b))
	}
}

// returnedShape returns the extents of what a call returns; nil for those that nothing but
// the function's statements give.
func (l *lowerer) returnedShape(c *program.Call) []program.Expr {
	given := map[*program.Symbol]program.Expr{}
	for i, a := range c.Args {
		if a.Keyword != "" {
			i = slices.IndexFunc(c.Sym.Dummies, func(d *program.Symbol) bool { return d.Name == a.Keyword })
		}
		if 0 <= i && i < len(c.Sym.Dummies) {
			given[c.Sym.Dummies[i]] = a.Value
		}
	}
	shape := make([]program.Expr, len(c.Sym.Result))
	for i, b := range c.Sym.Result {
		if b.Upper != nil {
			n := plus(c.Span(), program.NewBinary(c.Span(), program.Sub, b.Upper, b.Lower), 1)
			shape[i] = l.forCaller(n, c.Sym, c.Span(), given)
		}
	}
	return shape
}

// forCaller is an expression with the arguments in place of the dummies; nil where an
// argument does not say what it needs.
func (l *lowerer) forCaller(e program.Expr, of *program.Symbol, place source.Span, given map[*program.Symbol]program.Expr) program.Expr {
	told := true
	out := program.Replace(e, place, program.Itself, func(x program.Expr) program.Expr {
		if c, ok := x.(*program.Call); ok && c.Name == "size" {
			if n := sizeOf(c, given); n != nil {
				return n
			}
		}
		r, ok := x.(*program.Ref)
		if !ok || !slices.Contains(of.Dummies, r.Sym) {
			return nil
		}
		told = told && given[r.Sym] != nil && r.Sym.Rank() == 0
		return given[r.Sym]
	})
	if !told {
		return nil
	}
	if v, constant := l.constInt(out); constant {
		return program.IntConst(place, v)
	}
	return out
}

// sizeOf is the extent of an argument that SIZE asks for; nil where it does not follow from
// the text.
func sizeOf(c *program.Call, given map[*program.Symbol]program.Expr) program.Expr {
	ref, ok := c.Argument("array", 0).(*program.Ref)
	if !ok || given[ref.Sym] == nil {
		return nil
	}
	shape := shapeOf(given[ref.Sym], nil)
	dim := int64(1)
	if e := c.Argument("dim", 1); e != nil {
		k, constant := e.(*program.Const)
		if !constant {
			return nil
		}
		dim = k.Int
	} else if len(shape) != 1 {
		return nil
	}
	if dim < 1 || int(dim) > len(shape) {
		return nil
	}
	return shape[dim-1]
}
