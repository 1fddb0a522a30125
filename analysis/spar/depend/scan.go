package depend

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// scan goes through one iteration of a loop, and through what it calls.
type scan struct {
	program   *program
	class     string // in which names are looked up
	names     *names
	iterators []string           // atoms of the loop's own
	moving    map[string]bool    // atoms that differ between iterations
	bounds    map[string][2]form // low and (exclusive) high of an iterator
	accesses  []access
	reduces   bool                // the loop says that it combines values
	with      string              // the operation that combines the element which is visited next with a value; else ""
	combined  map[string][]string // operators that combine into a scalar, by its key
	carried   map[string]place    // scalars that are read before the iteration assigns to them
	stored    map[string]place    // scalars that are assigned to
	shown     map[string]string   // names of keys as the program has them
	assigned  map[string]bool     // scalars that the iteration has assigned to for certain
	made      map[string][]string // quotients: of which moving atoms
	fresh     int
	steps     int
	calls     bool
	open      []*spar.Member // methods being gone through
	object    string         // the class of the iteration's own object whose method that is; "" of none
	self      *meaning       // the object whose method that is, where others may have it; nil of none
	rough     int            // above 0 subscripts are not looked at
	nested    int            // loops and switches around, of those that break ends
	doubts    []doubt        // what may hinder
	tests     int            // conditions around, and jumps that leave out what follows
	jumps     jumps
	guards    []form // what is 0 where those hold
}

// place is where something stands, if in the method of the loop.
type place = source.Span

type doubt struct {
	why string
	at  place
}

// names are what names stand for at a place.
type names struct {
	outer *names
	of    map[string]*meaning
}

// meaning is what a name stands for.
type meaning struct {
	private bool   // every iteration has its own
	name    string // of an array that a parameter stands for; "" as it is written
	key     string // of what is shared
	base    variable
	part    string // of an object
	holder  string // of which part of another one that is; "" of none
	shared  bool   // a part of an object that others may have, whoever that is
	subs    []form // before those that follow the name
	value   form   // of a number
	vector  []form // of an iterator that is a vector
	object  string // the class of an object that the iteration makes, and keeps under this name
	refers  bool   // a variable of such an object that is no number: what it refers to may be another's
}

func (n *names) find(name string) *meaning {
	for ; n != nil; n = n.outer {
		if m := n.of[name]; m != nil {
			return m
		}
	}
	return nil
}

// vectorParts is how many components of a vector are compared.
const vectorParts = 4

// judge tells of one loop in a method.
func (p *program) judge(l *spar.Loop, m *spar.Member, t *spar.Type) Loop {
	s := &scan{
		program: p, class: t.Name, names: &names{of: map[string]*meaning{}}, moving: map[string]bool{}, bounds: map[string][2]form{},
		reduces: l.Notes().Get("reduction") != nil, combined: map[string][]string{}, carried: map[string]place{}, stored: map[string]place{}, shown: map[string]string{}, assigned: map[string]bool{}, made: map[string][]string{}, open: []*spar.Member{m},
	}
	s.around(m, l)
	s.cards(l, true)
	s.statement(l.Body)
	return s.verdict(l)
}

// around declares what the method declares outside of the loop: shared by all
// iterations, numbers and iterators with one value in all.
func (s *scan) around(m *spar.Member, l *spar.Loop) {
	for _, p := range m.Params {
		s.names.of[p.Name] = outside(m, p.Name)
	}
	var visit func(x spar.Stmt)
	visit = func(x spar.Stmt) {
		at := x.At()
		inside := at.Start <= l.At().Start && l.At().End <= at.End
		switch x := x.(type) {
		case *spar.Local:
			if at.Start < l.At().Start {
				for _, d := range x.Names {
					s.names.of[d.Name] = outside(m, d.Name)
				}
			}
		case *spar.Loop:
			if spar.Stmt(x) != spar.Stmt(l) && inside {
				for _, c := range x.Cards {
					s.names.of[c.Name] = outside(m, c.Name)
				}
			}
		}
		if spar.Stmt(x) == spar.Stmt(l) {
			return
		}
		for _, part := range spar.Parts(x) {
			visit(part)
		}
		if f, ok := x.(*spar.For); ok {
			for _, i := range f.Init {
				visit(i)
			}
		}
	}
	visit(m.Body)
}

