package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Build makes the graph of a unit. A first pass finds the loops that have
// communication in their bodies: their iterations are distinguished, those of all
// other loops are counted.
func Build(u *program.Unit, b *comm.Builder) *Graph {
	b = b.MapDefaults(u)
	b.Explicit = u.Explicit
	b.Depend = depend.Analyze(u, depend.Options{Calls: b.ChangedIn(u), Functions: b.Harmless, Answers: b.Earlier()})
	n := count(u.Body)
	once := &findings{sums: findSums(u.Body, b, adopt(u, b)), stores: map[*program.Do]comm.Stores{}, changes: make(map[changeKey]comm.Stores, n), fetched: make(map[fetchKey]arrivals, n), loops: map[*program.Do]*comm.Loop{}, counted: map[*program.Do]*comm.Loop{}, parts: map[*program.Do][]*comm.Loop{}, built: make(map[builtKey][]comm.Computation, n), homes: map[*program.Do]bool{}, questions: make(map[fetchKey]*comm.Query, n)}
	if once.reflected = once.sums.explicit(u); u.Explicit {
		once.shadowsAt = followShadows(u, b, once.reflected)
	}
	probe := newWalker(u, b, once)
	probe.probing = !u.Messages
	probe.values.beginOwn()
	start := probe.state()
	probe.wholeUnit()
	once.units.used = 0
	w := newWalker(u, b, once)
	w.sync = probe.sync
	w.restore(start)
	w.values.beginOwn()
	w.g.Body = w.wholeUnit()
	w.g.Loops = joined(w.g.Loops, b)
	homes := once.homes // alone: the graph does not keep what it was built with
	w.b.Others = func(do *program.Do) bool { return homes[do] }
	w.g.Builder = w.b
	b.Forget()
	return w.g
}

// wholeUnit builds the statements of the unit, in a call that some processors make under the
// condition that they do.
func (w *walker) wholeUnit() []*AAU {
	if w.b.Taken != 0 {
		w.conditions = []condition{{share: w.b.Taken, apart: true}}
	}
	return append(w.block(w.g.Unit.Body), w.messages.unawaited()...)
}

// count returns how many statements there are.
func count(body []program.Stmt) int {
	n := 0
	program.Statements(body, func(program.Stmt) bool { n++; return true })
	return n
}

// walker goes through the statements of a unit.
type walker struct {
	*findings
	g       *Graph
	probing bool           // it is the first pass, see probe.go
	around  []program.Stmt // the block that the statement stands in
	b       *comm.Builder

	values   *ownValues // of scalars, in a unit that passes messages
	messages *messages  // that the unit passes itself

	sync    map[placed]bool // loops, conditions, and first statements of what jumps pass by, with communication inside
	escapes []escape        // of the statements that have been built, see jump.go

	inAcross   *program.Across   // around the statement, see across.go
	loops      []*comm.Loop      // DO loops around the statement, outermost first
	within     []placed          // of each of them
	iterations []*comm.Iteration // of each of them: who executes an iteration, or nil
	conditions []condition       // around the statement
	hoisted    [][]*AAU          // by level: to be paid before the statement at that level
	after      [][]*AAU          // by level: to be paid after it
	there      []sections        // by level: what has been fetched; see available.go
	part       string            // see AAU.Part
	turned     *program.Do       // the loop whose iterations have just been built in turn, see turns.go
	tested     []held            // conditions in whose branches it is built, see fork.go
}

// placed is a statement in a part of peeled loops or forked conditions.
type placed struct {
	statement program.Stmt
	part      string
}

func (w *walker) placed(s program.Stmt) placed { return placed{s, w.part} }

// findings are what both passes need and the first one finds.
type findings struct {
	sums      *reductions
	stores    map[*program.Do]comm.Stores // what the bodies of loops may change
	changes   map[changeKey]comm.Stores
	fetched   map[fetchKey]arrivals
	loops     map[*program.Do]*comm.Loop
	counted   map[*program.Do]*comm.Loop   // whose number of iterations is assumed
	parts     map[*program.Do][]*comm.Loop // of peeled loops
	homes     map[*program.Do]bool         // whether the iterations of INDEPENDENT loops that were entered have a home of their own
	posted    []eventPost                  // where events are posted
	built     map[builtKey][]comm.Computation
	questions map[fetchKey]*comm.Query
	units     units // of units: nothing asks for those of the first pass once it is over

	stored      map[*program.Do][]*program.Symbol // scalars that the bodies of loops change, see own.go
	everStored  []*program.Symbol                 // and what the unit changes
	definitions map[*program.Symbol]int           // how many statements change each

	reflected shadows         // in an Explicit unit: how far REFLECTs go, see explicit.go
	shadowsAt map[any]shadows // before its statements and conditions, see shadows.go
}

// condition is the share of the executions that a branch lets through. Below a
// CondtSync the terms are distinguished by branch.
type condition struct {
	share  symbolic.Expr
	apart  bool
	tested symbolic.Expr // share in which the mask of a WHERE is evaluated; none for an IF

	depth   int  // DO loops around it
	guessed bool // the share rests on an assumed weight
}

func newWalker(u *program.Unit, b *comm.Builder, once *findings) *walker {
	w := &walker{findings: once, g: &Graph{Unit: u, Builder: b}, b: b, sync: map[placed]bool{}}
	w.values = &ownValues{walker: w, followed: map[string]*program.Symbol{}, followedElements: map[*program.Symbol]int{}}
	w.messages = &messages{walker: w}
	b.Others = w.hasHome
	return w
}

