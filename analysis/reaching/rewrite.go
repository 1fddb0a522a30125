package reaching

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// note gives the variables of an expression the definitions that hold now.
func (r *resolver) note(e program.Expr) {
	if r.dry > 0 {
		return
	}
	program.Walk(e, func(x program.Expr) bool {
		if ref, ok := x.(*program.Ref); ok && followed(ref.Sym) && r.of[ref] == nil {
			r.of[ref] = r.definitionOf(ref.Sym)
			r.uses = append(r.uses, ref)
			r.placed(ref)
		}
		return true
	})
}

// subscripts rewrites the subscripts of the references in an expression.
func (r *resolver) subscripts(e program.Expr) {
	if r.dry > 0 {
		return
	}
	program.Walk(e, func(x program.Expr) bool {
		switch x := x.(type) {
		case *program.Call:
			r.modes(x)
		case *program.Ref:
			r.within(x)
			return false
		}
		return true
	})
}

// within rewrites the subscripts of a reference.
func (r *resolver) within(ref *program.Ref) {
	for i := range ref.Subs {
		s := &ref.Subs[i]
		outer := r.bounds
		r.bounds = s.Triplet
		s.Lo, s.Hi, s.Stride = r.rewrite(s.Lo), r.rewrite(s.Hi), r.rewrite(s.Stride)
		r.bounds = outer
	}
}

// argument names the variables of an actual argument. A scalar that is passed stays
// a variable, which the procedure may assign: what it is stands beside it.
func (r *resolver) argument(e program.Expr) {
	if r.dry > 0 {
		return
	}
	if ref, ok := e.(*program.Ref); ok && len(ref.Subs) == 0 && ref.Sym.Rank() == 0 {
		r.note(ref)
		if followed(ref.Sym) {
			if v, ok := r.inIndices(r.definitionOf(ref.Sym), e.Span()); ok {
				ref.Value = v
			}
		}
		return
	}
	if ref, ok := e.(*program.Ref); ok {
		r.subscripts(ref)
		return
	}
	r.note(e)
	r.subscripts(e)
}

// constant reports whether a name that has a constant value has it here: a variable
// until it is assigned.
func (r *resolver) constant(s *program.Symbol) bool {
	return s.Class == program.Parameter || r.definitionOf(s).entry
}

// modes writes constants as the DIM and SHIFT of array functions.
func (r *resolver) modes(c *program.Call) {
	shape := c.Intrinsic().Shape
	if shape != program.Transformational && shape != program.Reduction {
		return
	}
	for i := min(1, len(c.Args)); i < len(c.Args); i++ {
		if program.RankOf(c.Args[i].Value) == 0 {
			c.Args[i].Value = r.rewrite(c.Args[i].Value)
		}
	}
}

// ranges rewrites the bounds of a FORALL or DO CONCURRENT.
func (r *resolver) ranges(list []program.IndexRange) []program.IndexRange {
	for i := range list {
		x := &list[i]
		x.Lo, x.Hi, x.Step = r.rewrite(x.Lo), r.rewrite(x.Hi), r.rewrite(x.Step)
	}
	return list
}

// rewrite returns an expression with the scalars that follow a loop's index as
// functions of it, and names the others.
func (r *resolver) rewrite(e program.Expr) program.Expr {
	if e == nil || r.dry > 0 {
		return e
	}
	switch e := e.(type) {
	case *program.Ref:
		if len(e.Subs) > 0 {
			r.within(e)
			r.note(e)
			return e
		}
		if c, ok := r.opt.Constants[e.Sym]; ok && r.constant(e.Sym) {
			return program.IntConst(e.Span(), c)
		}
		if !followed(e.Sym) || e.Sym.Rank() > 0 || e.Image != nil {
			return e
		}
		if v, ok := r.inIndices(r.definitionOf(e.Sym), e.Span()); ok {
			return v
		}
		r.note(e)
	case *program.Unary:
		if x := r.rewrite(e.X); x != e.X {
			return program.NewUnary(e.Span(), e.Op, x)
		}
	case *program.Binary:
		if x, y := r.rewrite(e.X), r.rewrite(e.Y); x != e.X || y != e.Y {
			return program.NewBinary(e.Span(), e.Op, x, y)
		}
	case *program.Call:
		for i := range e.Args {
			if program.RankOf(e.Args[i].Value) == 0 && e.Intrinsic().Shape == program.Elemental {
				e.Args[i].Value = r.rewrite(e.Args[i].Value)
			} else {
				r.argument(e.Args[i].Value)
			}
		}
	}
	return e
}

