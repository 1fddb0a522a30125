package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// The levels of a tree of messages are the iterations of a loop whose counter is doubled or
// halved: k = 1; do while (k < np) ... k = 2*k. The statements that compute such scalars say,
// run alone, how many iterations there are and what the scalars hold in each.

// steering is a DO WHILE with no statements but those that its condition rests on; it may do
// everything else besides. Nil where these are not all made in each of its iterations.
func (w *ownValues) steering(s *program.Do) *program.Do {
	if s.Kind != program.DoWhile || s.Cond == nil || skips(s.Body) {
		return nil
	}
	needed := map[*program.Symbol]bool{}
	need := func(e program.Expr) {
		program.Walk(e, func(x program.Expr) bool {
			if r, ok := x.(*program.Ref); ok {
				needed[r.Sym] = true
			}
			return true
		})
	}
	need(s.Cond)
	var only, rest []program.Stmt
	for before := -1; before < len(needed); {
		before, only, rest = len(needed), nil, nil
		for _, x := range s.Body {
			a, assigns := x.(*program.Assign)
			if !assigns || !needed[a.LHS.Sym] {
				rest = append(rest, x)
				continue
			}
			only = append(only, x)
			need(a.RHS)
		}
	}
	if slices.ContainsFunc(w.storedIn(rest), func(v *program.Symbol) bool { return needed[v] }) {
		return nil
	}
	out := *s
	out.Body = only
	return &out
}

// skips reports whether jumps may leave statements of a block out.
func skips(block []program.Stmt) bool {
	found := false
	program.Statements(block, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Transfer:
			found = true
		case *program.Unmodelled:
			found = found || s.Forward
		}
		return !found
	})
	return found
}

// inRound is what the scalars that say how long a loop lasts hold at the beginning of each of its
// iterations, where this follows from what is known of the processors.
func (w *ownValues) inRound(s *program.Do, l *comm.Loop) []fact {
	if !w.passing() || w.rounds(s) == 0 {
		return nil
	}
	alone := w.steering(s)
	if alone == nil {
		return nil
	}
	read, _ := w.scalarCode(alone)
	done := &program.Symbol{Name: "rounds'", Type: program.Integer}
	round := &program.Symbol{Name: "round'", Type: program.Integer}
	at := s.Span()
	before := &program.Do{
		Node: s.Node, End: s.End, Kind: program.DoCount, Var: round, Lo: program.IntConst(at, 1), Hi: program.NewRef(at, done), Body: alone.Body,
	}
	read = append(slices.Clip(read), fact{done, w.b.A.Sub(w.b.A.Sym(l.Name, symbolic.Index), w.once())})
	var out []fact
	for _, v := range w.storedIn(alone.Body) {
		if v.Type == program.Integer {
			out = append(out, fact{v, w.ranFor([]program.Stmt{before}, v, read)})
		}
	}
	return out
}
