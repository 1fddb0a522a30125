package place

import (
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// The integers of a method are followed from statement to statement: int j =
// 2*i makes a[j] an element with a known owner. A value is forgotten where a
// loop or a branch may give another one.

// follow notes the value that a variable of the method has from here on.
func (m *worker) follow(v *Variable, value symbolic.Expr) {
	if v.now = value; m.b.isUnknown(value) {
		v.now = 0
	}
}

// declared follows a variable from its declaration on. Its value is that of the
// names in it here, not where it is used.
func (m *worker) declared(v *Variable) {
	if classOfType(v.Type) == Boolean && v.init != nil && !m.b.own[v.Name] {
		if t, known := m.test(v.init); known {
			v.truth = t
			v.holds, _ = m.b.truth(v.init, m.scope)
		}
	}
	if !followed(v) || v.init == nil || v.value != 0 {
		return
	}
	e := m.b.expr(v.init, m.scope)
	if m.follow(v, e); v.once && v.now != 0 {
		v.value = e
	}
	v.once = false
}

// followed tells whether the values of a variable are followed.
func followed(v *Variable) bool {
	return v != nil && !v.isField() && v.Type != nil && len(v.Type.Dims) == 0 && classOfType(v.Type) == Integer
}

// followedTo tells whether x is an integer whose value here every processor can work out: not
// one that rests on what the run alone knows.
func (m *worker) followedTo(x spar.Expr) bool {
	name, ok := spar.Unmarked(x).(*spar.Name)
	if !ok {
		return false
	}
	v := m.scope.find(name.Name)
	return followed(v) && (v.now != 0 || v.value != 0) && !m.b.asks(v.now) && !m.b.asks(v.value)
}

// assigned is what left op right makes of a followed variable; false for any
// other left side.
func (m *worker) assigned(left spar.Expr, op string, right spar.Expr) (*Variable, symbolic.Expr, bool) {
	name, ok := spar.Unmarked(left).(*spar.Name)
	if !ok {
		return nil, 0, false
	}
	v := m.scope.find(name.Name)
	if !followed(v) || v.value != 0 {
		return nil, 0, false
	}
	if op != "=" {
		right = &spar.Binary{Op: op[:len(op)-1], X: left, Y: right}
	}
	return v, m.b.expr(right, m.scope), true
}

// assignment places left op right, and follows the value.
func (m *worker) assignment(left spar.Expr, op string, right spar.Expr, at source.Span, group *Statement) {
	if t, ok := spar.Unmarked(left).(*spar.Tuple); ok {
		m.assignments(t, op, right, at)
		return
	}
	v, value, ok := m.assigned(left, op, right)
	m.assign(left, op, right, at, group)
	if ok {
		m.follow(v, value)
		return
	}
	m.forgetName(left)
}

// forget drops the values of all variables that a statement may change.
func (m *worker) forget(list ...spar.Stmt) {
	for _, s := range list {
		spar.Walk(s, func(x spar.Expr) {
			if left := spar.Stored(x); left != nil {
				m.forgetName(left)
			}
		})
	}
}

func (m *worker) forgetName(x spar.Expr) {
	switch x := spar.Unmarked(x).(type) {
	case *spar.Name:
		if v := m.scope.find(x.Name); v != nil {
			v.now = 0
		}
	case *spar.Tuple:
		for _, i := range x.Items {
			m.forgetName(i)
		}
	}
}
