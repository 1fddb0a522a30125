package place

import (
	"fmt"

	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// callerScope holds what a method declares, as far as it is known wherever in the method
// one looks.
func (b *builder) callerScope(m *Method) *scope {
	s := &scope{b: b, u: b.unit, class: m.class, method: m, names: map[string]*Variable{}}
	for _, p := range m.member.Params {
		v := &Variable{Name: p.Name, Model: p.Name, Type: p.Type}
		s.names[p.Name] = v
	}
	extents := b.extentsOf(m)
	for k, p := range m.member.Params {
		for d := 0; isArray(p) && d < p.Type.Dims[0].Rank; d++ {
			at := extentOf{k, d}
			e := extents[at]
			if e.like != nil {
				at = *e.like
			}
			if e.value == 0 {
				e.value = b.symbol(UnknownMark + m.member.Params[at.k].Name)
				if at.d >= 0 {
					e.value = b.symbol(fmt.Sprintf("%s%s#%d", UnknownMark, m.member.Params[at.k].Name, at.d))
				}
			}
			s.names[p.Name].extents = append(s.names[p.Name].extents, e.value)
		}
	}
	b.knownLocals(m.member, s)
	return s
}

// knownLocals enters the local variables of a member that have one value, and others as
// unknown.
func (b *builder) knownLocals(m spar.Placed, s *scope) {
	for _, name := range m.Facts.Indices {
		s.names[name] = &Variable{Name: name, Model: name, Type: &spar.TypeRef{Base: "int"}}
	}
	for _, d := range m.Facts.Locals {
		v := &Variable{Name: d.Name, Model: d.Name, Type: d.Type}
		if s.names[d.Name] == nil && d.Init != nil && !contains(m.Facts.Assigned, d.Name) {
			v.init, v.once, v.stands = d.Init, true, true
		}
		s.names[d.Name] = v
		if n, ok := spar.Unmarked(d.Init).(*spar.NewArray); ok && v.once && len(n.Sizes) > 0 {
			b.sized(v, n, s)
		}
	}
}

// shapeOf are the extents of an array of a rank that an expression names; nil where they are
// not known.
func (b *builder) shapeOf(x spar.Expr, s *scope, rank int) []symbolic.Expr {
	if list := b.shapeKnown(x, s); len(list) == rank {
		return list
	}
	return nil
}

// shapeKnown are the extents of an array that an expression names, as far as they are known.
func (b *builder) shapeKnown(x spar.Expr, s *scope) (list []symbolic.Expr) {
	switch x := spar.Unmarked(x).(type) {
	case *spar.Name, *spar.Select:
		if v := s.variable(x); v != nil {
			list = v.extents
		}
	case *spar.Index:
		if v := s.variable(x.X); v != nil && !x.Vector {
			list = b.innerShape(v, x.Subs, s)
		}
	case *spar.NewArray:
		if len(x.Sizes) > 0 {
			for _, z := range b.sizesOf(x.Sizes[0], s) {
				list = append(list, b.expr(z, s))
			}
		}
	}
	return list
}

// innerMade is where the arrays in an array of arrays are made, if that is one place:
// u[k] = new double[size(k)].
func (u *unit) innerMade(v *Variable) (made, bool) {
	if !v.isField() || v.Type == nil || len(v.Type.Dims) != 2 {
		return made{}, false
	}
	at, ok := u.madeFor(v.class, v.Name, true)
	return at, ok && len(at.subs) == v.Rank() && len(at.Sizes) > 0
}

// innerMap is the map that these arrays are made with: new double[n] <$ dist = "[block]" $>.
// nil without, and where the array of arrays has one.
func (b *builder) innerMap(v *Variable) *Layout {
	at, ok := b.innerMade(v)
	if !ok || v.Layout != nil {
		return nil
	}
	old := b.start
	b.start = at.number * memberSpace
	defer func() { b.start = old }()
	return b.layoutOf(at.Sizes[0].Pragmas, v.Type.Dims[1].Rank)
}

// innerScope holds what is known there of the one array with these subscripts; nil where
// that is not found out.
func (b *builder) innerScope(at made, subs []spar.Expr, s *scope) *scope {
	if len(subs) != len(at.subs) {
		return nil
	}
	where := b.makingScope(at.number)
	for i, k := range at.subs {
		n, ok := spar.Unmarked(k).(*spar.Name)
		if !ok {
			return nil
		}
		where.names[n.Name] = &Variable{Name: n.Name, Model: n.Name, Type: &spar.TypeRef{Base: "int"}, value: b.expr(subs[i], s)}
	}
	return where
}

// innerPlace is the map of the one array with these subscripts, and its extents.
func (b *builder) innerPlace(v *Variable, subs []spar.Expr, s *scope) (*Layout, []symbolic.Expr) {
	l := b.innerMap(v)
	if l == nil {
		return nil, nil
	}
	at, _ := b.innerMade(v)
	if l.scope = b.innerScope(at, subs, s); l.scope == nil {
		return nil, nil
	}
	return l, b.innerShape(v, subs, s)
}

// innerShape are the extents of that array.
func (b *builder) innerShape(v *Variable, subs []spar.Expr, s *scope) []symbolic.Expr {
	at, ok := b.innerMade(v)
	if !ok {
		return nil
	}
	where := b.innerScope(at, subs, s)
	if where == nil {
		return nil
	}
	var out []symbolic.Expr
	for _, z := range b.sizesOf(at.Sizes[0], where) {
		out = append(out, b.expr(z, where))
	}
	return out
}
