package lower

import (
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// A structure is initialized, and assigned, component by component: by what a structure
// constructor gives, T(64, steps=10), and the default values of all others (Fortran 2018,
// 7.5.10), or by the components of another variable.

// mostComponents bounds the components of a structure that have initial values, or are
// assigned as a whole.
const mostComponents = 256

// structures notes the constant values with which the components of variables begin.
func (l *lowerer) structures() {
	for _, d := range l.declared {
		absent := slices.Contains(d.Attributes, "pointer") || slices.Contains(d.Attributes, "allocatable")
		if d.sym.Type != program.Derived || d.sym.Dummy && d.sym.Intent != "out" || absent {
			continue
		}
		values := map[string]program.Expr{}
		l.initialize(values, "", l.object(d.Name), d.Value, d.ValueAt)
		if len(values) > 0 {
			d.sym.Initial = values
		}
	}
}

// initialize notes the constant values of what a path names: a component of type t, or of
// a type of the language where t is nil.
func (l *lowerer) initialize(into map[string]program.Expr, path string, t *derivedType, value fortran.Expr, s *fortran.Statement) {
	if t == nil {
		if value == nil {
			return
		}
		x := l.expr(value, s)
		if v, ok := l.constInt(x); ok {
			x = program.IntConst(x.Span(), v)
		}
		if _, constant := x.(*program.Const); constant {
			into[path] = x
		}
		return
	}
	given, constructed := l.constructed(t, value)
	if value != nil && !constructed {
		return
	}
	for name, x := range t.defaults() {
		if len(into) < mostComponents {
			into[join(path, name)] = x
		}
	}
	for name, arg := range given {
		below := join(path, name)
		maps.DeleteFunc(into, func(p string, _ program.Expr) bool { return p == below || strings.HasPrefix(p, below+"%") })
		l.initialize(into, below, t.component(name), arg, s)
	}
}

// join is the path of a component of what a path names.
func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "%" + name
}

// constructed returns what a structure constructor of the type gives its components; false
// for any other expression.
func (l *lowerer) constructed(t *derivedType, e fortran.Expr) (map[string]fortran.Expr, bool) {
	d, ok := e.(*fortran.Designator)
	if !ok || len(d.Parts) != 1 || !d.Parts[0].Called() || l.typeNamed(d.Parts[0].Name) != t || l.scope.find(d.Parts[0].Name) != nil || l.specifics(d.Parts[0].Name) != nil {
		return nil, false
	}
	given := map[string]fortran.Expr{}
	names := t.names()
	for i, arg := range d.Parts[0].Args {
		if k, keyword := arg.(*fortran.Keyword); keyword {
			given[k.Name] = k.Value
		} else if i < len(names) {
			given[names[i]] = arg
		}
	}
	return given, true
}

// names lists the components of a type, those that it inherits first.
func (t *derivedType) names() []string {
	var out []string
	for x := range t.lineage() {
		out = append(slices.Clone(x.order), out...)
	}
	return out
}

// defaults are the default values of all components, by paths.
func (t *derivedType) defaults() map[string]program.Expr {
	out := map[string]program.Expr{}
	for x := range t.lineage() {
		maps.Copy(out, x.initial)
	}
	return out
}

// byComponent lowers the assignment of a structure; nil for any other one, and where the
// components are not known.
func (l *lowerer) byComponent(a *fortran.Assignment, s *fortran.Statement) []program.Stmt {
	lhs, ok := a.LHS.(*fortran.Designator)
	if !ok || l.statements.pending.move || l.statements.pending.remote != nil {
		return nil
	}
	t := l.typeOf(lhs)
	if t == nil {
		return nil
	}
	parts, problems := parts{lowerer: l, s: s}, len(l.problems)
	whole := false
	calls := l.calls(func() { whole = parts.assign(lhs, t, a.RHS, 0) && len(parts.out) <= mostComponents })
	if !whole { // it is lowered otherwise
		l.problems = l.problems[:problems]
		return nil
	}
	*l.ahead = append(*l.ahead, calls...)
	return parts.out
}

// typeOf is the type of the structure that a designator names, nil for anything else.
func (l *lowerer) typeOf(d *fortran.Designator) *derivedType {
	name := d.Parts[0].Name
	base := l.scope.find(name)
	if base == nil || base.Type != program.Derived || base.Rank() == 0 && d.Parts[0].Called() {
		return nil
	}
	t := l.object(name)
	for _, p := range d.Parts[1:] {
		t = t.component(p.Name)
	}
	return t
}

// parts are the assignments of the components of a structure.
type parts struct {
	*lowerer
	s          *fortran.Statement
	structures int // those walked into, since empty ones bound neither depth nor number
	out        []program.Stmt
}

// assign adds those of one structure, which may be a component; false where they are not
// known. What is behind allocatable components of derived types is not followed: lists and
// trees have them.
func (p *parts) assign(lhs *fortran.Designator, t *derivedType, value fortran.Expr, depth int) bool {
	given, constructed := p.constructed(t, value)
	other, variable := value.(*fortran.Designator)
	p.structures++
	if depth == maxAncestors || p.structures > mostComponents || !constructed && (!variable || p.typeOf(other) != t) {
		return false
	}
	for _, name := range t.names() {
		f, inner, arg := t.field(name), t.component(name), given[name]
		switch {
		case f.pointer || f.allocatable && inner != nil || len(p.out) > mostComponents:
			continue
		case !constructed:
			arg = partOf(other, name)
		case arg == nil:
			p.unmentioned(lhs, t, name)
			continue
		}
		done := false
		if inner != nil {
			done = p.assign(partOf(lhs, name), inner, arg, depth+1)
		} else {
			done = p.store(partOf(lhs, name), p.expr(arg, p.s))
		}
		if !done {
			return false
		}
	}
	return true
}

// unmentioned adds those of a component that the constructor leaves to the defaults.
func (p *parts) unmentioned(lhs *fortran.Designator, t *derivedType, name string) {
	values := t.defaults()
	for _, path := range slices.Sorted(maps.Keys(values)) {
		if path == name || strings.HasPrefix(path, name+"%") {
			p.store(partOf(lhs, strings.Split(path, "%")...), values[path])
		}
	}
}

func (p *parts) store(lhs *fortran.Designator, value program.Expr) bool {
	ref := p.component(lhs, p.s)
	if ref == nil {
		return false
	}
	p.out = append(p.out, p.shaped(&program.Assign{Node: at(p.s), LHS: ref, RHS: value}, ref, p.s)...)
	return true
}

// partOf is the component of what a designator names.
func partOf(d *fortran.Designator, path ...string) *fortran.Designator {
	out := *d
	out.Parts = slices.Clone(d.Parts)
	for _, name := range path {
		out.Parts = append(out.Parts, fortran.Part{Name: name, At: d.Parts[len(d.Parts)-1].At})
	}
	return &out
}
