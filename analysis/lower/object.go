package lower

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// object is a template, or an array that takes part in a mapping. It is either
// distributed itself or aligned to another object.
type object struct {
	name   string
	sym    *program.Symbol // nil for a template
	dims   []extent
	dist   *distribution
	align  *alignment
	state  state
	root   *object     // once the chain of alignments has been followed
	rooted []placement // one per dimension of root

	shadow []Shadow // one per dimension, where SHADOW gives widths

	link *Link // the first step of its chain, once asked for

	inherited bool // a template of the host: the unit may declare the name anew
	imported  bool // of a module: its root stands for the alignments in between

	open   bool             // a template: its bounds come later
	bounds []program.Bounds // of a template
	stand  *program.Symbol  // that stands for a template; see templateSymbol
}

// state says how far the chain of alignments has been followed.
type state uint8

const (
	fresh state = iota
	following
	done
	cyclic
)

// extent is the index range of one dimension.
type extent struct{ lower, extent symbolic.Expr }

// distribution is a DISTRIBUTE directive with its names resolved.
type distribution struct {
	at      source.Span
	formats []mapping.Format
	onto    *arrangement
	parts   []part // of its dimensions; nil: all of it
	grid    *mapping.Grid
}

// mapper resolves the mapping directives of a unit.
type mapper struct {
	*lowerer
	grids   map[string]*arrangement
	objects map[string]*object
	stored  storage
	order   []*object   // those with a directive of their own, in the order of the source
	remaps  []remapping // so far
}

// mapArrays resolves all mapping directives: arrangements and templates first,
// so that the order of the directives does not matter.
func (l *lowerer) mapArrays() *mapper {
	m := &mapper{lowerer: l, grids: map[string]*arrangement{}, objects: map[string]*object{}, stored: l.storage()}
	l.mapper = m
	m.directives()
	m.largest()
	m.layouts()
	for _, sym := range l.waiting {
		m.mapped(sym)
	}
	return m
}

// directives resolves the directives that have been collected.
func (m *mapper) directives() {
	for _, d := range m.spec {
		m.quiet = d.inherited // the host says what is wrong with it
		switch x := d.Directive.(type) {
		case *hpf.Processors:
			m.arrangement(x, d)
		case *hpf.Template:
			m.template(x, d)
		}
	}
	for _, d := range m.spec {
		m.quiet = d.inherited
		if x, ok := d.Directive.(*hpf.Distribute); ok {
			m.distribute(x, d)
		}
	}
	for _, d := range m.spec {
		m.quiet = d.inherited
		if x, ok := d.Directive.(*hpf.Align); ok {
			m.alignTo(x, d)
		}
	}
	m.quiet = false
}

// hidden reports whether a directive of the host speaks of a name that the
// unit declares anew.
func (m *mapper) hidden(d directive, name string) bool {
	if !d.inherited {
		return false
	}
	if o := m.objects[name]; o != nil && o.sym == nil {
		return !o.inherited
	}
	own := m.scope.names[name]
	return own != nil && own != m.scope.host.find(name)
}

// complain reports a problem of a directive; those of the host are reported
// there.
func (m *mapper) complain(d directive, at source.Span, severity source.Severity, code, format string, args ...any) {
	if !d.inherited {
		m.report(d.stmt.Place(at), severity, code, format, args...)
	}
}

func (m *mapper) template(t *hpf.Template, d directive) {
	name := t.Name.String()
	if m.fixTemplate(t, d) {
		return
	}
	if o := m.objects[name]; o != nil && o.inherited == d.inherited {
		m.complain(d, t.Name.Span(), source.Error, "duplicate-mapping", "template %s is declared twice", name)
		return
	}
	o := &object{name: name, inherited: d.inherited, open: isOpen(t.Dims)}
	for i, arg := range t.Dims {
		o.bounds = append(o.bounds, m.bounds(arg, d.stmt))
		o.dims = append(o.dims, m.extent(o.bounds[i], name, i))
	}
	m.objects[name] = o
}

// extent returns symbolic bounds; where the program gives none that can be
// used, a symbol of its own stands for the extent.
func (m *mapper) extent(b program.Bounds, name string, dim int) extent {
	a := m.out.Arena
	lower, ok := program.ToIndex(a, b.Lower)
	if !ok {
		lower = a.Int(1)
	}
	n, ok := program.Extent(a, b)
	if !ok {
		n = a.Sym(symbolName(name, "_extent", dim), symbolic.Index)
	}
	return extent{lower, n}
}

// array returns the object of a declared array (or scalar), nil if the name is
// none.
func (m *mapper) array(name string) *object {
	if o := m.objects[name]; o != nil {
		return o
	}
	if x := m.scope.seen(name); x != nil && x.object != nil && x.sym == nil {
		return m.foreignObject(x.owner, x.object)
	}
	sym := m.scope.find(name)
	if sym == nil || sym.Class != program.Variable {
		return nil
	}
	if x := m.copied[sym]; x != nil && x.object != nil {
		return m.object(sym)
	}
	o := &object{name: name, sym: sym}
	for i, b := range sym.Dims {
		o.dims = append(o.dims, m.extent(b, name, i))
	}
	m.objects[name] = o
	return o
}

// unknown reports a name that nothing declares: an error, unless the name may
// be declared in a text that is not read here.
func (m *mapper) unknown(d directive, at source.Span, code, format string, args ...any) {
	severity := source.Error
	if m.elsewhere {
		severity = source.Information
	}
	m.complain(d, at, severity, code, format, args...)
}

// once reports an object that two directives map.
func (m *mapper) once(o *object, n fortran.Name, d directive) bool {
	if o.dist != nil || o.align != nil || o.state == done {
		m.complain(d, n.Span(), source.Error, "duplicate-mapping", "%s is already mapped by another directive", o.name)
		return false
	}
	return true
}
