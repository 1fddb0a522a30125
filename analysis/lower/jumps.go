package lower

import (
	"slices"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Jumps become structure where they have one: a GO TO back to a label of a block around
// it makes a loop of the statements between, one forward says how many loops it leaves.
// What is left are jumps into constructs, and loops with several entries.

// structured makes loops of the jumps back, and marks those forward.
func (l *statements) structured(body []program.Stmt) []program.Stmt {
	if len(l.out.Labels) == 0 {
		return body
	}
	l.targets = map[program.Stmt]string{}
	program.Statements(body, func(s program.Stmt) bool {
		if u, ok := s.(*program.Unmodelled); ok && l.out.Labels[u.Target] != nil {
			l.targets[l.out.Labels[u.Target]] = u.Target
		}
		return true
	})
	if len(l.targets) == 0 {
		return body
	}
	body = l.loopsOf(body)
	l.forward(body, nil, nil)
	return body
}

// loopsOf makes loops of the jumps back to labels of the block and those inside it.
func (l *statements) loopsOf(body []program.Stmt) []program.Stmt {
	for _, s := range body {
		switch s := s.(type) {
		case *program.Do:
			s.Body = l.loopsOf(s.Body)
		case *program.If:
			for i := range s.Branches {
				s.Branches[i].Body = l.loopsOf(s.Branches[i].Body)
			}
			s.Else = l.loopsOf(s.Else)
		}
	}
	for first := 0; first < len(body); first++ {
		label := l.targets[body[first]]
		if label == "" {
			continue
		}
		if last := l.lastBack(body, first, label); last >= first {
			do := l.jumpLoop(body[first:last+1], label)
			do.Body = l.loopsOf(do.Body) // those inside
			body = slices.Replace(body, first, last+1, program.Stmt(do))
		}
	}
	return body
}

// lastBack returns the last statement of the loop that jumps back to a label make: those
// between belong to it, and what jumps to their labels from behind. -1 without one, or
// where the loop is entered elsewhere too.
func (l *statements) lastBack(body []program.Stmt, first int, label string) int {
	last := -1
	inside := []string{label}
	for grown := true; grown; {
		grown = false
		for i := max(first, last+1); i < len(body); i++ {
			if !jumpsTo(body[i], inside) {
				continue
			}
			for _, s := range body[max(first+1, last+1) : i+1] {
				inside = append(inside, l.labelsIn(s)...)
			}
			last, grown = i, true
		}
	}
	if last >= 0 && slices.ContainsFunc(body[:first], func(s program.Stmt) bool { return jumpsTo(s, inside[1:]) }) {
		return -1
	}
	return last
}

// labelsIn lists the labels, of a statement and of those in it, that jumps lead to.
func (l *statements) labelsIn(s program.Stmt) []string {
	var out []string
	program.Statements([]program.Stmt{s}, func(x program.Stmt) bool {
		if label := l.targets[x]; label != "" {
			out = append(out, label)
		}
		return true
	})
	return out
}

// jumpsTo reports whether a GO TO in a statement leads to one of the labels.
func jumpsTo(s program.Stmt, labels []string) bool {
	found := false
	program.Statements([]program.Stmt{s}, func(x program.Stmt) bool {
		u, ok := x.(*program.Unmodelled)
		found = found || ok && u.Target != "" && slices.Contains(labels, u.Target)
		return !found
	})
	return found
}

// jumpLoop is the loop that statements make from a label to the last jump back to it.
func (l *statements) jumpLoop(body []program.Stmt, label string) *program.Do {
	last := body[len(body)-1]
	do := &program.Do{Node: program.Node{At: body[0].Span()}, End: last.Span(), Kind: program.DoForever, Name: "label " + label, Jumps: true}
	if _, construct := body[0].(*program.Unmodelled); !construct {
		do.At.End = do.At.Start // no two statements at one place
	}
	do.Body = again(slices.Clone(body), label, do.Name)
	if t, ok := do.Body[len(do.Body)-1].(*program.Transfer); !ok || t.Keyword != "cycle" {
		do.Body = append(do.Body, &program.Transfer{Node: program.Node{At: source.Span{Start: last.Span().End, End: last.Span().End}}, Keyword: "exit", Target: do.Name})
	}
	l.out.Labels[label] = do
	delete(l.targets, body[0])
	l.targets[do] = label
	return do
}

// again replaces the jumps to a label by the next iteration of its loop.
func again(body []program.Stmt, label, loop string) []program.Stmt {
	for i, s := range body {
		switch s := s.(type) {
		case *program.Unmodelled:
			if s.Target == label {
				body[i] = &program.Transfer{Node: s.Node, Keyword: "cycle", Target: loop}
			}
		case *program.Do:
			s.Body = again(s.Body, label, loop)
		case *program.If:
			for k := range s.Branches {
				s.Branches[k].Body = again(s.Branches[k].Body, label, loop)
			}
			s.Else = again(s.Else, label, loop)
		}
	}
	return body
}

// level is a block around a statement, and how many loops are around the block.
type level struct {
	behind []program.Stmt
	loops  int
}

// forward marks the jumps to what stands behind them in a block around them. One to a
// CONTINUE at the end of the innermost loop is a CYCLE.
func (l *statements) forward(body []program.Stmt, around []level, loops []*program.Do) {
	for i, s := range body {
		here := append(around[:len(around):len(around)], level{body[i+1:], len(loops)})
		switch s := s.(type) {
		case *program.Unmodelled:
			to := l.out.Labels[s.Target]
			if s.Target == "" || to == nil {
				continue
			}
			if endsIteration(to, loops) {
				body[i] = &program.Transfer{Node: s.Node, Keyword: "cycle"}
				continue
			}
			for _, x := range slices.Backward(here) {
				if slices.Contains(x.behind, to) {
					s.Forward, s.Leaves, s.Reason = true, len(loops)-x.loops, ""
					break
				}
			}
		case *program.Do:
			l.forward(s.Body, here, append(loops[:len(loops):len(loops)], s))
		case *program.If:
			for b := range program.Blocks(s) {
				l.forward(b, here, loops)
			}
		}
	}
}

// endsIteration reports whether a statement is a CONTINUE at the end of the innermost of
// the loops.
func endsIteration(s program.Stmt, loops []*program.Do) bool {
	if len(loops) == 0 {
		return false
	}
	body := loops[len(loops)-1].Body
	u, ok := s.(*program.Unmodelled)
	return ok && u.Free && len(body) > 0 && body[len(body)-1] == s
}

// arithmeticIf is IF (e) 1, 2, 3: to 1 where e < 0, to 2 where it is 0, else to 3.
func (l *statements) arithmeticIf(i *fortran.If, s *fortran.Statement) program.Stmt {
	zero := func() program.Expr { return program.IntConst(s.At, 0) }
	compare := func(op program.Op) program.Branch {
		return program.Branch{At: s.At, Cond: program.NewBinary(s.At, op, l.expr(i.Cond, s), zero())}
	}
	if i.Labels[0] == i.Labels[1] && i.Labels[1] == i.Labels[2] {
		return l.jump(i.Labels[0], s)
	}
	out := &program.If{Node: at(s), End: s.At}
	less, equal := compare(program.Lt), compare(program.Eq)
	less.At = source.Span{Start: s.At.Start, End: s.At.Start + 1} // each branch is counted by its place, and a loop that begins here too
	less.Body, equal.Body = one(l.jump(i.Labels[0], s)), one(l.jump(i.Labels[1], s))
	out.Branches = []program.Branch{less, equal}
	out.Else = one(l.jump(i.Labels[2], s))
	return out
}

// computedJump is GO TO (1, 2, 3), k: to the k-th label, on where there is none.
func (l *statements) computedJump(j *fortran.Jump, s *fortran.Statement) program.Stmt {
	out := &program.If{Node: at(s), End: s.At}
	for k, label := range j.Labels {
		place := source.Span{Start: s.At.Start, End: min(s.At.End, s.At.Start+k+1)}
		cond := program.NewBinary(s.At, program.Eq, l.expr(j.Index, s), program.IntConst(s.At, int64(k+1)))
		out.Branches = append(out.Branches, program.Branch{At: place, Cond: cond, Body: one(l.jump(label, s))})
	}
	return out
}

func (l *statements) jump(label string, s *fortran.Statement) program.Stmt {
	u := l.unmodelled("goto", s, jumps)
	u.Target, u.Text = strings.TrimLeft(label, "0"), "GO TO "+strconv.Quote(label)
	return u
}
