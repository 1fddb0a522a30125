package program

import (
	"slices"

	"github.com/parlens/parlens/analysis/source"
)

// Section is what a statement of a procedure touches of a dummy array, as far as it follows
// from constants and from scalar dummies that the procedure does not change (regular
// sections; P. Havlak and K. Kennedy, An implementation of interprocedural bounded regular
// section analysis, 1991). A dimension of which nothing is known is a triplet without
// bounds; an array of which nothing is known, or that is handed on, has no subscripts.
type Section struct {
	Ref    *Ref
	Stored bool
	Handed *HandedSection // the statement hands it on to a procedure, which touches as much of it at most
}

// HandedSection is an array in an argument, counted from 0, of a CALL.
type HandedSection struct {
	Call     *CallStmt
	Argument int
	// Throughout returns what an element or section of it is in all iterations of the loops
	// around the call.
	Throughout func(*Ref) *Ref
}

// mostSections bounds the sections of a procedure: those of one with more are not known.
const mostSections = 64

// FewSections returns sections, each once; where they are too many, all that they are of.
func FewSections(all []Section) []Section {
	t := &touching{met: map[string]bool{}}
	for _, x := range all {
		t.note(x)
	}
	return t.few()
}

func (t *touching) few() []Section {
	if len(t.out) <= mostSections {
		return t.out
	}
	whole := &touching{met: map[string]bool{}}
	for _, x := range t.out {
		whole.whole(x.Ref.Sym)
	}
	return whole.out
}

// sectionsOf returns what a unit touches of its dummy arrays, each section once.
func sectionsOf(u *Unit, kept map[string]bool) []Section {
	t := &touching{unit: u, kept: kept, once: assignedOnce(u.Body), loops: map[*Symbol]int{}, met: map[string]bool{}}
	Statements(u.Body, func(s Stmt) bool {
		if do, ok := s.(*Do); ok && do.Var != nil {
			t.loops[do.Var]++
		}
		return true
	})
	t.block(u.Body)
	return t.few()
}

type touching struct {
	unit   *Unit
	kept   map[string]bool
	once   map[*Symbol]Expr
	loops  map[*Symbol]int // over an index
	ranges []IndexRange    // of the loops around
	depth  int             // how many variables were followed to their values
	met    map[string]bool
	out    []Section
}

// deepest bounds chains of variables, which are circular in k = k + 1.
const deepest = 8

// assignedOnce returns the values of local scalars that one assignment alone gives one.
func assignedOnce(body []Stmt) map[*Symbol]Expr {
	out := map[*Symbol]Expr{}
	lose := func(s *Symbol) { out[s] = nil }
	Statements(body, func(s Stmt) bool {
		switch s := s.(type) {
		case *Assign:
			v := s.LHS.Sym
			if _, again := out[v]; again || v.Dummy || v.Shared || v.Rank() > 0 {
				lose(v)
			} else {
				out[v] = s.RHS
			}
		case *Do:
			lose(s.Var)
		case *CallStmt:
			for _, a := range s.Args {
				if r, ok := a.Value.(*Ref); ok {
					lose(r.Sym)
				}
			}
		case *Unmodelled:
			for _, v := range s.Receives {
				lose(v)
			}
		}
		return true
	})
	return out
}

func (t *touching) block(body []Stmt) {
	for _, s := range body {
		t.statement(s)
		around := len(t.ranges)
		switch s := s.(type) {
		case *Do:
			t.ranges = append(t.ranges, s.Ranges...)
			if s.Var != nil {
				t.ranges = append(t.ranges, IndexRange{Var: s.Var, Lo: s.Lo, Hi: s.Hi, Step: s.Step})
			}
		case *Forall:
			t.ranges = append(t.ranges, s.Ranges...)
			for e := range Exprs(s) {
				t.read(e)
			}
		}
		for inner := range Blocks(s) {
			t.block(inner)
		}
		t.ranges = t.ranges[:around]
	}
}

