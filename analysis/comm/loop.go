package comm

import (
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Loop is a loop in normal form: x runs from Lo to Hi in steps of 1, and the
// source's index is Scale*x + Base. Where the step is not constant, Scale is 0 and the
// index step*x + Base: subscripts with it are irregular.
type Loop struct {
	Name        string // of x, as a symbol
	Index       *program.Symbol
	Lo, Hi      symbolic.Expr
	Scale       int64
	Base        symbolic.Expr
	step        symbolic.Expr     // 0 for a constant one
	limit       symbolic.Expr     // of steps other than 1: the bound that the index does not pass
	Do          *program.Do       // nil for the loops of array constructs
	Stores      Stores            // what the body of a DO may change
	Independent bool              // its iterations are partitioned as a whole, as an INDEPENDENT directive says
	Unordered   bool              // no iteration depends on another one, by the dependence test
	Widened     bool              // the bounds hold for all iterations of the loops around, and for more
	Over        []string          // the loops around, by Name, over whose iterations the bounds were joined
	Implied     []*program.Symbol // unmapped arrays that belong to an iteration of an INDEPENDENT loop though no clause says so
	During      string            // of a part of a peeled loop, which one: "in the first iteration over L"
	own         *stretch          // the iterations that a processor makes, where they are one; see widen.go
}

// NewLoop brings lo:hi:step into normal form. A step of 1 keeps the source's
// index as x, so that formulas read like the program.
func NewLoop(a *symbolic.Arena, name string, lo, hi, step symbolic.Expr) *Loop {
	s, constant := a.ConstInt(step)
	switch {
	case constant && s == 1:
		return &Loop{Name: name, Lo: lo, Hi: hi, Scale: 1, Base: a.Int(0)}
	case constant && s < 0: // (lo-hi) div |s|: keeps the divisor positive
		return &Loop{Name: name, Lo: a.Int(0), Hi: a.FloorDiv(a.Sub(lo, hi), a.Int(-s)), Scale: s, Base: lo, limit: hi}
	case constant && s > 0:
		return &Loop{Name: name, Lo: a.Int(0), Hi: a.FloorDiv(a.Sub(hi, lo), step), Scale: s, Base: lo, limit: hi}
	}
	return &Loop{Name: name, Lo: a.Int(0), Hi: a.FloorDiv(a.Sub(hi, lo), step), Base: lo, step: step}
}

// Trip returns the number of iterations, at least 0.
func (l *Loop) Trip(a *symbolic.Arena) symbolic.Expr {
	return mapping.Length(a, l.Lo, l.Hi)
}

// x returns the symbol that runs over the loop.
func (l *Loop) x(a *symbolic.Arena) symbolic.Expr { return a.Sym(l.Name, symbolic.Index) }

// Value returns the source's index as an expression of x.
func (l *Loop) Value(a *symbolic.Arena) symbolic.Expr {
	step := l.step
	if step == 0 {
		step = a.Int(l.Scale)
	}
	return a.Add(a.Mul(step, l.x(a)), l.Base)
}

// private reports whether the variable is one of each iteration, because the loop's
// directive says so or would not be true otherwise, or, of an array that REDUCTION
// names, one of each processor.
func (l *Loop) private(s *program.Symbol) bool {
	return l.Do != nil && l.Do.Independent.Private(s) || slices.Contains(l.Implied, s)
}

// Scope holds the loops whose indices are ranges, innermost last.
type Scope []*Loop

// Of returns the loop that a symbol is the index of, or nil.
func (s Scope) Of(sym *program.Symbol) *Loop {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i].Index == sym {
			return s[i]
		}
	}
	return nil
}

// Moves reports whether the iterations of one of the loops may give an expression another value
// each.
func (s Scope) Moves(e program.Expr) bool {
	return slices.ContainsFunc(s, func(l *Loop) bool { return l.Index != nil && s.moves(l, program.Element(e)) })
}

// moves reports whether the iterations of l, one of the loops, may give the subscript
// another value each, as those of whole arrays and sections always do.
func (s Scope) moves(l *Loop, sub program.Subscript) bool {
	if l.Index == nil || sub.Triplet {
		return true
	}
	moves := false
	program.Walk(sub.Lo, func(e program.Expr) bool {
		switch e := e.(type) {
		case *program.Ref:
			at := slices.IndexFunc(s, func(o *Loop) bool { return o.Index == e.Sym })
			if at < 0 {
				moves = moves || l.Stores.Has(e.Sym)
				break
			}
			moves = moves || s[at] == l
			if do := s[at].Do; do != nil { // whose iterations l may move
				for _, bound := range []program.Expr{do.Lo, do.Hi, do.Step} {
					moves = moves || bound != nil && s[:at].moves(l, program.Element(bound))
				}
			}
		case *program.Call:
			moves = moves || e.Sym != nil // a function may give another value each time
		case *program.Opaque:
			moves = true
		}
		return !moves
	})
	return moves
}

// Names returns the symbols that run over the loops.
func (s Scope) Names() map[string]bool {
	names := map[string]bool{}
	for _, l := range s {
		names[l.Name] = true
	}
	return names
}

func (b *Builder) mentions(e symbolic.Expr, name string) bool {
	return b.MentionsAny(e, map[string]bool{name: true})
}

// MentionsAny reports whether an expression names one of the symbols.
func (b *Builder) MentionsAny(e symbolic.Expr, names map[string]bool) bool {
	return slices.ContainsFunc(b.A.Free(e), func(s symbolic.Symbol) bool { return names[s.Name] })
}
