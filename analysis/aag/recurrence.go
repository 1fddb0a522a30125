package aag

import (
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// The levels of a tree of messages are the iterations of a loop whose counter is doubled or
// halved: k = 1; do while (k < np) ... k = 2*k. The statements that compute such scalars say,
// run alone, how many iterations there are and what the scalars hold in each.

// steering is a DO WHILE, or a loop that ends with IF (c) EXIT, with no statements but those that
// its condition rests on; it may do everything else besides. Nil where these are not all made in each
// of its iterations.
func (w *ownValues) steering(s *program.Do) *program.Do {
	switch end := exitAtEnd(s); {
	case s.Kind == program.DoWhile && s.Cond != nil:
		return w.computing(s, variablesOf(s.Cond))
	case end != nil:
		before := *s
		before.Body = s.Body[:len(s.Body)-1]
		return w.computing(&before, variablesOf(end))
	}
	return nil
}

// exitAtEnd is the condition of the IF (c) EXIT that a loop without another end ends with; nil of
// others.
func exitAtEnd(s *program.Do) program.Expr {
	if s.Kind != program.DoForever || len(s.Body) < 2 {
		return nil
	}
	return program.ExitWhere(s, s.Body[len(s.Body)-1])
}

// multiplying is a counted loop around messages with no statements but those that multiply, divide
// or shift a scalar; nil as for [ownValues.steering].
func (w *ownValues) multiplying(s *program.Do) *program.Do {
	if s.Kind != program.DoCount || s.Var == nil || program.Leavable(s) || !hasMessages(s.Body) {
		return nil
	}
	multiplied := map[*program.Symbol]bool{}
	for _, x := range s.Body {
		a, ok := x.(*program.Assign)
		if !ok || a.LHS.Sym.Type != program.Integer || !program.Mentions(a.LHS.Sym, a.RHS) {
			continue
		}
		if sum, is := a.RHS.(*program.Binary); !is || sum.Op != program.Add && sum.Op != program.Sub {
			multiplied[a.LHS.Sym] = true
		}
	}
	if len(multiplied) == 0 {
		return nil
	}
	return w.computing(s, multiplied)
}

func variablesOf(e program.Expr) map[*program.Symbol]bool {
	named := map[*program.Symbol]bool{}
	program.Walk(e, func(x program.Expr) bool {
		if r, ok := x.(*program.Ref); ok {
			named[r.Sym] = true
		}
		return true
	})
	return named
}

// computing is a loop with no statements but those that compute some scalars, and what these rest
// on; nil where others, or jumps, may decide what they hold.
func (w *ownValues) computing(s *program.Do, needed map[*program.Symbol]bool) *program.Do {
	if skips(s.Body) {
		return nil
	}
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
			maps.Copy(needed, variablesOf(a.RHS))
		}
	}
	if slices.ContainsFunc(w.storedIn(rest), func(v *program.Symbol) bool { return needed[v] }) {
		return nil
	}
	out := *s
	out.Body = only
	return &out
}

// hasMessages reports whether statements of a block pass messages, or name other images.
func hasMessages(block []program.Stmt) bool {
	found := program.PassesMessages(block)
	program.Statements(block, func(s program.Stmt) bool {
		for e := range program.Exprs(s) {
			program.Walk(e, func(x program.Expr) bool {
				r, ok := x.(*program.Ref)
				found = found || ok && r.Image != nil
				return !found
			})
		}
		return !found
	})
	return found
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

// inRound is what scalars hold at the beginning of each iteration that say how long the loop lasts,
// or are multiplied in it, where this follows from what is known before.
func (w *ownValues) inRound(s *program.Do, l *comm.Loop) []fact {
	if !w.passing() {
		return nil
	}
	alone := w.multiplying(s)
	if alone == nil && w.rounds(s) != 0 {
		alone = w.steering(s)
	}
	if alone == nil || l.During != "" || !computesScalars(alone) {
		return nil
	}
	read, known := w.inputs(alone.Body)
	if !known {
		return nil
	}
	done := &program.Symbol{Name: "rounds'", Type: program.Integer}
	round := &program.Symbol{Name: "round'", Type: program.Integer}
	at := s.Span()
	before := &program.Do{
		Node: s.Node, End: s.End, Kind: program.DoCount, Var: round, Lo: program.IntConst(at, 1), Hi: program.NewRef(at, done), Body: alone.Body,
	}
	read = append(slices.Clip(read), fact{done, w.b.A.Sub(w.b.A.Sym(l.Name, symbolic.Index), l.Lo)})
	var out []fact
	for _, v := range w.storedIn(alone.Body) {
		if v.Type == program.Integer {
			out = append(out, fact{v, w.ranFor([]program.Stmt{before}, v, read)})
		}
	}
	return out
}
