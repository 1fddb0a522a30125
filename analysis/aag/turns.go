package aag

import (
	"strconv"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// Programs that pass messages ask for their neighbours, and describe datatypes, in loops over
// dimensions: do d = 1, 3; call mpi_cart_shift(grid, d-1, 1, next(d,1), next(d,2), ierr). The
// iterations of such loops are built in turn, so that each has partners of its own.

// turns are the values of the index of a loop whose iterations are built in turn; nil for
// other loops.
func (w *walker) turns(s *program.Do) []int64 {
	if !w.passing() || s.Kind != program.DoCount || s.Var == nil || len(w.part) > 1 || program.Leavable(s) || !w.steers(s) {
		return nil
	}
	lo, okLo := w.b.Constant(s.Lo)
	hi, okHi := w.b.Constant(s.Hi)
	step, okStep := int64(1), true
	if s.Step != nil {
		step, okStep = w.b.Constant(s.Step)
	}
	if !okLo || !okHi || !okStep || step == 0 || (hi-lo)/step < 0 || (hi-lo)/step >= mostDimensions {
		return nil
	}
	var out []int64
	for v := lo; step > 0 && v <= hi || step < 0 && v >= hi; v += step {
		out = append(out, v)
	}
	if count(s.Body)*len(out) > mostInTurn {
		return nil
	}
	return out
}

// mostInTurn bounds the statements of all iterations together.
const mostInTurn = 512

// steers reports whether the index of a loop says which element of an integer array, or which
// communicator or datatype of several, its messages are about.
func (w *walker) steers(s *program.Do) bool {
	found := false
	item := func(e program.Expr) {
		program.Walk(e, func(e program.Expr) bool {
			r, ok := e.(*program.Ref)
			found = found || ok && r.IsElement() && program.Mentions(s.Var, r)
			return !found
		})
	}
	program.Statements(s.Body, func(x program.Stmt) bool {
		switch x := x.(type) {
		case *program.Assign:
			if x.LHS.Sym.Type == program.Integer {
				item(x.LHS)
			}
		case *program.CallStmt:
			if m := program.MessageOf(x); m != nil {
				found = found || m.Argument("direction") != nil && program.Mentions(s.Var, m.Argument("direction"))
				for _, dummy := range whatMessagesAreAbout {
					if e := m.Argument(dummy); e != nil {
						item(e)
					}
				}
			}
		}
		return !found
	})
	return found
}

// whatMessagesAreAbout are the dummies of the library that say who gets how much of what.
var whatMessagesAreAbout = []string{
	"comm", "comm_cart", "count", "datatype", "dest", "newcomm", "newtype", "oldtype", "rank", "rank_dest", "rank_source",
	"recvcount", "recvtype", "request", "root", "sendcount", "sendtype", "source",
}

// inTurn builds the iterations of a loop one behind the other.
func (w *walker) inTurn(s *program.Do, l *comm.Loop, values []int64) []*AAU {
	header := w.header(IterD, s, l)
	info := LoopInfo{At: s.Span(), End: s.End, Depth: len(w.loops), Entries: w.b.Total(w.loops, w.once()), part: w.part}
	at, around := len(w.g.Loops), w.part
	w.g.Loops = append(w.g.Loops, info)
	w.enter(s, l)
	w.divide(header, info, at, nil)
	w.leave()
	out := []*AAU{header}
	for i, v := range values {
		w.part = around + strconv.Itoa(i+1)
		w.turn(s, v)
		program.Statements(s.Body, func(x program.Stmt) bool {
			if inner, ok := x.(*program.Do); ok {
				delete(w.findings.loops, inner) // its bounds may be others in each
			}
			return true
		})
		out = append(out, w.nested(s.Body)...)
		w.leaveLoop(s)
	}
	w.part = around
	w.behindTurns(s, values)
	w.turned = s
	return out
}

// turn gives the index of a loop its value in an iteration.
func (w *walker) turn(s *program.Do, v int64) {
	w.define(s.Var, w.b.A.Int(v))
	w.own(s.Var, w.b.A.Int(v))
}

// behindTurns leaves the index of such a loop as its last iteration does.
func (w *walker) behindTurns(s *program.Do, values []int64) {
	last := values[len(values)-1]
	step := int64(1)
	if s.Step != nil {
		step, _ = w.b.Constant(s.Step)
	}
	w.turn(s, last+step)
}