func (t *touching) statement(s Stmt) {
	switch s := s.(type) {
	case *Assign:
		t.add(s.LHS, true)
		for _, sub := range s.LHS.Subs {
			walkSome(t.visit, sub.Lo, sub.Hi, sub.Stride)
		}
		t.read(s.RHS)
	case *Forall: // its mask is read inside its ranges
	case *CallStmt:
		for i := range s.Args {
			t.argument(s, i)
		}
	case *Remap:
		for _, v := range s.Arrays {
			if v.Dummy {
				t.whole(v)
			}
		}
	case *Unmodelled:
		for _, d := range t.unit.Dummies {
			if d.Rank() > 0 && s.Names(d.Name) {
				t.whole(d)
			}
		}
	default:
		for e := range Exprs(s) {
			t.read(e)
		}
	}
}

func (t *touching) read(e Expr) { walkSome(t.visit, e) }

func (t *touching) visit(e Expr) bool {
	switch e := e.(type) {
	case *Ref:
		t.add(e, false)
	case *Call:
		shape := e.Intrinsic().Shape
		for _, a := range e.Args {
			if shape == NotIntrinsic {
				t.handed(a.Value)
			}
		}
		return shape != NotIntrinsic && shape != Inquiry
	}
	return true
}

// argument notes what a CALL hands on.
func (t *touching) argument(s *CallStmt, i int) {
	r, ok := s.Args[i].Value.(*Ref)
	if !ok || !r.Sym.Dummy || r.Sym.Rank() == 0 || MessageOf(s) != nil {
		t.handed(s.Args[i].Value)
		return
	}
	for _, sub := range r.Subs {
		walkSome(t.visit, sub.Lo, sub.Hi, sub.Stride)
	}
	here := *t
	here.ranges = slices.Clone(t.ranges)
	t.note(Section{NewRef(source.Span{}, r.Sym), true, &HandedSection{s, i, here.throughout}})
}

// handed notes an argument of a procedure.
func (t *touching) handed(e Expr) {
	if r, ok := e.(*Ref); ok && r.Sym.Dummy && r.Sym.Rank() > 0 {
		t.whole(r.Sym)
	}
	t.read(e)
}

func (t *touching) whole(d *Symbol) { t.note(Section{Ref: NewRef(source.Span{}, d), Stored: true}) }

func (t *touching) add(r *Ref, stored bool) {
	if !r.Sym.Dummy || r.Sym.Rank() == 0 {
		return
	}
	t.note(Section{Ref: t.throughout(r), Stored: stored})
}

// throughout returns what a reference is in all iterations of the loops around.
func (t *touching) throughout(r *Ref) *Ref {
	out := NewRef(source.Span{}, r.Sym)
	for d := range r.Sym.Dims {
		sub := Subscript{Triplet: true}
		if len(r.Subs) > 0 {
			sub = r.Subs[d]
		}
		out.Subs = append(out.Subs, t.subscript(sub))
	}
	return out
}

func (t *touching) note(x Section) {
	text := Text(x.Ref)
	if x.Stored {
		text += "="
	}
	if x.Handed != nil {
		t.out = append(t.out, x)
	} else if !t.met[text] {
		t.met[text] = true
		t.out = append(t.out, x)
	}
}

// subscript returns the indices that a subscript takes in all iterations of the loops around.
func (t *touching) subscript(s Subscript) Subscript {
	all := Subscript{Triplet: true}
	if !s.Triplet {
		lo, hi := t.extremes(s.Lo)
		switch {
		case lo == nil || RankOf(s.Lo) > 0:
			return all
		case lo == hi || Text(lo) == Text(hi):
			return Subscript{Lo: lo}
		}
		return Subscript{Triplet: true, Lo: lo, Hi: hi}
	}
	if s.Lo == nil || s.Hi == nil {
		return all
	}
	lo, _ := t.extremes(s.Lo)
	_, hi := t.extremes(s.Hi)
	if lo == nil || hi == nil || s.Stride != nil {
		return all
	}
	return Subscript{Triplet: true, Lo: lo, Hi: hi}
}
