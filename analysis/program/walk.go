package program

import (
	"iter"
	"slices"
)

// RankOf returns the rank of an expression: of an elemental operation the
// largest rank of its operands, of a transformational intrinsic what it
// returns.
func RankOf(e Expr) int {
	switch e := e.(type) {
	case *Ref:
		return e.Rank()
	case *Unary:
		return RankOf(e.X)
	case *Binary:
		return max(RankOf(e.X), RankOf(e.Y))
	case *Call:
		return callRank(e)
	case *Opaque:
		if e.Reason == ArrayConstructor {
			return 1
		}
	}
	return 0
}

func callRank(c *Call) int {
	rank := 0
	for _, a := range c.Args {
		rank = max(rank, RankOf(a.Value))
	}
	switch c.Intrinsic().Shape {
	case NotIntrinsic:
		if c.Sym != nil && c.Sym.Class == Procedure && !c.Sym.ByElement {
			return len(c.Sym.Result)
		}
	case Reduction:
		if c.ReducedDim() == nil || rank == 0 {
			return 0
		}
		return rank - 1
	case Inquiry:
		return 0
	case Transformational:
		return c.transformedRank()
	}
	return rank
}

// ReducedDim returns the DIM argument of a reduction, or nil: a positional
// second argument is DIM when it is scalar and a mask otherwise.
func (c *Call) ReducedDim() Expr {
	if c.Name == "dot_product" {
		return nil
	}
	place := 1
	if c.Name == "findloc" { // behind the value
		place = 2
	}
	for i, a := range c.Args {
		if a.Keyword == "dim" || a.Keyword == "" && i == place && RankOf(a.Value) == 0 {
			return a.Value
		}
	}
	return nil
}

// Locates reports whether the call finds places: subscripts, or those along a dimension.
func (c *Call) Locates() bool {
	return c.Name == "maxloc" || c.Name == "minloc" || c.Name == "findloc"
}

// Argument returns the actual argument with the keyword, or the one at the
// (0-based) position when it has no keyword; nil if there is none.
func (c *Call) Argument(keyword string, position int) Expr {
	for i, a := range c.Args {
		if a.Keyword == keyword || a.Keyword == "" && i == position {
			return a.Value
		}
	}
	return nil
}

// Walk calls visit for e and, where visit returns true, for its operands in
// source order.
func Walk(e Expr, visit func(Expr) bool) {
	if e == nil || !visit(e) {
		return
	}
	switch e := e.(type) {
	case *Ref:
		for _, s := range e.Subs {
			walkSome(visit, s.Lo, s.Hi, s.Stride)
		}
		walkSome(visit, e.Image)
	case *Unary:
		Walk(e.X, visit)
	case *Binary:
		walkSome(visit, e.X, e.Y)
	case *Call:
		for _, a := range e.Args {
			Walk(a.Value, visit)
		}
	case *Opaque:
		walkSome(visit, e.Values...)
		for _, run := range e.Runs {
			walkSome(visit, run.Item, run.Count)
		}
	}
}

// Mentions reports whether a symbol stands in one of the expressions.
func Mentions(sym *Symbol, es ...Expr) bool {
	found := false
	walkSome(func(e Expr) bool {
		r, ok := e.(*Ref)
		found = found || ok && r.Sym == sym
		return !found
	}, es...)
	return found
}

func walkSome(visit func(Expr) bool, es ...Expr) {
	for _, e := range es {
		if e != nil {
			Walk(e, visit)
		}
	}
}

// Statements calls visit for every statement of the block in source order,
// and for those inside it where visit returns true.
func Statements(block []Stmt, visit func(Stmt) bool) {
	for _, s := range block {
		if !visit(s) {
			continue
		}
		for inner := range Blocks(s) {
			Statements(inner, visit)
		}
	}
}

// Blocks goes through the statement blocks that stand directly inside s.
func Blocks(s Stmt) iter.Seq[[]Stmt] {
	return func(yield func([]Stmt) bool) { blocks(s, yield) }
}

