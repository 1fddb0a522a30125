package depend

import (
	"cmp"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// filling is what of an actual argument a box of its dummy is, in names of the caller; nil
// where that is no section, or is not known.
func (m *match) filling(d *program.Symbol, x *program.Ref, b box) *program.Ref {
	subs := m.subscripts(d, x)
	if subs == nil {
		return nil
	}
	k := 0
	for dim, s := range subs {
		if !s.Triplet {
			if program.RankOf(s.Lo) > 0 {
				return nil
			}
			continue
		}
		if k >= d.Rank() || !m.filled1(d.Dims[k], x.Sym.Dims[dim], b[k], k == d.Rank()-1, &subs[dim]) {
			return nil
		}
		k++
	}
	if k != d.Rank() {
		return nil
	}
	return program.NewRef(m.at.At, x.Sym, subs...)
}

// filled1 makes a dimension of a section that of a box of the dummy, false where its elements
// lie otherwise, or are not known.
func (m *match) filled1(d, of program.Bounds, x interval, last bool, s *program.Subscript) bool {
	if s.Stride != nil {
		return false
	}
	same := d.Upper == nil || whole(*s) && m.sameExtent(d, of)
	if x.low == nil && x.high == nil {
		return same
	}
	first := s.Lo
	if first == nil {
		first = of.Lower
	}
	from, okFrom := program.ConstInt(first, nil)
	low, okLow := program.ConstInt(d.Lower, nil)
	if !okFrom || !okLow || x.low == nil || x.high == nil || !same && !last {
		return false
	}
	s.Lo, s.Hi = m.inNames(x.low, from-low), m.inNames(x.high, from-low)
	return s.Lo != nil && s.Hi != nil
}

// inNames writes a form of the procedure, plus a constant, in names of the caller; nil where it
// names more than dummies that are not changed.
func (m *match) inNames(l *linear, plus int64) program.Expr {
	at := m.at.At
	var out program.Expr = program.IntConst(at, l.constant+plus)
	for _, a := range slices.SortedFunc(maps.Keys(l.factors), func(a, b atom) int { return cmp.Compare(a.name(), b.name()) }) {
		if a.sym == nil || a.at != "" || m.actual[a.sym] == nil || m.assigns(a.sym) {
			return nil
		}
		out = program.NewBinary(at, program.Add, out, program.NewBinary(at, program.Mul, program.IntConst(at, l.factors[a]), m.actual[a.sym]))
	}
	return out
}

func (a atom) name() string {
	if a.sym != nil {
		return a.sym.Name
	}
	return a.storage
}
