package values

import "github.com/parlens/parlens/analysis/program"

// stored is an element that a FORALL will store.
type stored struct {
	at int64
	v  value
}

// forall runs a FORALL whose body is assignments to elements; any other makes
// what it changes unknown.
func (m *machine) forall(f *program.Forall) {
	for _, s := range f.Body {
		a, ok := s.(*program.Assign)
		if !ok || a.LHS.Rank() > 0 || len(a.LHS.Subs) == 0 {
			m.forgetAll(m.changes[f])
			return
		}
	}
	for _, s := range f.Body {
		a := s.(*program.Assign)
		if m.matters[a.LHS.Sym] && !m.forallAssign(f, a) {
			m.cell(a.LHS.Sym).forget()
		}
		m.overlay(a.LHS.Sym)
	}
}

// forallAssign evaluates all right sides, then stores; false when something
// that decides where is not known.
func (m *machine) forallAssign(f *program.Forall, a *program.Assign) bool {
	c := m.cell(a.LHS.Sym)
	var out []stored
	ok := m.ranges(f.Ranges, func() bool {
		if f.Mask != nil {
			holds, known := m.eval(f.Mask).truth()
			if !known || !holds {
				return known
			}
		}
		at, ok := m.element(c, a.LHS)
		if ok {
			out = append(out, stored{at, m.eval(a.RHS).as(a.LHS.Sym)})
		}
		return ok
	})
	if !ok {
		return false
	}
	for _, x := range out {
		c.store(x.at, x.v)
	}
	return true
}

// ranges calls body for every combination of the indices, until it returns
// false.
func (m *machine) ranges(list []program.IndexRange, body func() bool) bool {
	if len(list) == 0 {
		return body()
	}
	r := list[0]
	lo, hi, step := int64(0), int64(0), int64(1)
	if !m.bound(r.Lo, &lo) || !m.bound(r.Hi, &hi) || !m.bound(r.Step, &step) || step == 0 {
		return false
	}
	c := m.cell(r.Var)
	outside := c.scalar
	defer func() { c.scalar = outside }()
	for x := lo; (hi-x)*step >= 0; x += step {
		if m.steps++; m.spent() {
			return false
		}
		c.scalar = intValue(x)
		if !m.ranges(list[1:], body) {
			return false
		}
	}
	return true
}
