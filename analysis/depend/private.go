package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// A local array is private to the iterations of a loop where each iteration stores every
// element before it reads it, and nobody reads what the loop leaves (array privatization;
// P. Tu and D. Padua, Automatic array privatization, 1993). Stores count that are made
// whatever happens: not under a condition, not in a loop that may be left early.

// PrivateArrays returns the arrays of a unit of which that is proven for a loop, without
// those of which each iteration has elements of its own.
func PrivateArrays(u *program.Unit, do *program.Do) []*program.Symbol {
	var out []*program.Symbol
	for _, s := range stored(do) {
		own := s.Class == program.Variable && s.Rank() > 0 && !s.Dummy && !s.Shared && !s.Aliased && !s.Overlaid && s.Value == nil && s != u.Result && s.Type != program.Derived
		if own && !walkedAlong(do, s) && covers(do, s) && !exposed(u.Body, s) {
			out = append(out, s)
		}
	}
	return out
}

// walkedAlong tells whether a subscript of an array names the index of a loop.
func walkedAlong(do *program.Do, s *program.Symbol) bool {
	found := false
	look := func(e program.Expr) bool {
		r, is := e.(*program.Ref)
		found = found || is && r.Sym == s && program.Mentions(do.Var, subscripts(r)...)
		return !found
	}
	program.Statements(do.Body, func(x program.Stmt) bool {
		for e := range program.Exprs(x) {
			program.Walk(e, look)
		}
		return !found
	})
	return found
}

// stored are the variables that a statement assigns, each once.
func stored(x program.Stmt) []*program.Symbol {
	var out []*program.Symbol
	program.Statements([]program.Stmt{x}, func(x program.Stmt) bool {
		var s *program.Symbol
		switch x := x.(type) {
		case *program.Assign:
			s = x.LHS.Sym
		case *program.Do:
			s = x.Var
		}
		if s != nil && !slices.Contains(out, s) {
			out = append(out, s)
		}
		return true
	})
	return out
}

// exposed tells whether a block may read elements of an array that others have stored.
func exposed(block []program.Stmt, s *program.Symbol) bool {
	return slices.ContainsFunc(block, func(x program.Stmt) bool {
		if do, is := x.(*program.Do); is && covers(do, s) {
			return false
		}
		if a, is := x.(*program.Assign); is {
			return program.Mentions(s, a.RHS) || slices.ContainsFunc(a.LHS.Subs, func(b program.Subscript) bool { return program.Mentions(s, b.Lo, b.Hi, b.Stride) })
		}
		if namesIn(x, s) {
			return true
		}
		for b := range program.Blocks(x) {
			if exposed(b, s) {
				return true
			}
		}
		return false
	})
}

// namesIn tells whether a statement itself names a variable.
func namesIn(x program.Stmt, s *program.Symbol) bool {
	for e := range program.Exprs(x) {
		if program.Mentions(s, e) {
			return true
		}
	}
	switch x := x.(type) {
	case *program.Unmodelled:
		return x.Names(s.Name)
	case *program.Remap:
		return true
	}
	return false
}

// mentioned tells whether some statement of a block names a variable.
func mentioned(body []program.Stmt, s *program.Symbol) bool {
	found := false
	program.Statements(body, func(x program.Stmt) bool {
		found = found || namesIn(x, s)
		return !found
	})
	return found
}

func subscripts(r *program.Ref) []program.Expr {
	var out []program.Expr
	for _, s := range r.Subs {
		out = append(out, s.Lo, s.Hi, s.Stride)
	}
	return out
}
