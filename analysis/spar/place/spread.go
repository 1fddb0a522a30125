package place

import "github.com/parlens/parlens/analysis/symbolic"

// spread has what is done at an owner that only the run knows done by as many processors as there
// may be: where the iteration is, or else by one processor after the other.
func (m *worker) spread(s Step) {
	switch s := s.(type) {
	case *Op:
		m.standIn(&s.At)
	case *Call:
		m.standIn(&s.At)
	case *Move:
		if s.Local() {
			m.standIn(&s.To)
			m.standIn(&s.From)
		}
		if s.To.IsReplicated() {
			m.standIn(&s.From)
			s.Unknown = ""
		}
	}
}

// standIn takes the processor of the iteration, or of the method, for an owner that only the run
// knows; where all processors execute them, iterations have one after the other.
func (m *worker) standIn(o *Owner) {
	if o.unknown(m.b.arena) == "" {
		return
	}
	if base := m.base(); !base.IsReplicated() {
		*o = base
		return
	}
	*o = m.inTurn(*o)
}

// inTurn deals the iterations of the loops around, and the calls of the method with other integers,
// out among the coordinates of an owner that only the run knows.
func (m *worker) inTurn(o Owner) Owner {
	a := m.b.arena
	n := a.Int(0)
	for _, l := range m.scope.loops {
		n = a.Add(n, a.Sym(l.symbol, symbolic.Index))
	}
	for _, name := range m.integers {
		n = a.Add(n, a.Sym(name, symbolic.Index))
	}
	for d, c := range o.Coords {
		if (Owner{Coords: []Coord{c}}).unknown(a) != "" {
			extent := o.Grid.Extents[d]
			o = o.With(d, a.Mod(n, extent))
			n = a.FloorDiv(n, extent)
		}
	}
	return o
}
