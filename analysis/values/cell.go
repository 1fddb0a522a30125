package values

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// cell is the memory of a variable.
type cell struct {
	scalar value
	at     source.Span // of the statement that assigned it last

	array  bool
	lower  []int64 // bounds of an array; nil when they are not known
	extent []int64
	elems  []value // column by column; nil when no element is known

	borrowed bool // others have the elements too

	version int         // counts what changes elems
	since   int         // that of the copy
	unseen  string      // a procedure that is taken to have left it as it is
	copied  *cell       // see frozen
	differs bool        // elements of an array of structures do, see [program.Assign.Of]
	opened  source.Span // of the OPEN of an old file whose status it is
}

// shares reports whether the elements of an array have one value for all while they are given
// the same: the integer components of structures in an array of which the size is not known.
func (c *cell) shares(s *program.Symbol) bool {
	return c.array && c.size() == 0 && s.Type == program.Integer && strings.Contains(s.Name, "%")
}

// alike returns a value that an element of an array of structures gets: unknown where another one
// has another value, or not each of them gets it.
func (c *cell) alike(v value, each bool) value {
	c.differs = c.differs || !each || c.scalar.kind != unknown && c.scalar != v
	if c.differs {
		return value{}
	}
	return v
}

// forEach reports whether the structures around a component are named by the indices of loops
// that are being run: these go through all of them.
func (m *machine) forEach(r *program.Ref) bool {
	for _, s := range r.Subs {
		if s.Triplet {
			continue
		}
		index, ok := s.Lo.(*program.Ref)
		if !ok || m.index[index.Sym] == 0 {
			return false
		}
	}
	return true
}

// mostOf is the most elements that are followed of an array with some dimensions.
func mostOf(dimensions int) int64 {
	if dimensions == 1 {
		return maxVector
	}
	return maxElements
}

// size is the number of elements, 0 when they are not followed.
func (c *cell) size() int64 {
	n, most := int64(1), mostOf(len(c.extent))
	for _, e := range c.extent {
		if e > most {
			return 0
		}
		if n *= max(e, 0); n > most {
			return 0
		}
	}
	if c.lower == nil {
		return 0
	}
	return n
}

// forget makes the variable unknown.
func (c *cell) forget() {
	c.differs = c.differs || c.array
	c.scalar, c.elems, c.opened = value{}, nil, source.Span{}
	c.version++
}

// offset is the place of an element; false outside the bounds.
func (c *cell) offset(subs []int64) (int64, bool) {
	at, stride := int64(0), int64(1)
	if len(subs) != len(c.extent) || c.size() == 0 {
		return 0, false
	}
	for d, s := range subs {
		if s < c.lower[d] || s >= c.lower[d]+c.extent[d] {
			return 0, false
		}
		at += (s - c.lower[d]) * stride
		stride *= c.extent[d]
	}
	return at, true
}

func (c *cell) load(at int64) value {
	if c.elems == nil {
		return value{}
	}
	return c.elems[at]
}

// lend returns the elements for another one to hold: who stores next does so to a copy.
func (c *cell) lend() []value {
	c.borrowed = true
	return c.elems
}

func (c *cell) store(at int64, v value) {
	if c.elems == nil && v == (value{}) {
		return
	}
	switch {
	case c.elems == nil:
		c.elems, c.borrowed = make([]value, c.size()), false
	case c.borrowed:
		c.elems, c.borrowed = slices.Clone(c.elems), false
	}
	c.elems[at] = v
	c.version++
}

// cell returns the memory of a variable, with its initial value.
func (m *machine) cell(s *program.Symbol) *cell {
	v := m.variable(s)
	if c := m.held(v); c != nil {
		return c
	}
	key := v.key
	if key != "" && m.world.memory[key] != nil {
		c := m.world.memory[key]
		m.hold(v, c)
		return c
	}
	c := &cell{array: s.Rank() > 0}
	m.hold(v, c)
	if key != "" {
		m.world.memory[key] = c
	}
	x, set := m.opt.Set[s.Name]
	switch {
	case c.array:
		m.dimension(s, c)
		m.fill(s, c)
	case set:
		c.scalar = ofFloat(x, s)
	case s.Value != nil && m.starts(s):
		c.scalar = m.eval(s.Value).as(s)
	}
	switch {
	case set:
	case m.world.lost[key]:
		c.forget()
	default:
		m.startOver(s, c)
	}
	return c
}

// starts reports whether the value in the declaration holds at the beginning: a
// constant's does, a variable's where the unit runs once or never assigns it.
func (m *machine) starts(s *program.Symbol) bool {
	return s.Class == program.Parameter || !m.opt.Repeated || !m.assigned[s] || m.world.once && s.Storage != ""
}

// dimension evaluates the declared bounds.
func (m *machine) dimension(s *program.Symbol, c *cell) {
	var lower, extent []int64
	for _, d := range s.Dims {
		if d.Lower == nil || d.Upper == nil {
			return
		}
		lo, hi := m.eval(d.Lower), m.eval(d.Upper)
		if lo.kind != integer || hi.kind != integer {
			return
		}
		lower, extent = append(lower, lo.i), append(extent, hi.i-lo.i+1)
	}
	c.lower, c.extent = lower, extent
}

// fill gives an array its initial values: one for all, or a list.
func (m *machine) fill(s *program.Symbol, c *cell) {
	if s.Value == nil || !m.starts(s) || c.size() == 0 {
		return
	}
	list := m.elements(s.Value)
	if program.RankOf(s.Value) == 0 {
		list = slices.Repeat(list, int(c.size()))
	}
	if int64(len(list)) != c.size() {
		return
	}
	for i, v := range list {
		c.store(int64(i), v.as(s))
	}
}
