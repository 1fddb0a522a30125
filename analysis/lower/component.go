package lower

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// A component of a variable of a derived type is a variable of its own: x%y, which has
// the dimensions of x and then those of y. It lies where x does.

// field is a component that a derived type declares, with constant bounds where they
// are known.
type field struct {
	element
	dims        []program.Bounds
	pointer     bool
	allocatable bool
	polymorphic bool // CLASS
}

// field finds a component, the nearest one among the type and its ancestors.
func (t *derivedType) field(name string) *field {
	for x := range t.lineage() {
		if f := x.fields[name]; f != nil {
			return f
		}
	}
	return nil
}

// fieldsOf reads a declaration of components.
func (l *lowerer) fieldsOf(t *derivedType, decl *fortran.TypeDecl, s *fortran.Statement) {
	for _, e := range decl.Entities {
		length := e.Star
		if length == nil {
			length = e.Length
		}
		f := &field{element: l.element(&decl.Type, length, s), polymorphic: decl.Type.Base == "class"}
		dims := e.Dims
		for _, a := range decl.Attrs {
			if a.Keyword == "dimension" && len(dims) == 0 {
				dims = a.Args
			}
		}
		for _, arg := range dims {
			f.dims = append(f.dims, l.constantBounds(arg, s))
		}
		for _, a := range decl.Attrs {
			f.pointer, f.allocatable = f.pointer || a.Keyword == "pointer", f.allocatable || a.Keyword == "allocatable"
		}
		t.fields[e.Name.String()] = f
		t.order = append(t.order, e.Name.String())
	}
}

// constantBounds lowers bounds; those that are no constants are not known.
func (l *lowerer) constantBounds(arg fortran.Arg, s *fortran.Statement) program.Bounds {
	b := l.bounds(arg, s)
	lower, known := l.constInt(b.Lower)
	if !known {
		lower = 1
	}
	out := program.Bounds{Lower: program.IntConst(b.Lower.Span(), lower)}
	if b.Upper != nil && known {
		if upper, ok := l.constInt(b.Upper); ok {
			out.Upper = program.IntConst(b.Upper.Span(), upper)
		}
	}
	return out
}

// component lowers x%y, x(i)%y(j) and the like; nil where the type of x, or one of its
// components, is not known.
func (l *lowerer) component(d *fortran.Designator, s *fortran.Statement) *program.Ref {
	name := d.Parts[0].Name
	base, t := l.scope.find(name), l.object(name)
	if base == nil || base.Class != program.Variable && base.Class != program.Parameter || l.scope.value(name) != nil {
		return nil
	}
	f := &field{dims: base.Dims}
	var subs []program.Subscript
	var dims []program.Bounds
	var image []fortran.Arg
	path, parts, pointer := name, false, false
	for i := range d.Parts {
		p := &d.Parts[i]
		if i > 0 {
			if f = t.field(p.Name); f == nil {
				return nil
			}
			path, t = path+"%"+p.Name, t.component(p.Name)
			pointer = pointer || f.pointer
		}
		if p.Substring() != nil || p.Called() && len(p.Args) != len(f.dims) {
			return nil
		}
		image = append(image, p.Image()...)
		for k := range f.dims {
			sub := program.Subscript{Triplet: true}
			if p.Called() {
				parts = true
				sub = l.subscript(p.Args[k], s)
			}
			subs = append(subs, sub)
		}
		dims = append(dims, f.dims...)
	}
	sym := l.componentSymbol(base, path, f.element, dims, pointer)
	if !parts {
		subs = nil
	}
	ref := program.NewRef(s.Place(d.Span()), sym, subs...)
	if image != nil {
		if ref.Image = l.imageOf(base, image, s); ref.Image == nil {
			return nil
		}
		l.images = true
	}
	return ref
}

// subscript lowers a subscript or a section of one dimension.
func (l *lowerer) subscript(arg fortran.Arg, s *fortran.Statement) program.Subscript {
	if r, ok := arg.(*fortran.Range); ok {
		return program.Subscript{Triplet: true, Lo: l.maybe(r.Lo, s), Hi: l.maybe(r.Hi, s), Stride: l.maybe(r.Step, s)}
	}
	return program.Element(l.expr(arg, s))
}

// componentSymbol returns the variable that a component is.
func (l *lowerer) componentSymbol(base *program.Symbol, path string, e element, dims []program.Bounds, pointer bool) *program.Symbol {
	if sym := l.scope.names[path]; sym != nil {
		return sym
	}
	sym := &program.Symbol{Name: path, Type: e.typ, Bytes: e.bytes, Dims: dims, Shared: base.Shared || base.Dummy, Declared: base.Declared}
	_, inside, _ := strings.Cut(path, "%") // the base may bear its module's name too
	sym.Class, sym.Value = base.Class, base.Initial[inside]
	sym.Pointer = base.Pointer || pointer
	if base.Storage != "" {
		sym.Storage = base.Storage + "%" + inside
	}
	base.Parts = append(base.Parts, sym)
	overlayPart(base, sym)
	l.scope.enter(path, sym)
	if slices.ContainsFunc(dims, func(b program.Bounds) bool { return b.Upper == nil }) {
		sym.Dims = slices.Clone(dims)
		l.descriptor(sym, nil, nil)
		for i, b := range dims {
			if b.Upper != nil { // of a structure around
				sym.Dims[i] = b
			}
		}
	}
	if layout, mapped := l.out.Layouts[base]; mapped {
		l.out.Layouts[sym] = layout
		l.out.Chains[sym] = l.out.Chains[base]
	}
	return sym
}