// outside is what a name stands for that a method declares outside of the loop.
func outside(m *spar.Member, name string) *meaning {
	key := "local " + name
	return &meaning{key: key, base: variable{member: m, name: name}, value: atom(key)}
}

// new makes an atom that nothing else has.
func (s *scan) new(name string) string {
	s.fresh++
	return fmt.Sprintf("%s#%d", name, s.fresh)
}

// inner opens a block of names; the result closes it.
func (s *scan) inner() func() {
	before := s.names
	s.names = &names{before, map[string]*meaning{}}
	return func() { s.names = before }
}

// perhaps goes through what an iteration may leave out: what that assigns to
// is not assigned to for certain.
func (s *scan) perhaps(f func()) {
	before := map[string]bool{}
	for k := range s.assigned {
		before[k] = true
	}
	f()
	s.assigned = before
}

// maxSteps is how many statements are gone through for one loop.
const maxSteps = 1 << 12

func (s *scan) statement(x spar.Stmt) {
	if s.steps++; x == nil || s.steps > maxSteps {
		return
	}
	switch x := x.(type) {
	case *spar.Block:
		defer s.inner()()
		for _, y := range x.Body {
			s.statement(y)
		}
	case *spar.Each:
		s.statement(x.Body)
	case *spar.Local:
		s.locals(x)
	case *spar.ExprStmt:
		s.read(x.X)
	case *spar.If:
		s.read(x.Cond)
		s.tested(s.zeros(x.Cond), func() { s.statement(x.Then) })
		s.tested(nil, func() { s.statement(x.Else) })
	case *spar.While:
		s.read(x.Cond)
		s.breakable(true, func() { s.statement(x.Body) })
	case *spar.For:
		defer s.inner()()
		for _, i := range x.Init {
			s.statement(i)
		}
		s.read(x.Cond)
		s.breakable(true, func() {
			s.statement(x.Body)
			for _, y := range x.Step {
				s.read(y)
			}
		})
	case *spar.Loop:
		defer s.inner()()
		s.cards(x, false)
		s.breakable(true, func() { s.statement(x.Body) })
	case *spar.Jump:
		s.jump(x)
	case *spar.Print:
		for _, a := range x.Args {
			s.read(a)
		}
		s.doubt(x.At(), "it prints, one iteration after the other")
	default:
		for _, y := range spar.Expressions(x) {
			s.read(y)
		}
		s.breakable(false, func() {
			for _, part := range spar.Parts(x) {
				s.statement(part)
			}
		})
	}
}

func (s *scan) locals(x *spar.Local) {
	for _, d := range x.Names {
		m := &meaning{private: true}
		if d.Init != nil {
			s.read(d.Init)
			if len(d.Type.Dims) == 0 && (x.Final || !s.reassigned(d.Name)) {
				m.value = s.form(d.Init)
			}
			if made, ok := spar.Unmarked(d.Init).(*spar.New); ok && !s.reassigned(d.Name) && s.program.plain(made) {
				m.object = made.Type.Base
			}
			if of, name, subs := s.path(d.Init); of != nil && !of.private && s.program.refers(d.Type) && !s.reassigned(d.Name) {
				same := *of
				same.name, same.subs = name, append(slices.Clone(of.subs), subs...)
				m = &same
			}
		}
		s.names.of[d.Name] = m
	}
}

// reassigned tells whether the method gives a name a value besides its
// declaration's.
func (s *scan) reassigned(name string) bool {
	return slices.Contains(s.open[len(s.open)-1].Facts.Assigned, name)
}

func (s *scan) doubt(at place, why string) {
	if len(s.open) > 1 {
		at = place{}
	}
	s.doubts = append(s.doubts, doubt{why, at})
}
