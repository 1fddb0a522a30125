package elements

import (
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// signal is how a statement ended.
type signal uint8

const (
	goOn signal = iota
	cycle
	exit
	leave // the procedure
	stop
)

// block executes statements in order.
func (it *interpreter) block(statements []program.Stmt) signal {
	for _, s := range statements {
		if sig := it.statement(s); sig != goOn {
			return sig
		}
	}
	return goOn
}

func (it *interpreter) statement(s program.Stmt) signal {
	it.line = it.lineOf(s.Span().Start)
	if moves, ok := it.in.Remaps[s]; ok {
		it.moves(s, moves)
		return goOn
	}
	switch s := s.(type) {
	case *program.Assign:
		it.assign(s)
	case *program.Forall:
		it.forall(s, []tuple{nil})
	case *program.Where:
		it.where(s)
	case *program.If:
		return it.branch(s)
	case *program.Do:
		return it.do(s)
	case *program.Transfer:
		return it.transfer(s)
	case *program.CallStmt:
		return it.callStmt(s)
	case *program.Unmodelled:
		it.skip(s)
	}
	return goOn
}

func (it *interpreter) transfer(s *program.Transfer) signal {
	it.target = s.Target
	switch s.Keyword {
	case "cycle":
		return cycle
	case "exit":
		return exit
	case "return":
		return leave
	}
	return stop
}

// output are the statements that change no variable; they are not executed.
var output = map[string]bool{"print": true, "write": true, "open": true, "close": true, "format": true}

func (it *interpreter) skip(s *program.Unmodelled) {
	if !s.Free && !output[s.Keyword] {
		it.fail("%q is not executed: %s", strings.TrimSpace(s.Text), s.Reason)
	}
}

// assign executes an assignment that stands in no FORALL or WHERE.
func (it *interpreter) assign(s *program.Assign) {
	who := it.executors(s.LHS)
	if r := it.sums.of[s]; r != nil {
		who = it.reductionExecutors(s, r)
	}
	forget := it.assignAhead(s)
	it.within(&frame{key: s}, func() {
		it.elements(s, who, []tuple{nil}, func([]int64) bool { return true })
	})
	forget()
}

// reductionExecutors returns who executes a statement that combines into a
// scalar: the owners of its first mapped reference, or, with a clause, of the
// iteration's home. They must not share their part with others.
func (it *interpreter) reductionExecutors(s *program.Assign, r *loopReduction) executors {
	if !r.clause {
		return it.owners(it.firstMapped(0, s.RHS))
	}
	who := it.executors(nil)
	if h := it.home(); h != nil {
		for g, a := range it.variable(h.ref.Sym).axes {
			if a.dealt() && who[g] == nil {
				it.fail("a reduction statement outside the loops that tell who executes it")
			}
		}
	}
	return who
}

// store is an element that was computed and waits to be stored.
type store struct {
	array  *variable
	offset int
	value  Value
	by     []int // processors
}

// elements executes an assignment for the elements of its left side that are
// selected (by their position), for each of the tuples of FORALL indices:
// first every right side, then every store.
func (it *interpreter) elements(s *program.Assign, who executors, tuples []tuple, selected func([]int64) bool) {
	at := s.Span().Start
	it.line = it.lineOf(at)
	r := reader{key: s, group: s, at: at, who: who}
	var computed []store
	for _, t := range tuples {
		it.bind(t, func() {
			positions(it.assignedShape(s), func(position []int64) {
				if selected(position) {
					computed = append(computed, it.element(s, r, position))
				}
			})
		})
	}
	now := it.now()
	for _, c := range computed {
		c.array.data[c.offset] = c.value
		c.array.stored(c.offset, now)
		it.make(c.array, c.offset, c.by)
	}
	it.ran(s, it.line, int64(len(computed)))
}

func (it *interpreter) assignedShape(s *program.Assign) []int64 {
	quiet := it.quiet(nil)
	left, right := quiet.shape(s.LHS), quiet.shape(s.RHS)
	if len(left) == 0 && len(right) > 0 {
		it.fail("an array is assigned to a scalar")
	}
	return quiet.common(left, right)
}

// element computes one element on all its executors.
func (it *interpreter) element(s *program.Assign, r reader, position []int64) store {
	it.step()
	v := it.variable(s.LHS.Sym)
	ev := it.counted(position)
	result := store{array: v, value: it.convert(ev.value(s.RHS), s.LHS.Sym.Type, s.LHS.Sym.Bytes)}
	members := it.members(it.place(r.who, position))
	if len(v.bounds) > 0 {
		target := evaluation{interpreter: it, position: position, tally: ev.tally, address: true}
		result.offset = target.element(s.LHS)
		ev.tally.add(Store, 1)
	}
	result.by = members
	it.charge(r, members, ev.tally)
	for _, p := range members {
		it.share(it.line, p).Iterations++
	}
	if len(it.homes) > 0 && len(v.bounds) > 0 && !it.private(v) {
		it.deliver(r, members, s.LHS, v, result.offset)
	}
	return result
}

// branch executes an IF.
func (it *interpreter) branch(s *program.If) signal {
	for i := range s.Branches {
		b := &s.Branches[i]
		at := b.At.Start
		if i == 0 {
			at = s.Span().Start
		}
		it.ran(b, it.lineOf(at), 1)
		if it.condition(b, at, b.Cond) {
			return it.block(b.Body)
		}
	}
	return it.block(s.Else)
}

// condition evaluates a condition on the executors of the iteration, outside
// INDEPENDENT loops on all processors.
func (it *interpreter) condition(key any, at int, e program.Expr) bool {
	forget := it.ahead(at, nil, e)
	ev := it.counted(nil)
	v := it.control(key, at, ev, e)
	forget()
	if v.Type != program.Logical {
		it.fail("a condition that is not logical")
	}
	return v.true()
}

// control evaluates an expression that decides where the program goes.
func (it *interpreter) control(key any, at int, ev *evaluation, e program.Expr) (v Value) {
	it.line = it.lineOf(at)
	it.step()
	r := reader{key: key, group: key, at: at, who: it.executors(nil)}
	it.within(&frame{key: r.key}, func() {
		v = ev.value(e)
		if !ev.address || len(ev.tally.reads) > 0 { // a bound without loads is nobody's work
			it.charge(r, it.members(it.place(r.who, nil)), ev.tally)
		}
	})
	return v
}

// limit evaluates a bound of a loop: address computation.
func (it *interpreter) limit(at int, e program.Expr) int64 {
	forget := it.ahead(at, nil, e)
	defer forget()
	v := it.control(e, at, it.quiet(nil), e)
	if v.Type != program.Integer {
		it.fail("a loop bound that is not an integer")
	}
	return v.I
}
