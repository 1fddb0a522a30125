package lower

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// mapped gives a copied array its layout: at once, or when the unit's own
// directives have been resolved.
func (l *lowerer) mapped(sym *program.Symbol) {
	if l.mapper == nil {
		l.waiting = append(l.waiting, sym)
		return
	}
	if o := l.mapper.object(sym); o.root != nil && o.root.dist != nil {
		l.mapper.order = appendNew(l.mapper.order, o)
		l.out.Layouts[sym] = l.mapper.layout(o)
		l.out.Chains[sym] = l.mapper.chain(o)
		if len(o.shadow) > 0 {
			l.mapper.shadowed(sym, o.shadow)
		}
	}
}

// object returns the object of a symbol.
func (m *mapper) object(sym *program.Symbol) *object {
	x := m.copied[sym]
	o := m.foreignObject(x.owner, x.object)
	if o.sym == nil {
		o.sym = sym
	}
	return o
}

// foreignObject copies an object of a module with the object that it is
// aligned to in the end.
func (m *mapper) foreignObject(from *Interface, o *object) *object {
	if found := m.taken[o]; found != nil {
		return found
	}
	out := &object{name: o.name, state: done, imported: true}
	m.taken[o] = out
	for _, d := range o.dims {
		out.dims = append(out.dims, extent{m.imported(from, d.lower), m.imported(from, d.extent)})
	}
	for _, w := range o.shadow {
		out.shadow = append(out.shadow, Shadow{m.imported(from, w.Low), m.imported(from, w.High)})
	}
	if o.root == o || o.root == nil {
		out.root, out.rooted = out, m.identity(out)
	} else {
		out.root = m.foreignObject(from, o.root)
		for _, p := range o.rooted {
			p.offset = m.imported(from, p.offset)
			out.rooted = append(out.rooted, p)
		}
	}
	if o.dist != nil {
		onto := m.foreignGrid(from, o.dist.onto)
		out.dist = &distribution{formats: m.foreignFormats(from, o.dist.formats), onto: onto, grid: m.gridOf(onto)}
		for _, p := range o.dist.parts {
			out.dist.parts = append(out.dist.parts, part{m.imported(from, p.first), m.imported(from, p.count), p.one})
		}
	}
	return out
}

func (m *mapper) foreignFormats(from *Interface, formats []mapping.Format) []mapping.Format {
	out := make([]mapping.Format, len(formats))
	for i, f := range formats {
		out[i] = mapping.Format{Kind: f.Kind, Param: m.imported(from, f.Param), Table: f.Table, Numbers: f.Numbers}
	}
	return out
}

// alongWith makes the arrays of modules known that are aligned to an object of a
// module: they are remapped with it, whether the unit names them or not.
func (m *mapper) alongWith(changed *object) {
	if !changed.imported {
		return
	}
	for s := m.scope; s != nil; s = s.host {
		for _, u := range s.uses {
			u.each(func(name string, x *export) {
				if x.sym != nil && x.object != nil && m.foreignObject(x.owner, x.object).root == changed {
					s.find(name)
				}
			})
		}
	}
}

// foreignGrid copies an arrangement of a module; those without a name are the
// same everywhere.
func (m *mapper) foreignGrid(from *Interface, a *arrangement) *arrangement {
	switch {
	case a == nil:
		return nil
	case a.name == "":
		return m.unnamed(len(a.declared))
	}
	if found := m.takenGrids[a.key]; found != nil {
		return found
	}
	out := &arrangement{name: a.name, key: a.key}
	for i, n := range a.declared {
		out.declared = append(out.declared, m.imported(from, n))
		out.lower = append(out.lower, m.imported(from, a.lower[i]))
	}
	m.takenGrids[a.key] = out
	return out
}

// imported brings a symbolic expression of a module into the unit, with the
// unit's names.
func (m *mapper) imported(from *Interface, e symbolic.Expr) symbolic.Expr {
	if e == 0 {
		return 0
	}
	with := map[string]symbolic.Expr{}
	a := m.out.Arena
	for _, s := range from.arena.Free(e) {
		if sym := from.symbols[s.Name]; sym != nil {
			if here := m.foreignSymbol(sym); here.Name != s.Name {
				with[s.Name] = a.Sym(here.Name, symbolic.Index)
			}
		}
	}
	return a.Subst(a.Import(from.arena, e), with)
}
