package aag

import (
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Programs that pass messages ask for the number of the process in one procedure,
// divide their arrays in another and exchange borders in a third: what a call leaves in
// dummies, module variables and COMMON blocks is followed as assignments of the unit's
// own are.

// Leaves returns what a procedure leaves in the integer scalars that its callers see;
// body is its [program.ScalarPart]. What ends the procedure early is taken not to happen.
func Leaves(u *program.Unit, body []program.Stmt, b *comm.Builder) comm.Left {
	w := newWalker(u, b, &findings{})
	w.values.leaving = true
	w.b = b.Knowing(comm.Own{})
	w.values.scalars = scalars{}
	for _, s := range u.Symbols {
		if v := w.values.entered(s); v != 0 {
			w.values.define(s, v)
		}
	}
	w.values.followAll(body)
	out := comm.Left{Arena: b.A, Number: b.Number(), Size: b.Size(), Values: comm.Own{}}
	for _, s := range w.values.variables() {
		if v, changed := w.values.scalars[s]; changed && (callersSee(s) || s == u.Result) && v != w.values.entered(s) {
			out.Values[s] = v
		}
		if whole, _ := s.PartOf(); whole != nil && callersSee(s) {
			out.Parts = append(out.Parts, s)
		}
	}
	return out
}

// variables lists what is followed: the unit's variables, those of others that what it
// calls names, and parts of them.
func (w *ownValues) variables() []*program.Symbol {
	parts := slices.SortedFunc(maps.Values(w.followed), func(x, y *program.Symbol) int { return strings.Compare(x.Name, y.Name) })
	return slices.Concat(w.g.Unit.Symbols, w.elsewhere, parts)
}

func callersSee(s *program.Symbol) bool {
	return s.Rank() == 0 && s.Type == program.Integer && s.Class == program.Variable && (s.Dummy || s.Shared)
}

// entered is what a scalar holds at the beginning; 0 where nobody knows.
func (w *ownValues) entered(s *program.Symbol) symbolic.Expr {
	if s.Class == program.Parameter {
		if v, ok := w.b.Constants[s.Name]; ok {
			return w.b.A.Int(v)
		}
	}
	if v, ok := s.Value.(*program.Const); ok && w.initialized(s) {
		return w.b.A.Int(v.Int)
	}
	if callersSee(s) {
		return w.b.A.Sym(comm.Entered(s), symbolic.Index)
	}
	return 0
}

// initialized reports whether an integer has its initial value whenever the unit is entered: a
// component of a dummy of INTENT(OUT).
func (w *ownValues) initialized(s *program.Symbol) bool {
	dummy, _ := w.g.Unit.DummyPart(s)
	return dummy != nil && dummy.Intent == "out" && s.Type == program.Integer && s.Rank() == 0
}

// followAll follows the scalars through a block.
func (w *ownValues) followAll(body []program.Stmt) {
	for _, s := range body {
		switch s := s.(type) {
		case *program.If:
			w.followIf(s)
		case *program.Do:
			if values, behind := w.turns(s); values != nil {
				w.eachTurn(s, values, behind, func() { w.followAll(s.Body) })
				continue
			}
			left := w.computed(s)
			w.forgetStored(s)
			w.learn(append(left, w.filled(s)...))
		default:
			w.follow(s)
		}
	}
}

func (w *ownValues) followIf(s *program.If) {
	o := w.outcomes()
	for _, br := range s.Branches {
		holds, known := w.decidable(br.Cond)
		if !known {
			holds = 0
		}
		if w.followAll(br.Body); leavesUnit(br.Body) {
			o.restart()
			continue
		}
		o.end(holds)
	}
	w.followAll(s.Else)
	o.end(w.once())
	o.join()
}

// leftBy gives the scalars that a call changes what the procedure leaves in them.
func (w *ownValues) leftBy(s *program.CallStmt) {
	p := w.b.Procedure(s.Name)
	if p == nil || len(p.Leaves.Values) == 0 {
		return
	}
	values := scalars{}
	for theirs, v := range p.Leaves.Values {
		if ours := w.ours(s, p.Unit, theirs); ours != nil {
			values[ours] = w.brought(s, p, v)
		}
	}
	for ours := range values {
		w.forget(ours)
	}
	for ours, v := range values {
		if v != 0 {
			w.define(ours, v)
		}
	}
}

// resultOf is the value of a function of the program, 0 where it is not known.
func (w *ownValues) resultOf(c *program.Call) symbolic.Expr {
	p := w.b.Procedure(c.Name)
	if p == nil || p.Unit.Result == nil || p.Leaves.Values[p.Unit.Result] == 0 {
		return 0
	}
	call := &program.CallStmt{Node: program.Node{At: c.Span()}, Name: c.Name, Args: c.Args}
	return w.brought(call, p, p.Leaves.Values[p.Unit.Result])
}

// valueOf is an expression's value on each processor, 0 where it is not known.
func (w *ownValues) valueOf(e program.Expr) symbolic.Expr {
	if c, ok := e.(*program.Call); ok && c.Intrinsic().Shape == program.NotIntrinsic {
		return w.resultOf(c)
	}
	if !w.knows(e) {
		return 0
	}
	v, ok := w.b.Value(e)
	if !ok {
		return 0
	}
	return v
}

// knows reports whether the values of all names in an expression are known: where only
// scalars are followed, a name alone says nothing.
func (w *ownValues) knows(e program.Expr) bool {
	known := true
	program.Walk(e, func(x program.Expr) bool {
		if r, ok := x.(*program.Ref); ok && w.leaving {
			w.enteredElement(r)
			known = known && (w.owned(r) || r.Sym.Name == "mpi_proc_null")
		}
		return known
	})
	return known
}

// enteredElement gives an element that callers see what it holds at the beginning, when it is
// first read.
func (w *ownValues) enteredElement(r *program.Ref) {
	if !r.IsElement() || r.Sym.Type != program.Integer {
		return
	}
	if part := w.variable(r); part != nil && callersSee(part) {
		if _, followed := w.scalars[part]; !followed && w.b.OwnElement(r) == 0 {
			w.define(part, w.entered(part))
		}
	}
}

// owned reports whether a scalar, or an element of a vector, has a value that is known
// on each processor.
func (w *ownValues) owned(r *program.Ref) bool {
	return w.b.Own[r.Sym] != 0 || w.b.OwnElement(r) != 0
}
