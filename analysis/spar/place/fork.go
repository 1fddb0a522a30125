package place

import (
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/source"
)

// The declarations are read once. The builder of each method begins as a copy of the one
// that has read them, in an arena of its own, and copies a variable of a class when it
// meets it.

// fork is a builder for one method. b has read the declarations and changes no more.
func (b *builder) fork() *builder {
	out := *b
	out.base, out.arena = b, b.arena.Clone()
	out.kindList, out.grids, out.numerics, out.criticalList = slices.Clip(b.kindList), slices.Clip(b.grids), slices.Clone(b.numerics), slices.Clip(b.criticalList)
	out.known, out.callees = slices.Clip(b.known), slices.Clip(b.callees)
	out.diagnostics, out.reported = nil, map[source.Diagnostic]bool{}
	out.fields, out.variables = map[*field]*Variable{}, map[string]*Variable{}
	out.own, out.numbered, out.local = maps.Clone(b.own), maps.Clone(b.numbered), maps.Clone(b.local)
	out.largest, out.criticals, out.extents, out.handed = maps.Clone(b.largest), maps.Clone(b.criticals), maps.Clone(b.extents), maps.Clone(b.handed)
	out.here = b.here.in(&out)
	return &out
}

// in is the scope of another builder.
func (s *scope) in(b *builder) *scope {
	if s == nil {
		return nil
	}
	out := *s
	out.b = b
	return &out
}

// field is the variable of a class.
func (b *builder) field(f *field) *Variable {
	if v := b.fields[f]; v != nil || b.base == nil {
		return v
	}
	v := *b.base.fields[f]
	if v.Layout != nil {
		l := *v.Layout
		l.scope = l.scope.in(b)
		v.Layout = &l
	}
	b.fields[f], b.variables[v.Model] = &v, &v
	return &v
}
