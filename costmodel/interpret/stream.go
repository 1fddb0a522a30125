package interpret

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/costmodel/memory"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// misses is the time of the cache misses of one execution of the element.
func (i *interpreter) misses(u *aag.AAU) symbolic.Expr {
	order := i.nestOrder(u)
	if len(order) == 0 {
		return i.a.Real(0)
	}
	s := &streams{i: i, u: u, inner: order[len(order)-1], at: map[string]*stream{}}
	for _, x := range u.Element.Reads {
		s.add(x, false)
	}
	if u.Element.Left != nil {
		s.add(u.Element.Left, true)
	}
	var list []memory.Stream
	for _, m := range s.list {
		m.Columns = int64(len(m.columns))
		list = append(list, m.Stream)
	}
	return i.mem.Misses(list, i.repeated(u))
}

// streams groups the references of an element for the memory model: those of
// one array whose subscripts follow the same loops advance together.
type streams struct {
	i     *interpreter
	u     *aag.AAU
	inner *comm.Loop
	at    map[string]*stream
	list  []*stream
}

type stream struct {
	memory.Stream
	columns map[string]bool
}

func (s *streams) add(x *comm.Access, store bool) {
	read := s.pattern(x)
	key := read
	if store {
		key += "="
	}
	m := s.at[key]
	if m == nil {
		m = &stream{columns: map[string]bool{}}
		m.Stream = memory.Stream{Bytes: x.Sym.Bytes, Stride: stride(x, s.inner), Run: s.i.longest(s.u, s.inner), Elements: s.elements(x), Store: store}
		if store && s.at[read] != nil {
			m.Elements = s.i.a.Int(0) // they are the ones that are read
		}
		s.at[key], s.list = m, append(s.list, m)
	}
	m.columns[s.i.column(x)] = true
}

// pattern names the array and the loop that each subscript follows.
func (s *streams) pattern(x *comm.Access) string {
	key := x.Sym.Name
	for _, sub := range x.Subs {
		switch {
		case sub.Irregular:
			key += " ?"
		case sub.Loop == nil:
			key += " -"
		default:
			key += fmt.Sprint(" ", sub.Scale, sub.Loop.Name)
		}
	}
	return key
}

// elements is how many elements of the array the processor passes over while
// the loops that subscript it run once.
func (s *streams) elements(x *comm.Access) symbolic.Expr {
	n := s.i.a.Int(1)
	for _, l := range s.u.Loops {
		if s.i.follows(x, l) {
			n = s.i.a.Mul(n, s.i.longest(s.u, l))
		}
	}
	return n
}

// longest is the largest number of iterations that the processor makes of a
// loop whose bounds may depend on the loops around it.
func (i *interpreter) longest(u *aag.AAU, l *comm.Loop) symbolic.Expr {
	n := l.Trip(i.a)
	if s := u.Partition.Shares[l]; len(s) > 0 {
		n = s[0].Count
	}
	for k := len(u.Loops) - 1; k >= 0; k-- {
		if around := u.Loops[k]; i.mentions(n, around) {
			n = i.a.MaxOver(around.Name, around.Lo, around.Hi, n)
		}
	}
	return n
}

// repeated reports whether the element passes over the same data again: in a
// loop around it whose index none of its subscripts follow.
func (i *interpreter) repeated(u *aag.AAU) bool {
	all := u.Element.Reads
	if u.Element.Left != nil {
		all = append(all[:len(all):len(all)], u.Element.Left)
	}
	idle := func(l *comm.Loop) bool {
		return !slices.ContainsFunc(all, func(x *comm.Access) bool { return i.follows(x, l) })
	}
	return slices.ContainsFunc(i.apart, idle) || slices.ContainsFunc(u.Loops, idle)
}

// follows reports whether a subscript of the reference follows the loop, or
// contains its index as a symbol; one that is only known at run time may
// follow any.
func (i *interpreter) follows(x *comm.Access, l *comm.Loop) bool {
	return slices.ContainsFunc(x.Subs, func(s comm.Affine) bool {
		return s.Irregular || s.Loop == l || i.mentions(s.Offset, l)
	})
}

// column identifies the column that a reference runs along: its subscripts
// beyond the first.
func (i *interpreter) column(x *comm.Access) string {
	key := ""
	for _, s := range x.Subs[1:] {
		key += i.a.String(s.Offset) + ";"
	}
	return key
}

// stride is how many elements the reference advances per inner iteration.
func stride(x *comm.Access, inner *comm.Loop) int64 {
	for d, s := range x.Subs {
		switch {
		case s.Irregular:
			return memory.Far
		case s.Loop != inner:
		case d > 0:
			return memory.Far
		case s.Scale < 0:
			return -s.Scale
		default:
			return s.Scale
		}
	}
	return 0
}
