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
}

// mostSections bounds the sections of a procedure: those of one with more are not known.
const mostSections = 64

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
	if len(t.out) <= mostSections {
		return t.out
	}
	t.out, t.met = nil, map[string]bool{}
	for _, d := range u.Dummies {
		if d.Rank() > 0 {
			t.whole(d)
		}
	}
	return t.out
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
		for _, a := range s.Args {
			t.handed(a.Value)
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

// handed notes an argument of a procedure.
func (t *touching) handed(e Expr) {
	if r, ok := e.(*Ref); ok && r.Sym.Dummy && r.Sym.Rank() > 0 {
		t.whole(r.Sym)
	}
	t.read(e)
}

func (t *touching) whole(d *Symbol) { t.note(NewRef(source.Span{}, d), true) }

func (t *touching) add(r *Ref, stored bool) {
	if !r.Sym.Dummy || r.Sym.Rank() == 0 {
		return
	}
	out := NewRef(source.Span{}, r.Sym)
	for d := range r.Sym.Dims {
		sub := Subscript{Triplet: true}
		if len(r.Subs) > 0 {
			sub = r.Subs[d]
		}
		out.Subs = append(out.Subs, t.subscript(sub))
	}
	t.note(out, stored)
}

func (t *touching) note(r *Ref, stored bool) {
	text := Text(r)
	if stored {
		text += "="
	}
	if !t.met[text] {
		t.met[text] = true
		t.out = append(t.out, Section{r, stored})
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

// extremes returns the least and the greatest value of an expression, which are the same
// expression where it is the same in all iterations; nil where they are not known.
func (t *touching) extremes(e Expr) (lo, hi Expr) {
	switch e := e.(type) {
	case *Const:
		return e, e
	case *Ref:
		return t.variable(e)
	case *Unary:
		if hi, lo = t.extremes(e.X); lo == nil || e.Op != Neg {
			return nil, nil
		}
		first := NewUnary(source.Span{}, Neg, lo)
		if lo == hi {
			return first, first
		}
		return first, NewUnary(source.Span{}, Neg, hi)
	case *Binary:
		return t.binary(e)
	}
	return nil, nil
}

func (t *touching) variable(r *Ref) (lo, hi Expr) {
	switch s := r.Sym; {
	case s.Type != Integer || s.Rank() > 0 || r.Image != nil:
		return nil, nil
	case s.Class == Parameter:
		return t.extremes(s.Value)
	case s.Dummy && (s.Intent == "in" || t.kept[s.Name]):
		same := NewRef(source.Span{}, s)
		return same, same
	case t.once[s] != nil && t.depth < deepest:
		inner := *t
		inner.depth++
		return inner.extremes(t.once[s])
	}
	i := slices.IndexFunc(t.ranges, func(x IndexRange) bool { return x.Var == r.Sym })
	if i < 0 || t.depth > 0 && t.loops[r.Sym] > 1 { // the loop around the assignment may be another one
		return nil, nil
	}
	around := *t
	around.ranges = t.ranges[:i]
	x := t.ranges[i]
	from, to := x.Lo, x.Hi
	step := int64(1)
	if x.Step != nil {
		var known bool
		if step, known = ConstInt(x.Step, nil); !known {
			return nil, nil
		}
	}
	if step < 0 {
		from, to = to, from
	}
	lo, _ = around.extremes(from)
	if _, hi = around.extremes(to); lo == nil || hi == nil {
		return nil, nil
	}
	return lo, hi
}

func (t *touching) binary(e *Binary) (lo, hi Expr) {
	a, b := t.extremes(e.X)
	c, d := t.extremes(e.Y)
	if a == nil || c == nil {
		return nil, nil
	}
	with := func(x, y Expr) Expr { return NewBinary(source.Span{}, e.Op, x, y) }
	switch {
	case a == b && c == d:
		same := with(a, c)
		return same, same
	case e.Op == Add:
		return with(a, c), with(b, d)
	case e.Op == Sub:
		return with(a, d), with(b, c)
	}
	return nil, nil
}
