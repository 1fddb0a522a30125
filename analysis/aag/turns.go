package aag

import (
	"strconv"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// Programs that pass messages ask for their neighbours, and describe datatypes, in loops over
// dimensions: do d = 1, 3; call mpi_cart_shift(grid, d-1, 1, next(d,1), next(d,2), ierr). The
// iterations of such loops are built in turn, so that each has partners of its own.

// turns are the values of the index of a loop whose iterations are built in turn, and what it
// has behind them; none for other loops.
func (w *walker) turns(s *program.Do) (values []int64, behind int64) {
	if !w.values.passing() || s.Kind != program.DoCount || s.Var == nil || len(w.part) > 1 || !w.steers(s) {
		return nil, 0
	}
	lo, okLo := w.small(s.Lo)
	hi, okHi := w.small(s.Hi)
	step, okStep := int64(1), true
	if s.Step != nil {
		step, okStep = w.small(s.Step)
	}
	if !okLo || !okHi || !okStep || step == 0 {
		return nil, 0
	}
	n := (hi - lo + step) / step
	if n < 1 || n > mostTurns || n*int64(count(s.Body)) > mostInTurn {
		return nil, 0
	}
	for i := range n {
		values = append(values, lo+i*step)
	}
	return values, lo + n*step
}

// mostTurns bounds the iterations that are built in turn, mostInTurn the statements of all of
// them together.
const mostTurns, mostInTurn = 8, 256

// small is the value of a bound whose sums do not overflow.
func (w *walker) small(e program.Expr) (int64, bool) {
	v, known := w.b.Constant(e)
	return v, known && -1<<31 < v && v < 1<<31
}

// steers reports whether the index of a loop says which element of an integer array, or which
// communicator or datatype of several, its messages are about, or which element is assigned
// where it does nothing else. No jump may leave an iteration but CYCLE.
func (w *walker) steers(s *program.Do) bool {
	found, stores, only := false, false, true
	item := func(e program.Expr) bool {
		names := false
		program.Walk(e, func(e program.Expr) bool {
			r, ok := e.(*program.Ref)
			names = names || ok && r.IsElement() && program.Mentions(s.Var, r)
			return !names
		})
		return names
	}
	straight := !program.Leavable(s)
	program.Statements(s.Body, func(x program.Stmt) bool {
		switch x := x.(type) {
		case *program.Assign:
			integer := x.LHS.Sym.Type == program.Integer
			stores, only = stores || integer && item(x.LHS), only && integer
		case *program.If:
		case *program.CallStmt:
			m := program.MessageOf(x)
			if m == nil {
				break
			}
			found = found || m.Argument("direction") != nil && program.Mentions(s.Var, m.Argument("direction"))
			for _, dummy := range whatMessagesAreAbout {
				found = found || m.Argument(dummy) != nil && item(m.Argument(dummy))
			}
		case *program.Transfer:
			straight = straight && x.Keyword == "cycle"
		case *program.Unmodelled:
			straight = straight && (x.Free || x.List != nil)
		default:
			only = false
		}
		return straight
	})
	return straight && (found || stores && only)
}

// whatMessagesAreAbout are the dummies of the library that say who gets how much of what.
var whatMessagesAreAbout = []string{
	"comm", "comm_cart", "count", "datatype", "dest", "newcomm", "newtype", "oldtype", "rank", "rank_dest", "rank_source",
	"recvcount", "recvtype", "request", "root", "sendcount", "sendtype", "source",
}

// inTurn builds the iterations of a loop one behind the other.
func (w *walker) inTurn(s *program.Do, l *comm.Loop, values []int64, behind int64) []*AAU {
	header := w.header(IterD, s, l)
	info := LoopInfo{At: s.Span(), End: s.End, Depth: len(w.loops), Entries: w.b.Total(w.loops, w.once()), part: w.part}
	at := len(w.g.Loops)
	w.g.Loops = append(w.g.Loops, info)
	w.enter(s, l)
	w.divide(header, info, at, nil)
	w.leave()
	out := []*AAU{header}
	w.eachTurn(s, values, behind, func() {
		program.Statements(s.Body, func(x program.Stmt) bool {
			if inner, ok := x.(*program.Do); ok {
				delete(w.findings.loops, inner) // its bounds may be others in each
			}
			return true
		})
		out = append(out, w.nested(s.Body)...)
		w.escapes = nil // a CYCLE ends here
	})
	w.turned = s
	return out
}

// eachTurn gives the index of a loop its value in each iteration, and behind them.
func (w *walker) eachTurn(s *program.Do, values []int64, behind int64, do func()) {
	around := w.part
	for i, v := range values {
		w.part = around + strconv.Itoa(i+1)
		w.turn(s, v)
		do()
	}
	w.part = around
	w.turn(s, behind)
}

func (w *walker) turn(s *program.Do, v int64) {
	w.values.define(s.Var, w.b.A.Int(v))
	w.values.own(s.Var, w.b.A.Int(v))
}
