package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// A variable is private to the iterations of a loop where each iteration stores every element
// before it reads it, and nobody reads what the loop leaves (array privatization; P. Tu and
// D. Padua, Automatic array privatization, 1993). Stores count that are made whatever happens:
// not under a condition, not in a loop that may be left early.

// PrivateArrays returns the arrays of a unit of which that is proven for a loop, without
// those of which each iteration has elements of its own.
func (k Known) PrivateArrays(u *program.Unit, do *program.Do) []*program.Symbol {
	var out []*program.Symbol
	for _, s := range storedIn(do.Body) {
		own := s.Class == program.Variable && s.Rank() > 0 && !s.Dummy && !s.Aliased && !s.Overlaid && s.Value == nil && s != u.Result && s.Type != program.Derived
		if own && !walkedAlong(do, s) && k.covers(u, do, s) && !k.Leaves(u, s) {
			out = append(out, s)
		}
	}
	return out
}

// Leaves tells whether somebody may read what a unit leaves in a variable of its own, or in one
// that other units see.
func (k Known) Leaves(u *program.Unit, s *program.Symbol) bool {
	if s.Shared {
		return k.Unread == nil || !k.Unread(s)
	}
	return k.Exposed(u, s)
}

// Exposed tells whether a unit may read of a variable what others have stored, or what it has
// stored itself before it called them.
func (k Known) Exposed(u *program.Unit, s *program.Symbol) bool {
	if !mentioned(u.Body, s) || !k.exposed(u, u.Body, s) {
		return false
	}
	body := toEnd(u.Body)
	return slices.ContainsFunc(body, leaves) || !k.coverage(u, body, s).block(body)
}

// toEnd is the body of a unit without the statements that do no more than end it.
func toEnd(body []program.Stmt) []program.Stmt {
	for len(body) > 0 && ends(body[len(body)-1]) {
		body = body[:len(body)-1]
	}
	return body
}

// ends tells whether a statement does no more than end a unit.
func ends(x program.Stmt) bool {
	switch x := x.(type) {
	case *program.Transfer:
		return x.Keyword == "return" || x.Keyword == "stop"
	case *program.Unmodelled:
		return x.Free
	}
	return false
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

// storedIn are the variables that statements may change, each once.
func storedIn(body []program.Stmt) []*program.Symbol {
	var out []*program.Symbol
	seen := map[*program.Symbol]bool{}
	add := func(s *program.Symbol) {
		if s != nil && !seen[s] {
			seen[s], out = true, append(out, s)
		}
	}
	passed := func(args []program.Arg) {
		for _, a := range args {
			if r, is := a.Value.(*program.Ref); is {
				add(r.Sym)
			}
		}
	}
	program.Statements(body, func(x program.Stmt) bool {
		switch x := x.(type) {
		case *program.Assign:
			add(x.LHS.Sym)
		case *program.Do:
			add(x.Var)
		case *program.CallStmt:
			passed(x.Args)
		case *program.Unmodelled:
			for _, s := range x.Receives {
				add(s)
			}
		}
		for e := range program.Exprs(x) {
			program.Walk(e, func(e program.Expr) bool {
				if f, is := e.(*program.Call); is && !pure(f) {
					passed(f.Args)
				}
				return true
			})
		}
		return true
	})
	return out
}

// exposed tells whether a block may read elements of a variable that others have stored.
func (k Known) exposed(u *program.Unit, block []program.Stmt, s *program.Symbol) bool {
	return slices.ContainsFunc(block, func(x program.Stmt) bool {
		if do, is := x.(*program.Do); is && k.covers(u, do, s) {
			return false
		}
		if a, is := x.(*program.Assign); is {
			return nameIn(s, a.RHS) || nameIn(s, subscripts(a.LHS)...)
		}
		if namesIn(x, s) {
			return true
		}
		for b := range program.Blocks(x) {
			if k.exposed(u, b, s) {
				return true
			}
		}
		return false
	})
}

// namesIn tells whether a statement itself names a variable.
func namesIn(x program.Stmt, s *program.Symbol) bool {
	for e := range program.Exprs(x) {
		if nameIn(s, e) {
			return true
		}
	}
	switch x := x.(type) {
	case *program.Unmodelled:
		return x.Names(s.Name) || x.List != nil && x.List.Group
	case *program.Remap:
		return true
	}
	return false
}

// nameIn tells whether expressions name a variable, one that is not understood by its words.
func nameIn(s *program.Symbol, es ...program.Expr) bool {
	found := false
	for _, e := range es {
		if e != nil {
			program.Walk(e, func(e program.Expr) bool {
				switch e := e.(type) {
				case *program.Ref:
					found = found || e.Sym == s
				case *program.Opaque:
					text := program.Unmodelled{Text: e.Text}
					found = found || text.Names(s.Name)
				}
				return !found
			})
		}
	}
	return found
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
