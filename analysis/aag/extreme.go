package aag

import (
	"math"

	"github.com/parlens/parlens/analysis/program"
)

// seldom is how often an extreme is replaced: of n values in any order ln(n)/n times.
const seldom = 0.01

// replacements is the share of the iterations of the loop around that replace an extreme.
func (w *walker) replacements() float64 {
	n, known := w.b.A.ConstInt(w.loops[len(w.loops)-1].Trip(w.b.A))
	if !known || n < 1 {
		return seldom
	}
	return min(0.5, max(seldom, (math.Log(float64(n))+0.577)/float64(n)))
}

// replacesExtreme reports whether a branch makes its own condition an equation, as in
// IF (x(i) > most) most = x(i) and IF (x(i) < x(least)) least = i, in a loop over the elements
// that assigns the extreme nowhere else.
func (w *walker) replacesExtreme(br program.Branch) bool {
	c, ok := br.Cond.(*program.Binary)
	if len(w.loops) == 0 || !ok || c.Op != program.Lt && c.Op != program.Le && c.Op != program.Gt && c.Op != program.Ge {
		return false
	}
	for _, s := range br.Body {
		a, ok := s.(*program.Assign)
		if !ok || a.LHS.Sym.Rank() > 0 || len(a.LHS.Subs) > 0 {
			continue
		}
		with := func(e program.Expr) program.Expr {
			if r, is := e.(*program.Ref); is && r.Sym == a.LHS.Sym {
				return a.RHS
			}
			return nil
		}
		becomes := func(x, y program.Expr) bool {
			return hasElement(y) && program.Mentions(a.LHS.Sym, x) && program.Text(program.Replace(x, x.Span(), program.Itself, with)) == program.Text(y)
		}
		if becomes(c.X, c.Y) || becomes(c.Y, c.X) {
			l := w.loops[len(w.loops)-1].Do
			return l != nil && assignments(l.Body, a.LHS.Sym) == assignments(br.Body, a.LHS.Sym)
		}
	}
	return false
}

// hasElement reports whether an expression names an element of an array.
func hasElement(e program.Expr) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		r, ok := x.(*program.Ref)
		found = found || ok && r.IsElement()
		return !found
	})
	return found
}

// assignments is how many statements of a block may assign a scalar.
func assignments(body []program.Stmt, s *program.Symbol) int {
	n := 0
	program.Statements(body, func(x program.Stmt) bool {
		switch x := x.(type) {
		case *program.Assign:
			if x.LHS.Sym == s {
				n++
			}
		case *program.CallStmt:
			n++ // perhaps
		case *program.Unmodelled:
			if x.Keyword != "print" && x.Keyword != "write" {
				n++
			}
		}
		return true
	})
	return n
}
