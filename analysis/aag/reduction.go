package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// accumulation is a statement s = s op expr inside loops that share its work.
type accumulation struct {
	operator string
	home     *program.Ref // the mapped reference whose owner executes
	level    int          // loops outside the ones that are reduced over
}

// reductionStatement recognises a scalar that accumulates over loops whose
// index subscripts a mapped array, or that a REDUCTION clause names; nil when
// the assignment is none, or the scalar is used otherwise in the loop.
func (w *walker) reductionStatement(s *program.Assign) *accumulation {
	if len(w.loops) == 0 || s.LHS.Sym.Rank() > 0 {
		return nil
	}
	operator, rest := accumulates(s)
	if operator == "" {
		return nil
	}
	home := w.mappedRef(rest)
	if home == nil {
		return nil
	}
	r := &accumulation{operator: operator, home: home, level: len(w.loops)}
	for r.level > 0 && w.reducesOver(w.loops[r.level-1], s) {
		r.level--
	}
	if r.level == len(w.loops) || w.private(s.LHS.Sym, r.level) {
		return nil
	}
	return r
}

// private reports whether a loop further out makes the scalar a variable of
// each of its iterations: an INDEPENDENT loop whose REDUCTION clause does not
// name it.
func (w *walker) private(s *program.Symbol, level int) bool {
	for _, l := range w.loops[:level] {
		if l.Independent && !names(l.Do, s) {
			return true
		}
	}
	return false
}

// names reports whether the loop's directive has the scalar in its REDUCTION
// clause.
func names(do *program.Do, s *program.Symbol) bool {
	return do.Independent != nil && slices.Contains(do.Independent.Reduction, s.Name)
}

// accumulates returns the operator of s = s op expr and expr.
func accumulates(s *program.Assign) (string, program.Expr) {
	isScalar := func(e program.Expr) bool {
		ref, ok := e.(*program.Ref)
		return ok && ref.Sym == s.LHS.Sym
	}
	switch e := s.RHS.(type) {
	case *program.Binary:
		switch {
		case e.Op == program.Sub && isScalar(e.X) && !uses(e.Y, s.LHS.Sym):
			return "+", e.Y
		case e.Op != program.Add && e.Op != program.Mul && e.Op != program.And && e.Op != program.Or:
		case isScalar(e.X) && !uses(e.Y, s.LHS.Sym):
			return e.Op.String(), e.Y
		case isScalar(e.Y) && !uses(e.X, s.LHS.Sym):
			return e.Op.String(), e.X
		case e.Op == program.Add: // s + x + y parses as (s + x) + y
			inner := &program.Assign{LHS: s.LHS, RHS: e.X}
			if op, _ := accumulates(inner); op == "+" && !uses(e.Y, s.LHS.Sym) {
				return op, e
			}
		}
	case *program.Call:
		if (e.Name == "max" || e.Name == "min") && len(e.Args) == 2 {
			for i := range e.Args {
				if isScalar(e.Args[i].Value) && !uses(e.Args[1-i].Value, s.LHS.Sym) {
					return e.Name, e.Args[1-i].Value
				}
			}
		}
	}
	return "", nil
}

func uses(e program.Expr, sym *program.Symbol) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		if ref, ok := x.(*program.Ref); ok && ref.Sym == sym {
			found = true
		}
		return !found
	})
	return found
}

// mappedRef returns the first reference to a mapped array element.
func (w *walker) mappedRef(e program.Expr) *program.Ref {
	var found *program.Ref
	program.Walk(e, func(x program.Expr) bool {
		ref, ok := x.(*program.Ref)
		if ok && found == nil && ref.Sym.Rank() > 0 && ref.Rank() == 0 && !w.b.Layouts[ref.Sym].Replicated() {
			found = ref
		}
		return found == nil
	})
	return found
}

// reducesOver reports whether the loop is one that the scalar accumulates
// over: its index subscripts the right side or its directive says so, and
// nothing else in it touches the scalar.
func (w *walker) reducesOver(l *comm.Loop, s *program.Assign) bool {
	if !names(l.Do, s.LHS.Sym) && (l.Index == nil || !uses(s.RHS, l.Index)) {
		return false
	}
	alone := true
	program.Statements(l.Do.Body, func(other program.Stmt) bool {
		if a, ok := other.(*program.Assign); ok && a.LHS.Sym == s.LHS.Sym {
			operator, _ := accumulates(a)
			alone = alone && operator != ""
			return true
		}
		for _, e := range program.Exprs(other) {
			alone = alone && !uses(e, s.LHS.Sym)
		}
		return alone
	})
	return alone
}

// reduction builds the accumulation: local partial results, combined once after
// the outermost loop that it runs over.
func (w *walker) reduction(s *program.Assign, r *accumulation) []*AAU {
	build := func(fixed int) ([]*comm.Element, error) {
		es, err := w.nest().Assign(s, nil, nil, fixed)
		if err == nil {
			last := es[len(es)-1]
			last.Operator = r.operator
			if last.Home == nil {
				last.Home = w.nest().Access(r.home, fixed)
			}
		}
		return es, err
	}
	out := w.elements(build, w.homeOf())
	if len(out) == 0 || out[len(out)-1].Kind != Seq {
		return out
	}
	last := out[len(out)-1]
	c := w.b.Combine(w.nest().Partition(last.Element, w.fixed()), last.Element, r.operator, s.LHS.Sym.Bytes)
	if c == nil {
		return out
	}
	c.Level, c.Depth = r.level, len(w.loops)
	w.pay(r.level)
	w.after[r.level] = append(w.after[r.level], w.comm(c))
	return out
}
