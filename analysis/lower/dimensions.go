package lower

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// A lattice code shifts along each dimension in a loop: do mu = 1, 4; s = cshift(psi, 1, mu+1).
// What is moved there is another thing in each iteration, so that such a loop becomes its
// iterations, one behind the other, each with a constant in the place of the index.

// byDimension returns a loop, emptied, and its iterations behind it, where its index says along
// which dimension an array function works; the loop alone otherwise.
func (l *statements) byDimension(do *program.Do, n *fortran.Node) []program.Stmt {
	first, last, step, few := l.fewIterations(do)
	if !few || do.Independent != nil || !straight(do) || !dimensionBy(do.Var, do.Body) {
		return one(do)
	}
	out, quiet := one(do), l.quiet
	do.Body, l.quiet = nil, true // what is wrong has been said
	for i := first; (last-i)*step >= 0; i += step {
		l.scope.push(do.Var.Name, nil, program.IntConst(do.At, i))
		turn := l.block(n.Blocks[0].Body)
		for _, s := range turn {
			s.TakeTurn(int((i - first) / step))
		}
		out = append(out, turn...)
		l.scope.pop(1)
	}
	l.quiet = quiet
	return out
}

// mostDimensions are those of an array (Fortran 2018, 5.4.6).
const mostDimensions = 15

// fewIterations returns the constant bounds of a loop that makes no more iterations than an
// array has dimensions.
func (l *statements) fewIterations(do *program.Do) (first, last, step int64, few bool) {
	if do.Kind != program.DoCount {
		return 0, 0, 0, false
	}
	first, lo := l.constInt(do.Lo)
	last, hi := l.constInt(do.Hi)
	step = 1
	if do.Step != nil {
		step, few = l.constInt(do.Step)
	} else {
		few = true
	}
	few = few && lo && hi && step != 0
	return first, last, step, few && (last-first)/step < mostDimensions
}

// straight reports whether a loop can be written out: it holds assignments, loops, masks, choices,
// calls, transfers and CONTINUE, and nothing that jumps or maps.
func straight(do *program.Do) bool {
	ok := true
	program.Statements(do.Body, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Assign, *program.Do, *program.Forall, *program.Where, *program.If, *program.CallStmt:
		case *program.Unmodelled:
			ok = ok && (s.Free || s.List != nil)
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// dimensionBy reports whether a variable stands in the DIM of an array function.
func dimensionBy(index *program.Symbol, body []program.Stmt) bool {
	found := false
	program.Statements(body, func(s program.Stmt) bool {
		for e := range program.Exprs(s) {
			program.Walk(e, func(e program.Expr) bool {
				if c, ok := e.(*program.Call); ok {
					dim := dimensionOf(c)
					found = found || dim != nil && program.Mentions(index, dim)
				}
				return !found
			})
		}
		return !found
	})
	return found
}

// dimensionOf is the DIM of an array function; nil without one.
func dimensionOf(c *program.Call) program.Expr {
	switch {
	case c.Name == "cshift" || c.Name == "spread":
		return c.Argument("dim", map[string]int{"cshift": 2, "spread": 1}[c.Name])
	case c.Name == "eoshift":
		return c.Argument("dim", 3)
	case c.Intrinsic().Shape == program.Reduction:
		return c.ReducedDim()
	}
	return nil
}
