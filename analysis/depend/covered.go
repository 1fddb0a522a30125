package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// covers tells whether all that an iteration of a loop reads of an array it has stored.
func covers(do *program.Do, s *program.Symbol) bool {
	c := &coverage{array: s, changed: map[*program.Symbol]bool{}}
	for _, v := range stored(do) {
		c.changed[v] = true
	}
	program.Statements(do.Body, func(x program.Stmt) bool {
		c.calling(x)
		return true
	})
	if do.Kind == program.DoCount && !do.Jumps && !slices.ContainsFunc(do.Body, leaves) {
		c.index(do)
		return c.block(do.Body)
	}
	return false
}

// calling notes what a statement may change that is no assignment.
func (c *coverage) calling(x program.Stmt) {
	switch x := x.(type) {
	case *program.CallStmt:
		c.calls = true
		for _, a := range x.Args {
			if r, is := a.Value.(*program.Ref); is {
				c.changed[r.Sym] = true
			}
		}
	case *program.Unmodelled:
		for _, v := range x.Receives {
			c.changed[v] = true
		}
	}
	for e := range program.Exprs(x) {
		program.Walk(e, func(e program.Expr) bool {
			f, is := e.(*program.Call)
			c.calls = c.calls || is && !pure(f)
			return true
		})
	}
}

// leaves tells whether a statement holds one that may be left before its end.
func leaves(x program.Stmt) bool {
	found := false
	program.Statements([]program.Stmt{x}, func(x program.Stmt) bool {
		switch x := x.(type) {
		case *program.Transfer:
			found = true
		case *program.Unmodelled:
			found = found || x.Keyword == "goto" || !x.Free && !x.Structured()
		case *program.Do:
			found = found || x.Jumps
		}
		return !found
	})
	return found
}

// coverage follows what an iteration stores of an array.
type coverage struct {
	array   *program.Symbol
	changed map[*program.Symbol]bool // by the loop: nothing is known of their values, but of indices
	calls   bool                     // procedures are called, which may change what others see
	around  []*program.Do            // the loops around the statement at hand, in the order of nesting
	written []section
}

// section is what a reference stores, in the loops around it.
type section struct {
	ref    *program.Ref
	around []*program.Do
}

// index lets the index of a loop stand for its value in the iteration.
func (c *coverage) index(do *program.Do) { delete(c.changed, do.Var) }

func (c *coverage) block(body []program.Stmt) bool {
	for _, x := range body {
		switch x := x.(type) {
		case *program.Assign:
			if !c.reads(x.RHS) || !c.reads(subscripts(x.LHS)...) {
				return false
			}
			if x.LHS.Sym == c.array {
				c.written = append(c.written, section{x.LHS, slices.Clone(c.around)})
			}
		case *program.Do:
			if x.Kind != program.DoCount && (namesIn(x, c.array) || mentioned(x.Body, c.array)) || !c.reads(x.Lo, x.Hi, x.Step) {
				return false
			}
			if x.Kind == program.DoCount && !c.loop(x) {
				return false
			}
		case *program.If:
			before := len(c.written)
			for _, b := range x.Branches {
				if !c.reads(b.Cond) || !c.block(b.Body) {
					return false
				}
				c.written = c.written[:before]
			}
			if !c.block(x.Else) {
				return false
			}
			c.written = c.written[:before]
		default:
			if namesIn(x, c.array) || mentioned([]program.Stmt{x}, c.array) {
				return false
			}
		}
	}
	return true
}

func (c *coverage) loop(do *program.Do) bool {
	changed := c.changed[do.Var]
	c.index(do)
	c.around = append(c.around, do)
	ok := c.block(do.Body)
	c.around = c.around[:len(c.around)-1]
	if changed {
		c.changed[do.Var] = true
	}
	return ok
}

// reads tells whether what expressions read of the array has been stored.
func (c *coverage) reads(es ...program.Expr) bool {
	ok := true
	for _, e := range es {
		program.Walk(e, func(e program.Expr) bool {
			r, is := e.(*program.Ref)
			ok = ok && !(is && r.Sym == c.array && !slices.ContainsFunc(c.written, func(w section) bool { return c.within(r, w) }))
			return ok
		})
	}
	return ok
}

// within tells whether a reference at hand reads no more than has been stored by another
// one: for equal iterations of the loops around both.
func (c *coverage) within(r *program.Ref, w section) bool {
	if len(w.ref.Subs) == 0 {
		return true
	}
	if len(r.Subs) != len(w.ref.Subs) {
		return false
	}
	shared := 0
	for shared < len(w.around) && shared < len(c.around) && w.around[shared] == c.around[shared] {
		shared++
	}
	left := slices.Clone(w.around[shared:]) // loops that no subscript has gone through
	for d := range r.Subs {
		from, to, _, ok := c.interval(r.Subs[d], c.around[shared:], d)
		low, high, do, known := c.interval(w.ref.Subs[d], w.around[shared:], d)
		if !ok || !known || !from.atLeast(low) || !high.atLeast(to) {
			return false
		}
		if do != nil {
			i := slices.Index(left, do)
			if i < 0 { // a diagonal
				return false
			}
			left = slices.Delete(left, i, i+1)
		}
	}
	return !slices.ContainsFunc(left, func(do *program.Do) bool { return !executed(do) })
}

// executed tells whether a loop surely has an iteration.
func executed(do *program.Do) bool {
	lo, okLo := program.ConstInt(do.Lo, nil)
	hi, okHi := program.ConstInt(do.Hi, nil)
	return okLo && okHi && do.Step == nil && lo <= hi
}

// interval is what a subscript goes through in some loops, and the loop by whose index it
// does, which steps by one.
func (c *coverage) interval(s program.Subscript, loops []*program.Do, d int) (low, high *linear, by *program.Do, ok bool) {
	if s.Triplet {
		lo, hi := s.Lo, s.Hi
		if lo == nil {
			lo = c.array.Dims[d].Lower
		}
		if hi == nil {
			hi = c.array.Dims[d].Upper
		}
		low, high = c.linear(lo, nil), c.linear(hi, nil)
		return low, high, nil, s.Stride == nil && low != nil && high != nil && (s.Lo != nil || low.asDeclared()) && (s.Hi != nil || high.asDeclared())
	}
	at := c.linear(s.Lo, loops)
	if at == nil {
		return nil, nil, nil, false
	}
	by = at.of(loops)
	if by == nil {
		return at, at, nil, true
	}
	first, last := c.linear(by.Lo, nil), c.linear(by.Hi, nil)
	if step, known := program.ConstInt(by.Step, nil); by.Step != nil && (!known || step != 1) || at.factors[by.Var] != 1 || first == nil || last == nil {
		return nil, nil, nil, false
	}
	low, high = at.with(by.Var, first), at.with(by.Var, last)
	return low, high, by, low.of(loops) == nil
}