// inIndices returns the value of a definition as a function of the indices of loops
// around, at a place; false where it follows none and no loop around changes the variable, or
// where it names what has changed since.
func (r *resolver) inIndices(d *definition, at source.Span) (program.Expr, bool) {
	if d.value == nil {
		return nil, false
	}
	follows, holds := false, true
	program.Walk(d.value, func(e program.Expr) bool {
		if !r.bounds && r.bent(e) {
			holds = false
		}
		ref, ok := e.(*program.Ref)
		if !ok || !followed(ref.Sym) {
			return holds
		}
		of, now := r.of[ref], r.definitionOf(ref.Sym)
		if of.index {
			follows, holds = true, holds && now.index && now.varying == of.varying
			return holds
		}
		holds = holds && of == now
		return holds
	})
	if !holds || !follows && (r.bounds || !r.changing(d.sym)) {
		return nil, false
	}
	return r.copied(d.value, at), true
}

// changing reports whether a loop around changes a variable: k = 1 in it, as k = n-3 further down, is
// what it is there, and no other value in each iteration.
func (r *resolver) changing(s *program.Symbol) bool {
	return slices.ContainsFunc(r.around, func(l *enclosing) bool { return slices.Contains(l.changes, s) })
}

// bent reports whether an expression is no sum or product of what it is made of, and follows
// an index: bounds may be so.
func (r *resolver) bent(e program.Expr) bool {
	_, call := e.(*program.Call)
	quotient, ok := e.(*program.Binary)
	return (call || ok && quotient.Op == program.Div) && r.follows(e)
}

// follows reports whether a value names the index of a loop.
func (r *resolver) follows(value program.Expr) bool {
	found := false
	program.Walk(value, func(e program.Expr) bool {
		ref, ok := e.(*program.Ref)
		found = found || ok && r.of[ref] != nil && r.of[ref].index
		return !found
	})
	return found
}

// copied returns a value at another place, with the definitions of its names.
func (r *resolver) copied(e program.Expr, at source.Span) program.Expr {
	out := program.Rename(e, at, program.Itself)
	r.note(out)
	return out
}

// valueOf returns the value of a right side in the definitions that hold now; nil for what has
// none of use: only sums, products and quotients of integers have, and MIN, MAX and MOD. Those
// that are bent and follow an index are of use in bounds only. Names stay names, but for those
// that follow an index, and the variable itself that is assigned.
func (r *resolver) valueOf(e program.Expr, self *program.Symbol) program.Expr {
	switch e := e.(type) {
	case *program.Const:
		if e.Type == program.Integer {
			return e
		}
	case *program.Ref:
		if e.Sym.Type != program.Integer || e.Image != nil {
			return nil
		}
		if e.Sym.Rank() > 0 {
			return r.elementOf(e)
		}
		if c, ok := r.opt.Constants[e.Sym]; ok {
			return program.IntConst(e.Span(), c)
		}
		if !followed(e.Sym) {
			return e
		}
		d := r.definitionOf(e.Sym)
		if d.value != nil && (e.Sym == self || r.follows(d.value)) {
			return d.value
		}
		out := program.NewRef(e.Span(), e.Sym)
		r.of[out] = d
		return out
	case *program.Unary:
		if x := r.valueOf(e.X, self); x != nil && e.Op == program.Neg {
			return folded(program.Sub, program.IntConst(e.Span(), 0), x)
		}
	case *program.Binary:
		if e.Op != program.Add && e.Op != program.Sub && e.Op != program.Mul && e.Op != program.Div {
			return nil
		}
		x, y := r.valueOf(e.X, self), r.valueOf(e.Y, self)
		if x == nil || y == nil || program.NodesOf(x)+program.NodesOf(y) >= mostNodes {
			return nil
		}
		return folded(e.Op, x, y)
	case *program.Call:
		return r.function(e, self)
	}
	return nil
}

// function returns MIN, MAX or MOD of values that are known; nil for any other function.
func (r *resolver) function(c *program.Call, self *program.Symbol) program.Expr {
	if c.Name != "min" && c.Name != "max" && c.Name != "mod" || c.Intrinsic().Shape != program.Elemental {
		return nil
	}
	var args []program.Arg
	for _, a := range c.Args {
		x := r.valueOf(a.Value, self)
		if x == nil || program.NodesOf(x) >= mostNodes/len(c.Args) {
			return nil
		}
		args = append(args, program.Arg{Value: x})
	}
	return program.NewCall(c.Span(), c.Name, c.Sym, args...)
}

// elementOf returns an element of an integer array that constants name, as the array
// is now; nil for any other.
func (r *resolver) elementOf(e *program.Ref) program.Expr {
	if len(e.Subs) == 0 || !followed(e.Sym) {
		return nil
	}
	var subs []program.Subscript
	for _, s := range e.Subs {
		k, constant := s.Lo.(*program.Const)
		if s.Triplet || !constant {
			return nil
		}
		subs = append(subs, program.Element(k))
	}
	out := program.NewRef(e.Span(), e.Sym, subs...)
	r.of[out] = r.definitionOf(e.Sym)
	return out
}