func (w *walker) nest() comm.Nest { return comm.Nest{B: w.b, Loops: w.loops, Whole: w.whole()} }

// fixed returns how many of the loops around are distinguished.
func (w *walker) fixed() int {
	for i := range w.loops {
		if !w.sync[w.within[i]] {
			return i
		}
	}
	return len(w.loops)
}

// unit adds a unit. The conditions around it that depend on loops are in its
// amounts already; the others weigh them.
func (w *walker) unit(u AAU) *AAU {
	a := w.b.A
	u.Tag, u.Depth, u.Part = len(w.g.Units), len(w.loops), w.part
	if w.probing {
		return w.add(u)
	}
	if u.Repeat == nil {
		u.Repeat = w.loops[:w.fixed():w.fixed()]
	}
	u.Weight, u.Share = w.once(), w.once()
	for _, c := range w.conditions {
		if w.dependsOn(c, 0) {
			continue
		}
		share := c.of(&u, w.once())
		u.Weight = a.Mul(u.Weight, share)
		if !c.apart {
			u.Share = a.Mul(u.Share, share)
		}
	}
	return w.add(u)
}

func (w *walker) add(u AAU) *AAU {
	added := w.units.next()
	*added = u
	w.g.Units = append(w.g.Units, added)
	return added
}

// of returns the share of the executions that the condition leaves to a unit: a
// masked assignment sends its messages whole, whatever the mask holds for, and
// so does one that has left a loop around the condition.
func (c condition) of(u *AAU, whole symbolic.Expr) symbolic.Expr {
	switch {
	case u.Comm != nil && (c.tested != 0 || c.leftBy(u.Comm)):
		return whole
	case c.tested != 0 && u.Element != nil && u.Element.IsMask:
		return c.tested
	}
	return c.share
}

// leftBy reports whether the message is sent before the condition is tested.
func (c condition) leftBy(m *comm.Communication) bool { return c.guessed && m.Level < c.depth }

func (w *walker) void(at source.Span, reason string) []*AAU {
	return []*AAU{w.unit(AAU{Kind: Void, At: at, Reason: reason})}
}

// block builds the statements of a unit or a loop.
func (w *walker) block(stmts []program.Stmt) []*AAU {
	level := len(w.loops)
	for len(w.hoisted) <= level {
		w.hoisted = append(w.hoisted, nil)
		w.after = append(w.after, nil)
	}
	w.begin(level, stmts)
	return w.sequence(stmts)
}

// listed builds a statement of a list, and those behind it where they are built in the
// branches of this one; what was hoisted to this level is paid before the statement that
// it was hoisted out of. It returns where the list goes on.
func (w *walker) listed(stmts []program.Stmt, i int) (out []*AAU, next int) {
	level, s, next := len(w.loops), stmts[i], i+1
	outside := w.around
	w.around = stmts
	left := w.values.leftByLoop(s)
	var units []*AAU
	if c, ok := s.(*program.If); ok && w.forks(c, stmts[next:]) {
		units, next = w.condition(c, stmts[next:]), len(stmts)
	} else {
		units = w.statement(s)
	}
	w.around = outside
	w.aggregate(w.hoisted[level])
	w.aggregate(units)
	out = slices.Concat(w.hoisted[level], units, w.after[level])
	w.hoisted[level], w.after[level] = nil, nil
	w.without(w.there[level], stmts[i:next]...)
	w.values.follow(s)
	w.values.learn(left)
	return out, next
}

func (w *walker) statement(s program.Stmt) []*AAU {
	w.b.Paused()
	if turn := s.Turn(); turn != "" { // a part of its own; see AAU.Part
		around := w.part
		w.part += turn
		defer func() { w.part = around }()
	}
	switch s := s.(type) {
	case *program.Assign:
		if s.Descriptor {
			return nil
		}
		return append(append(w.messages.gets(s.LHS, s.LHS, s.RHS), w.assign(s, comm.Context{})...), w.messages.put(s)...)
	case *program.Forall:
		return w.forall(s)
	case *program.Where:
		return w.where(s)
	case *program.Do:
		return append(w.limits(s), w.do(s)...)
	case *program.If:
		return w.condition(s, nil)
	case *program.CallStmt:
		if s.Function != nil {
			return nil
		}
		return append(w.messages.handedOn(s), w.call(s)...)
	case *program.Remap:
		return w.remap(s)
	case *program.Explicit:
		return w.explicit(s)
	case *program.Unmodelled:
		if s.Free {
			return nil
		}
		switch {
		case s.Forward:
			return w.jump(s, escape{kind: "goto", to: w.g.Unit.Labels[s.Target], leaves: s.Leaves})
		case s.List != nil:
			return w.transput(s)
		case s.PointsAt != nil:
			return w.points(s)
		case s.Reason == "": // a call of the run-time system
			return w.system(s)
		}
		return w.void(s.Span(), s.Reason)
	case *program.Transfer:
		return w.jump(s, escape{kind: s.Keyword, loop: s.Target})
	}
	return nil
}

// local returns how often the processor executes a statement that everybody
// executes, inside the loops that are counted.
func (w *walker) local() symbolic.Expr {
	return w.b.Total(w.loops[w.fixed():], w.inside(len(w.loops)))
}

// count returns how often the sequential program comes to a statement.
func (w *walker) count() symbolic.Expr { return w.b.Total(w.loops, w.inside(len(w.loops))) }

// once is the amount of what happens once.
func (w *walker) once() symbolic.Expr { return w.b.A.Int(1) }
