package values

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// A variable of a derived type is passed component by component, as each is a
// variable of its own: those that the procedure, or what it calls, names.

// passed is an actual argument, or a component of one, and its dummy.
type passed struct {
	value program.Expr
	dummy *program.Symbol
	of    *program.Ref // the element of an array of structures, of an extent that all elements share
}

// passing pairs the arguments of a call with the dummies: once, when all components that
// units name are found.
func (m *machine) passing(args []program.Arg, b *machine) []passed {
	if len(args) == 0 || !m.world.settled {
		return m.pair(args, b)
	}
	list, known := m.pairs[&args[0]]
	if !known {
		list = m.pair(args, b)
		m.pairs[&args[0]] = list
	}
	return list
}

func (m *machine) pair(args []program.Arg, b *machine) []passed {
	var out []passed
	for i, a := range args {
		d := b.unit.DummyOf(a.Keyword, i)
		if d == nil {
			continue
		}
		out = append(out, passed{value: a.Value, dummy: d})
		r, ok := a.Value.(*program.Ref)
		if ok {
			out = append(out, passingExtents(r, d)...)
		}
		switch {
		case !ok || d.Type != program.Derived:
		case r.IsElement():
			out = append(out, m.pairElement(r, d, b)...)
		case len(r.Subs) == 0:
			for _, part := range b.partsOf(d) {
				own := m.part(r.Sym, part.Name[len(d.Name):], part)
				whole := program.NewRef(r.Span(), own)
				out = append(append(out, passed{value: whole, dummy: part}), passingExtents(whole, part)...)
			}
		}
	}
	return out
}

// pairElement pairs the components of an element of an array of structures with those of a
// dummy: they are elements of arrays, and have extents that all elements share.
func (m *machine) pairElement(r *program.Ref, d *program.Symbol, b *machine) []passed {
	var out []passed
	around := r.Sym.Rank()
	for _, part := range b.partsOf(d) {
		like := *part
		like.Dims = append(r.Sym.Dims[:around:around], part.Dims...)
		if part.Extents != nil {
			like.Extents = append(make([]*program.Symbol, around), part.Extents...)
		}
		own := m.part(r.Sym, part.Name[len(d.Name):], &like)
		if own.Rank() != len(like.Dims) {
			continue
		}
		subs := r.Subs[:around:around]
		for range part.Dims {
			subs = append(subs, program.Subscript{Triplet: true})
		}
		out = append(out, passed{value: program.NewRef(r.Span(), own, subs...), dummy: part})
		for k, extent := range part.Extents {
			if len(own.Extents) == own.Rank() {
				out = append(out, passed{program.NewRef(r.Span(), own.Extents[around+k]), extent, r})
			}
		}
	}
	return out
}

// shapeParts gives the scalar components of an array of structures the shape that ALLOCATE has
// just given it: from then on they have values of their own.
func (m *machine) shapeParts(array *program.Symbol) {
	if array == nil || array.Type != program.Derived {
		return
	}
	for _, part := range m.partsOf(array) {
		if c := m.cell(part); m.matters[part] && part.Rank() == array.Rank() {
			if m.dimension(part, c); c.size() > 0 {
				c.forget()
				c.differs = false
			}
		}
	}
}

// passingExtents pairs the extents of an array that the procedure allocates.
func passingExtents(r *program.Ref, d *program.Symbol) []passed {
	if len(r.Subs) > 0 || len(r.Sym.Extents) != len(d.Extents) {
		return nil
	}
	out := make([]passed, len(d.Extents))
	for k, extent := range d.Extents {
		out[k] = passed{value: program.NewRef(r.Span(), r.Sym.Extents[k]), dummy: extent}
	}
	return out
}

// partsOf returns the components of a variable that the unit names, and those that what it
// calls does. Those of a component are among those of the whole.
func (m *machine) partsOf(v *program.Symbol) []*program.Symbol {
	whole := m.whole(v)
	all := slices.Concat(whole.Parts, m.unnamed[whole])
	if whole == v {
		return all
	}
	return slices.DeleteFunc(all, func(p *program.Symbol) bool { return !strings.HasPrefix(p.Name, v.Name+"%") })
}

// whole is the variable of the unit that a component is one of, and any other variable itself.
func (m *machine) whole(v *program.Symbol) *program.Symbol {
	if name, _, component := strings.Cut(v.Name, "%"); component {
		if w := m.unit.Lookup(name); w != nil && w.Type == program.Derived {
			return w
		}
	}
	return v
}

// assigns reports whether a statement of the unit changes a variable, or a structure that it is
// in.
func (m *machine) assigns(s *program.Symbol) bool {
	whole := m.whole(s)
	return m.assigned[s] || m.assigned[whole] || whole != s && slices.ContainsFunc(m.partsOf(whole), func(p *program.Symbol) bool {
		return m.assigned[p] && strings.HasPrefix(s.Name, p.Name+"%")
	})
}

// part returns the component of a variable with a path; one of its own making, like
// another unit's, where the unit names none.
func (m *machine) part(of *program.Symbol, path string, like *program.Symbol) *program.Symbol {
	for _, p := range m.partsOf(of) {
		if p.Name == of.Name+path {
			return p
		}
	}
	own := *like
	own.Name, own.Storage, own.Shared, own.Value = of.Name+path, "", of.Shared, of.Initial[path[1:]]
	if of.Storage != "" {
		own.Storage = of.Storage + path
	}
	own.Over = nil
	for _, o := range of.Over {
		own.Over = append(own.Over, program.Overlap{Sym: o.Sym, Unclear: true})
	}
	own.Extents = extentsLike(&own, like)
	if m.unnamed == nil {
		m.unnamed = map[*program.Symbol][]*program.Symbol{}
	}
	whole := m.whole(of)
	m.unnamed[whole] = append(m.unnamed[whole], &own)
	return &own
}

// extentsLike returns extents for an array of its own making, those of another one
// where it has any.
func extentsLike(own, like *program.Symbol) []*program.Symbol {
	var out []*program.Symbol
	unit, array, stands := strings.Cut(own.Storage, "%")
	for k := range like.Extents {
		extent := &program.Symbol{Name: program.ExtentName(own.Name, k), Type: program.Integer, Bytes: 8, Shared: own.Shared, Declared: own.Declared, Array: own}
		if stands {
			extent.Storage = unit + "%" + program.ExtentName(array, k)
		}
		out = append(out, extent)
	}
	return out
}

// dummies returns the dummies of the unit, their components and the extents of those
// that it allocates.
func (m *machine) dummies() []*program.Symbol {
	out := m.unit.Dummies
	for _, d := range m.unit.Dummies {
		if d.Type == program.Derived {
			out = append(out[:len(out):len(out)], m.partsOf(d)...)
		}
	}
	for _, d := range out {
		out = append(out[:len(out):len(out)], d.Extents...)
	}
	return out
}
