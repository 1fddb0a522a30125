package interpret

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/memory"
)

// misses is the time of the cache misses of one execution of the element.
func (i *interpreter) misses(u *aag.AAU) symbolic.Expr {
	if k, ok := i.visit[u]; ok {
		return i.counters.Misses(k)
	}
	s := newStreams(i, u)
	if len(s.loops) == 0 {
		return i.a.Real(0)
	}
	return i.mem.Misses(s.nest())
}

// touch adds all references of the element.
func (s *streams) touch() {
	for _, x := range s.u.Element.Reads {
		s.add(x, false)
	}
	if left := s.u.Element.Left; left != nil {
		s.add(left, true)
	}
}

// nest is the loops around the element and all of its references.
func (s *streams) nest() memory.Nest {
	s.touch()
	nest := memory.Nest{Trips: s.trips}
	for _, m := range s.list {
		nest.Streams = append(nest.Streams, m.Stream)
	}
	return nest
}

// streams groups the references of an element for the memory model: those of
// one array whose subscripts follow the same loops advance together.
type streams struct {
	i     *interpreter
	u     *aag.AAU
	loops []*comm.Loop      // innermost first; those distinguished are the outermost
	trips []symbolic.Expr   // of the loops
	names []symbolic.Symbol // in the trips, and in the extents of the grid; once known has asked
	at    map[string]*stream
	list  []*stream
}

type stream struct {
	memory.Stream
	first *comm.Access
}

func newStreams(i *interpreter, u *aag.AAU) *streams {
	s := &streams{i: i, u: u, at: map[string]*stream{}}
	s.loops = append(append(s.loops, i.apart...), i.nestOrder(u)...)
	slices.Reverse(s.loops)
	for _, l := range s.loops {
		if slices.Contains(i.apart, l) {
			s.trips = append(s.trips, l.Trip(i.a))
		} else {
			s.trips = append(s.trips, i.longest(u, l))
		}
	}
	return s
}

func (s *streams) add(x *comm.Access, store bool) {
	if x.Sym.Bytes == 0 {
		return // of a structure: what is loaded of it is its components
	}
	read := s.pattern(x)
	key := read
	if store {
		key += "="
	}
	m := s.at[key]
	if m == nil {
		m = &stream{first: x}
		m.Stream = memory.Stream{Bytes: x.Sym.Bytes, Store: store, Again: store && s.at[read] != nil}
		for _, l := range s.loops {
			m.Steps = append(m.Steps, s.step(x, l))
		}
		s.at[key], s.list = m, append(s.list, m)
	}
	column := s.column(m.first, x)
	same := func(c memory.Column) bool { return c.Apart == column.Apart && slices.Equal(c.Ahead, column.Ahead) }
	if !slices.ContainsFunc(m.Columns, same) {
		m.Columns = append(m.Columns, column)
	}
}

// pattern names the array and the loop that each subscript follows.
func (s *streams) pattern(x *comm.Access) string {
	key := []byte(x.Sym.Name)
	for _, sub := range x.Subs {
		key = append(key, ' ')
		switch {
		case sub.Irregular:
			key = append(key, '?')
		case sub.Loop == nil:
			key = append(key, '-')
		default:
			key = append(strconv.AppendInt(key, sub.Scale, 10), sub.Loop.Name...)
		}
	}
	return string(key)
}

// sizes are the extents of the grid.
func (i *interpreter) sizes() []symbolic.Expr {
	if i.b.Grid == nil {
		return nil
	}
	return i.b.Grid.Extents
}

// sameLine is the distance in elements below which two references along the
// first dimension are taken as on one line.
const sameLine = 32

// column tells which neighbour of the stream's first reference another one is.
func (s *streams) column(first, x *comm.Access) memory.Column {
	a := s.i.a
	column := memory.Column{Ahead: make([]int64, len(s.loops)), From: a.Int(0)}
	for d, sub := range x.Subs {
		by, constant := a.ConstInt(a.Sub(sub.Offset, first.Subs[d].Offset))
		if sub.Irregular {
			by, constant = 0, d == 0
		}
		switch {
		case !constant:
			column.Apart += fmt.Sprint(d, " ", a.String(sub.Offset), ";")
			column.From = 0
			continue
		case by == 0 || d == 0 && by < sameLine && by > -sameLine:
			continue
		}
		if distance := s.distance(x, d); distance == 0 || column.From == 0 {
			column.From = 0
		} else {
			column.From = a.Add(column.From, a.Mul(a.Int(by), distance))
		}
		if k := slices.Index(s.loops, sub.Loop); k >= 0 && sub.Scale != 0 && by%sub.Scale == 0 {
			column.Ahead[k] = by / sub.Scale
		} else {
			column.Apart += fmt.Sprint(d, " ", by, ";")
		}
	}
	return column
}

// longest is the largest number of iterations that the processor makes of a
// loop whose bounds may depend on the loops around it.
func (i *interpreter) longest(u *aag.AAU, l *comm.Loop) symbolic.Expr {
	n := l.Trip(i.a)
	if s := u.Partition.Shares.Of(l); len(s) > 0 {
		n = s[0].Count
	}
	for k := len(u.Loops) - 1; k >= 0; k-- {
		if around := u.Loops[k]; i.mentions(n, around) {
			n = i.a.MaxOver(around.Name, around.Lo, around.Hi, n)
		}
	}
	return n
}
