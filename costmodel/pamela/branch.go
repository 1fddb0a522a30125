package pamela

import (
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/calculus"
)

// branch is if: of numbers, vectors and processes alike. A condition that is
// no comparison is the probability of the first branch.
func (v *evaluator) branch(f *frame, n *Branch) (value, error) {
	cond, err := v.node(f, n.Cond)
	if err != nil {
		return value{}, err
	}
	if cond.sort != aNumber {
		return value{}, f.fail(n.Cond, "kind", "a condition is a number, not %s", cond.sort)
	}
	if c, ok := cond.constant(v.arena); ok {
		if c < 0 || c > 1 {
			return value{}, f.fail(n.Cond, "probability", "a condition is true (1), false (0) or a probability between them, not %v", c)
		}
		if x, taken, err := v.certain(f, n, c); taken {
			return x, err
		}
	}
	x, err := v.node(f, n.Then)
	if err != nil {
		return value{}, err
	}
	y, err := v.otherwise(f, n, x.sort)
	if err != nil {
		return value{}, err
	}
	if x.sort != y.sort {
		return value{}, f.fail(n, "kind", "one branch is %s, the other %s", x.sort, y.sort)
	}
	return v.choose(f, n, cond, x, y)
}

// certain evaluates the only branch that a constant condition leaves, so that
// recursion can end.
func (v *evaluator) certain(f *frame, n *Branch, c float64) (x value, taken bool, err error) {
	switch {
	case c == 1:
		x, err = v.node(f, n.Then)
	case c == 0:
		x, err = v.otherwise(f, n, v.sortOf(f, n.Then))
	default:
		return x, false, nil
	}
	return x, true, err
}

// sortOf is the sort of an expression by its form, without evaluating it.
func (v *evaluator) sortOf(f *frame, n Node) sort {
	switch n := asRead(n).(type) {
	case *Empty:
		return aProcess
	case *List:
		return aVector
	case *Branch:
		return v.sortOf(f, n.Then)
	case *Binary:
		return max(v.sortOf(f, n.X), v.sortOf(f, n.Y))
	case *Loop:
		return v.sortOf(f, n.Body)
	case *Name:
		return v.sortOfName(f, n)
	}
	return aNumber
}

func (v *evaluator) sortOfName(f *frame, n *Name) sort {
	if x, ok := f.locals[n.Name]; ok {
		return x.sort
	}
	switch n.Name {
	case "delay", "use":
		return aProcess
	case "unitvec":
		return aVector
	}
	if e := v.scope[n.Name]; e != nil {
		return [...]sort{Numeric: aNumber, Process: aProcess, Resource: aResource}[e.Kind]
	}
	return aNumber
}

// otherwise is the else branch: nothing, of the other's sort, when it is left
// out.
func (v *evaluator) otherwise(f *frame, n *Branch, s sort) (value, error) {
	if n.Else != nil {
		return v.node(f, n.Else)
	}
	switch s {
	case aProcess:
		return processOf(&calculus.Serial{}), nil
	case aResource:
		return value{}, f.fail(n, "kind", "a choice of resources needs an else")
	}
	return value{sort: s, number: v.arena.Int(0)}, nil
}

func (v *evaluator) choose(f *frame, n *Branch, cond, x, y value) (value, error) {
	a := v.arena
	mix := func(p, q symbolic.Expr) symbolic.Expr {
		if cond.truth {
			return a.Cond(cond.number, p, q)
		}
		return a.Add(a.Mul(cond.number, p), a.Mul(a.Sub(a.Int(1), cond.number), q))
	}
	switch x.sort {
	case aProcess:
		t := &calculus.If{Span: n.At(), Then: x.process, Else: y.process}
		if cond.truth {
			t.Cond = cond.number
		} else {
			t.Weight = cond.number
		}
		return processOf(t), nil
	case aVector:
		zero, one := a.Int(0), a.Int(1)
		return vectorOf(v.calculus.Plus(v.calculus.Times(x.vector, mix(one, zero)), v.calculus.Times(y.vector, mix(zero, one)))), nil
	case aResource:
		return v.chooseResource(f, n, cond, x, y)
	}
	return value{sort: aNumber, number: mix(x.number, y.number), truth: cond.truth && x.truth && y.truth}, nil
}
