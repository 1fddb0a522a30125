package elements

import (
	"github.com/parlens/parlens/analysis/program"
)

// mentions reports whether a symbol stands in an expression.
func mentions(e program.Expr, s *program.Symbol) bool { return count(s, e) > 0 }

// count returns how often a symbol stands in expressions.
func count(s *program.Symbol, es ...program.Expr) int {
	n := 0
	for _, e := range es {
		program.Walk(e, func(x program.Expr) bool {
			if r, ok := x.(*program.Ref); ok && r.Sym == s {
				n++
			}
			return true
		})
	}
	return n
}

// occurrences returns how often a symbol stands in a block, sides and headers
// included. Unmodelled text counts when it contains the name.
func occurrences(block []program.Stmt, s *program.Symbol) int {
	n := 0
	program.Statements(block, func(stmt program.Stmt) bool {
		n += count(s, expressions(stmt)...)
		if u, ok := stmt.(*program.Unmodelled); ok && u.Names(s.Name) {
			n++
		}
		return true
	})
	return n
}

// expressions returns the expressions of a statement, not of those inside it.
func expressions(s program.Stmt) []program.Expr {
	var es []program.Expr
	add := func(more ...program.Expr) {
		for _, e := range more {
			if e != nil {
				es = append(es, e)
			}
		}
	}
	switch s := s.(type) {
	case *program.Assign:
		add(s.LHS, s.RHS)
	case *program.Do:
		add(s.Lo, s.Hi, s.Step, s.Cond)
		add(ranges(s.Ranges)...)
	case *program.Forall:
		add(ranges(s.Ranges)...)
		add(s.Mask)
	case *program.Where:
		for _, b := range s.Branches {
			add(b.Mask)
		}
	case *program.If:
		for _, b := range s.Branches {
			add(b.Cond)
		}
	case *program.CallStmt:
		for _, a := range s.Args {
			add(a.Value)
		}
	}
	return es
}

func ranges(rs []program.IndexRange) []program.Expr {
	var es []program.Expr
	for _, r := range rs {
		es = append(es, r.Lo, r.Hi, r.Step)
	}
	return es
}
