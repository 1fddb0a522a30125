package aag

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// What stands behind a statement that may jump is executed in the share of the
// executions in which it has not: CYCLE, EXIT, RETURN, STOP and GO TO forward make an IF
// of the statements that they pass by. (A GO TO back makes a loop, see lower.)

// escape is a jump out of statements.
type escape struct {
	at     source.Span
	to     program.Stmt // where it goes on: a labelled statement; nil elsewhere
	loop   string       // of CYCLE and EXIT: the loop that they name, "" for the innermost
	kind   string       // the keyword
	leaves int          // of a GO TO: the loops that it still has to leave
	share  symbolic.Expr
}

// jump notes that the statement goes on elsewhere.
func (w *walker) jump(s program.Stmt, e escape) []*AAU {
	e.at, e.share = program.JumpPlace(s), w.once()
	w.escapes = append(w.escapes, e)
	return nil
}

// sequence builds a statement list. What statements pass by when they jump is built as
// the branch of a condition that costs nothing.
func (w *walker) sequence(stmts []program.Stmt) []*AAU {
	var gone []escape // from this list
	var out []*AAU
	for i := 0; i < len(stmts); {
		gone = slices.DeleteFunc(gone, func(e escape) bool { return e.to == stmts[i] })
		w.escapes = nil
		if len(gone) == 0 {
			var units []*AAU
			units, i = w.listed(stmts, i)
			out, gone = append(out, units...), append(gone, w.escapes...)
			continue
		}
		last := i + 1
		for last < len(stmts) && !slices.ContainsFunc(gone, func(e escape) bool { return e.to == stmts[last] }) {
			last++
		}
		left := w.left(gone)
		out = append(out, w.skippable(stmts[i:last], left)...)
		gone = append(gone, w.scaled(w.escapes, left)...)
		i = last
	}
	w.escapes = gone
	return out
}

// left is the share of the executions that none of the jumps has taken elsewhere.
func (w *walker) left(gone []escape) symbolic.Expr {
	left := w.once()
	for _, e := range gone {
		left = w.b.A.Sub(left, e.share)
	}
	return left
}

// scaled are the jumps of what is executed in a share of the executions.
func (w *walker) scaled(list []escape, share symbolic.Expr) []escape {
	out := slices.Clone(list)
	for i := range out {
		out[i].share = w.b.A.Mul(out[i].share, share)
	}
	return out
}

// skippable builds statements that are executed in a share of the executions.
func (w *walker) skippable(stmts []program.Stmt, share symbolic.Expr) []*AAU {
	zero := w.b.A.Int(0)
	u := w.unit(AAU{Kind: CondtD, At: stmts[0].Span(), Local: zero, Count: zero, Tested: zero, Taken: zero})
	if w.sync[w.behind(stmts[0])] {
		u.Kind = CondtSync
	}
	from := len(w.g.Units)
	start := w.state()
	o := w.values.outcomes()
	body := w.under(condition{share: share, apart: u.Kind == CondtSync}, func() []*AAU { return w.nested(stmts) })
	ends := []mappings{w.state(), start}
	o.end(share)
	o.end(w.once())
	o.join()
	u.Branches = []Branch{{At: stmts[0].Span(), Weight: share, Body: body}}
	out := w.settle(stmts[0].Span(), "after this", "as where none of these statements is executed", ends, true)
	w.communicates(w.behind(stmts[0]), from)
	return append(out, u)
}

// behind is the place of the condition that statements stand under because of jumps: the
// first of them may be a loop, which has a place of its own.
func (w *walker) behind(s program.Stmt) placed { return placed{s, w.part + " behind jumps"} }

// communicates notes that there is communication in a condition at a place.
func (w *walker) communicates(at placed, from int) {
	for _, inner := range w.g.Units[from:] {
		if inner.Comm != nil && inner.Comm.Level >= len(w.loops) {
			w.sync[at] = true
		}
	}
}

// leaveLoop is what becomes of the jumps in the body of a loop behind it: how often it
// is left by one that goes further is assumed, or counted by running the program.
func (w *walker) leaveLoop(s *program.Do) {
	var further []escape
	for _, e := range w.escapes {
		mine := e.loop == "" || e.loop == s.Name
		switch {
		case (e.kind == "cycle" || e.kind == "exit") && mine, strings.HasSuffix(e.kind, "stop"):
			continue
		case e.kind == "goto":
			if e.leaves == 0 { // to a label of the body
				continue
			}
			e.leaves--
		}
		if !slices.ContainsFunc(further, func(f escape) bool { return f.at == e.at }) {
			name := w.assume("left", 0, e.at, "how often the loop is left here is not known before run time")
			e.share = w.b.A.Quo(w.b.A.Sym(name, symbolic.Real), w.startsWithin(e))
			further = append(further, e)
		}
	}
	w.escapes = further
}

// startsWithin is how often the loop that is being left is started in a run of the outermost
// one that the jump leaves, once in which it happens at most.
func (w *walker) startsWithin(e escape) symbolic.Expr {
	starts := w.once()
	around := w.loops[:len(w.loops)-1]
	for i, l := range slices.Backward(around) {
		named := e.loop != "" && l.Do != nil && l.Do.Name == e.loop
		if e.kind == "goto" && len(around)-i > e.leaves || e.kind == "cycle" && named {
			break
		}
		starts = w.b.A.Mul(starts, w.b.A.Max(w.once(), l.Trip(w.b.A)))
		if named {
			break
		}
	}
	return starts
}

// leavesUnit reports whether statements come to a RETURN or STOP.
func leavesUnit(body []program.Stmt) bool {
	return stops(body) || slices.ContainsFunc(body, func(s program.Stmt) bool {
		t, ok := s.(*program.Transfer)
		return ok && t.Keyword == "return"
	})
}

// stops reports whether statements come to a STOP.
func stops(body []program.Stmt) bool {
	return slices.ContainsFunc(body, func(s program.Stmt) bool {
		t, ok := s.(*program.Transfer)
		return ok && strings.HasSuffix(t.Keyword, "stop")
	})
}

// ends reports whether a branch leaves the loop or the unit: it is taken not to be
// executed where nothing is known of its condition.
func ends(body []program.Stmt) bool {
	return slices.ContainsFunc(body, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Transfer:
			return s.Keyword != "cycle"
		case *program.Unmodelled:
			return s.Forward && s.Leaves > 0
		}
		return false
	})
}
