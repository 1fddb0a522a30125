package scalarize

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// sections returns what the procedure touches of the array in an argument of a call, counted
// from 0, in the caller's names; false where that is not known.
func sections(s *program.CallStmt, p *comm.Procedure, argument int) ([]program.Section, bool) {
	m := &matched{call: s, p: p, dummy: p.Unit.DummyOf(s.Args[argument].Keyword, argument)}
	actual, ok := s.Args[argument].Value.(*program.Ref)
	if !ok || m.dummy == nil {
		return nil, false
	}
	var out []program.Section
	for _, x := range p.Sections {
		if x.Ref.Sym != m.dummy {
			continue
		}
		ref := m.section(actual, x.Ref)
		if m.absent {
			m.absent = false
			continue
		}
		if ref == nil {
			return nil, false
		}
		out = append(out, program.Section{Ref: ref, Stored: x.Stored})
	}
	return out, true
}

// HandedOn returns what a procedure touches of its dummies, where what it hands on is what the
// procedures that it calls touch of it, as far as these are seen.
func HandedOn(all []program.Section, see func(name string) (*comm.Procedure, string)) []program.Section {
	var out []program.Section
	for _, x := range all {
		if parts, known := partsOf(x.Handed, see); known {
			out = append(out, parts...)
		} else {
			out = append(out, program.Section{Ref: x.Ref, Stored: x.Stored})
		}
	}
	return program.FewSections(out)
}

func partsOf(h *program.HandedSection, see func(name string) (*comm.Procedure, string)) ([]program.Section, bool) {
	if h == nil {
		return nil, false
	}
	inner, _ := see(h.Call.Name)
	if inner == nil || !inner.Unit.IsSubroutine() {
		return nil, false
	}
	parts, known := sections(h.Call, inner, h.Argument)
	for i := range parts {
		parts[i].Ref = h.Throughout(parts[i].Ref)
	}
	return parts, known
}

// matched is a call with one of the arrays that the procedure takes.
type matched struct {
	call  *program.CallStmt
	p     *comm.Procedure
	dummy *program.Symbol
	// absent: the section names an argument that the call has not: it is not touched.
	absent bool
}

// section returns a section of the dummy as one of the actual argument, nil where that is not
// known. An index of a dummy of assumed shape is counted from where the argument begins.
func (m *matched) section(actual, of *program.Ref) *program.Ref {
	if actual.Image != nil || len(of.Subs) != actual.Rank() || len(actual.Subs) == 0 && otherShape(m.dummy, actual.Sym) {
		return nil
	}
	out, next := program.NewRef(m.call.Span(), actual.Sym), 0
	for d, b := range actual.Sym.Dims {
		s := program.Subscript{Triplet: true}
		if len(actual.Subs) > 0 {
			s = actual.Subs[d]
		}
		if s.Triplet {
			from := s.Lo
			if from == nil {
				from = b.Lower
			}
			var ok bool
			if s, ok = m.subscript(s, of.Subs[next], from, m.dummy.Dims[next].Lower); !ok {
				return nil
			}
			next++
		} else if program.RankOf(s.Lo) > 0 {
			return nil
		}
		out.Subs = append(out.Subs, s)
	}
	return out
}

// subscript returns the indices of a dimension of the dummy, which begins at an index of its
// own, in a dimension of the actual argument, of which the triplet whole from an index on is
// passed.
func (m *matched) subscript(whole, of program.Subscript, from, first program.Expr) (program.Subscript, bool) {
	if of.Triplet && of.Lo == nil {
		return whole, true
	}
	ok := true
	in := func(e program.Expr) program.Expr {
		if e == nil || !ok {
			return nil
		}
		e, ok = m.translated(e)
		start, known := m.translated(first)
		if ok = ok && known; !ok {
			return nil
		}
		if whole.Stride != nil {
			at := e.Span()
			if start == nil {
				start = program.IntConst(at, 1)
			}
			return program.NewBinary(at, program.Add, from, program.NewBinary(at, program.Mul, whole.Stride, program.NewBinary(at, program.Sub, e, start)))
		}
		return moved(e, from, start)
	}
	s := program.Subscript{Triplet: of.Triplet, Lo: in(of.Lo), Hi: in(of.Hi)}
	return s, ok
}

// moved is an index that counts from one index, counted from another.
func moved(e, from, start program.Expr) program.Expr {
	if from == nil || start == nil {
		return e
	}
	x, okX := program.ConstInt(from, nil)
	y, okY := program.ConstInt(start, nil)
	if okX && okY && x == y {
		return e
	}
	at := e.Span()
	return program.NewBinary(at, program.Add, e, program.NewBinary(at, program.Sub, from, start))
}

// translated returns an expression of the procedure's scalar dummies with what the call passes
// for them; false where it passes nothing.
func (m *matched) translated(e program.Expr) (program.Expr, bool) {
	ok := true
	out := program.Replace(e, m.call.Span(), program.Itself, func(e program.Expr) program.Expr {
		r, isRef := e.(*program.Ref)
		if !isRef {
			return nil
		}
		for i, a := range m.call.Args {
			if r.Sym.Dummy && m.p.Unit.DummyOf(a.Keyword, i) == r.Sym {
				return a.Value
			}
		}
		m.absent = m.absent || r.Sym.Dummy
		ok = ok && r.Sym.Class == program.Parameter
		return nil
	})
	return out, ok
}

// otherShape reports whether a dummy and its actual argument have constant extents that differ
// before the last dimension: their columns are not the same.
func otherShape(dummy, actual *program.Symbol) bool {
	for d := range dummy.Rank() - 1 {
		x, okX := extent(dummy.Dims[d])
		y, okY := extent(actual.Dims[d])
		if okX && okY && x != y {
			return true
		}
	}
	return false
}

func extent(b program.Bounds) (int64, bool) {
	lo, okLo := program.ConstInt(b.Lower, nil)
	hi, okHi := program.ConstInt(b.Upper, nil)
	return hi - lo, okLo && okHi
}
