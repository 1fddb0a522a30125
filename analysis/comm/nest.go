package comm

import (
	"fmt"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// Stores says which variables a loop body may change.
type Stores struct {
	names map[*program.Symbol]bool
	all   bool // a call may change anything
}

// StoresOf collects the variables that the statements may change.
func StoresOf(block []program.Stmt) Stores {
	s := Stores{names: map[*program.Symbol]bool{}}
	program.Statements(block, func(st program.Stmt) bool {
		switch st := st.(type) {
		case *program.Assign:
			s.names[st.LHS.Sym] = true
		case *program.Do:
			if st.Var != nil {
				s.names[st.Var] = true
			}
		case *program.CallStmt:
			s.all = true
		case *program.Unmodelled:
			s.all = s.all || !st.Free && st.Keyword != "print" && st.Keyword != "write"
		}
		return true
	})
	return s
}

// Has reports whether the variable may change.
func (s Stores) Has(v *program.Symbol) bool { return s.all || s.names[v] }

// Widened returns the nest with loops inside the first ones whose bounds hold
// for all of its iterations, as a message that is paid there needs them.
func (n Nest) Widened(fixed int) Nest {
	wide := Nest{B: n.B, Loops: append([]*Loop{}, n.Loops...), widened: true}
	for i := fixed; i < len(wide.Loops); i++ {
		wide.Loops[i] = n.B.widen(wide.Loops[i], wide.Loops[fixed:i])
	}
	return wide
}

// Level returns how many of the outer loops must stay around the message that
// fetches x, and why it cannot go further: message vectorisation hoists out of
// every loop that neither stores to the array nor changes what the subscripts
// depend on. An INDEPENDENT loop carries no dependence and is always left.
func (n Nest) Level(x *Access) (level int, pinned string) {
	for level = len(n.Loops); level > 0; level-- {
		l := n.Loops[level-1]
		if l.Independent {
			continue
		}
		stores := l.Stores
		if stores.Has(x.Sym) {
			return level, fmt.Sprintf("stays inside the loop over %s: %s is assigned in it", n.loopName(l), n.upper(x.Sym))
		}
		if s := n.changing(x, stores); s != "" {
			return level, fmt.Sprintf("stays inside the loop over %s: %s changes in it", n.loopName(l), s)
		}
		if !n.B.Scheme.Vectorize {
			return level, "not vectorised by this compiler"
		}
	}
	return 0, ""
}

// changing names a scalar of x's subscripts that the loop body assigns, other
// than the index of a loop that is a range of the message.
func (n Nest) changing(x *Access, stores Stores) string {
	name := ""
	for _, sub := range x.Ref.Subs {
		for _, e := range []program.Expr{sub.Lo, sub.Hi, sub.Stride} {
			program.Walk(e, func(e program.Expr) bool {
				ref, ok := e.(*program.Ref)
				if ok && stores.Has(ref.Sym) && !n.isIndex(ref.Sym) && ref.Sym != x.Sym {
					name = n.upper(ref.Sym)
				}
				return true
			})
		}
	}
	return name
}

func (n Nest) isIndex(s *program.Symbol) bool {
	return s.Class == program.ConstructIndex || scope(n.Loops).of(s) != nil
}

func (n Nest) loopName(l *Loop) string {
	if l.Index == nil {
		return "its iterations"
	}
	return n.upper(l.Index)
}

func (n Nest) upper(s *program.Symbol) string { return upper(s.Name) }

// Partition returns which iterations of the ranges a processor executes for an
// element, when the outer loops stay fixed.
func (n Nest) Partition(e *Element, fixed int) *Partition {
	return n.B.partition(e.Home, append(append(scope{}, n.Loops[fixed:]...), e.Loops...))
}

// Executions returns how often the element is executed by the sequential
// program in one call of the unit.
func (n Nest) Executions(e *Element) symbolic.Expr {
	return n.B.Total(append(append([]*Loop{}, n.Loops...), e.Loops...), n.B.A.Int(1))
}