func blocks(s Stmt, yield func([]Stmt) bool) {
	switch s := s.(type) {
	case *Do:
		yield(s.Body)
	case *Forall:
		yield(s.Body)
	case *If:
		for i := range s.Branches {
			if !yield(s.Branches[i].Body) {
				return
			}
		}
		yield(s.Else)
	case *Where:
		for i := range s.Branches {
			if !yield(s.Branches[i].Body) {
				return
			}
		}
	}
}

// Exprs goes through the expressions that stand directly in s: operands, bounds,
// conditions, masks and arguments, but not those of the statements inside it.
func Exprs(s Stmt) iter.Seq[Expr] {
	return func(yield func(Expr) bool) { exprs(s, yield) }
}

func exprs(s Stmt, yield func(Expr) bool) {
	switch s := s.(type) {
	case *Assign:
		some(yield, s.LHS, s.RHS)
	case *Do:
		_ = some(yield, s.Lo, s.Hi, s.Step, s.Cond) && ranges(yield, s.Ranges)
	case *Forall:
		_ = some(yield, s.Mask) && ranges(yield, s.Ranges)
	case *Where:
		for i := range s.Branches {
			if !some(yield, s.Branches[i].Mask) {
				return
			}
		}
	case *If:
		for i := range s.Branches {
			if !some(yield, s.Branches[i].Cond) {
				return
			}
		}
	case *CallStmt:
		for i := range s.Args {
			if !some(yield, s.Args[i].Value) {
				return
			}
		}
	}
}

// some goes through the expressions that are there, as far as is asked for.
func some(yield func(Expr) bool, es ...Expr) bool {
	for _, e := range es {
		if e != nil && !yield(e) {
			return false
		}
	}
	return true
}

func ranges(yield func(Expr) bool, list []IndexRange) bool {
	for i := range list {
		if r := &list[i]; !some(yield, r.Lo, r.Hi, r.Step) {
			return false
		}
	}
	return true
}

// Transferred returns the items of a statement of input or output.
func Transferred(s Stmt) []Expr {
	u, ok := s.(*Unmodelled)
	if !ok || u.List == nil {
		return nil
	}
	var out []Expr
	for _, item := range u.List.Items {
		out = append(out, item.Value)
	}
	return out
}

// Indices are those of the loops that each call of a block stands in.
type Indices map[*CallStmt][]*Symbol

// Without returns the variables without the indices around a call, which it leaves as
// they are: none but the loop changes its index (Fortran 2018, 11.1.7.4.3).
func (x Indices) Without(s *CallStmt, changed []*Symbol) []*Symbol {
	if len(x[s]) == 0 {
		return changed
	}
	return slices.DeleteFunc(slices.Clone(changed), func(v *Symbol) bool { return slices.Contains(x[s], v) })
}

// IndicesAround returns the indices of the loops that the calls of a block stand in.
func IndicesAround(block []Stmt) Indices {
	out := Indices{}
	var look func(block []Stmt, around []*Symbol)
	look = func(block []Stmt, around []*Symbol) {
		for _, s := range block {
			own := around
			switch s := s.(type) {
			case *Do:
				if s.Var != nil {
					own = append(slices.Clip(around), s.Var)
				}
			case *CallStmt:
				if len(around) > 0 {
					out[s] = around
				}
			}
			for b := range Blocks(s) {
				look(b, own)
			}
		}
	}
	look(block, nil)
	return out
}

// NodesOf is how many nodes an expression has.
func NodesOf(e Expr) (n int) {
	Walk(e, func(Expr) bool { n++; return true })
	return n
}

// CallsFunction reports whether an expression calls a function that is no intrinsic.
func CallsFunction(e Expr) bool {
	found := false
	Walk(e, func(x Expr) bool {
		c, ok := x.(*Call)
		found = found || ok && c.Intrinsic().Shape == NotIntrinsic
		return !found
	})
	return found
}
