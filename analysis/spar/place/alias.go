package place

import "github.com/parlens/parlens/analysis/spar"

// A variable that is declared as an element of a mapped array, or as a part of one, and never
// assigned to is another name of it: in Body p = b[i] or double row[*] = a[i], what p and row
// refer to lives where the element does.

// names notes what a variable of the method is another name of, and tells whether it is one.
func (m *worker) names(v *Variable) bool {
	if v.init == nil || v.isField() || v.Type == nil || m.b.isAssigned(v) || !v.Array() && m.b.className(v.Type.Base) == nil {
		return false
	}
	m.b.quiet++
	defer func() { m.b.quiet-- }()
	v.of = m.holding(v.init)
	if other := m.scope.variable(v.init); v.of == nil && v.Layout == nil && other != nil && v.Array() {
		v.Layout, v.extents = other.Layout, other.extents
	}
	return v.of != nil
}

// rename declares such a variable: nothing is moved, what it refers to is where it was.
func (m *worker) rename(v *Variable) {
	at := m.placeOf(&spar.Name{Name: v.Name})
	m.add(&Move{Span: m.span(v.init), To: at, From: at, Bytes: 8})
	m.subscriptsOf(v.init, at)
}
