package values

import (
	"context"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// machine runs a unit: once, or a procedure once for each call.
type machine struct {
	*code
	cells   []*cell // of its variables, by their places; see hold
	steps   int
	polls   int
	stopped bool // by ctx
	deep    int  // references that are being evaluated

	index     map[*program.Symbol]int // loops around that the variable is the index of
	presumed  []Presumed
	undecided int         // conditions around, of which every branch is run
	perhaps   []mayJump   // jumps that may have happened
	innermost *program.Do // the loop around
	turns     bool        // a CYCLE or EXIT of it may have happened in the iteration
	doubts    int         // EXITs and CYCLEs of other loops around that may have happened in the iteration
	given     *presence   // of arguments for its dummies; nil: nothing is known of them

	around []*program.Do        // the loops that are being run, outermost first
	ran    map[*program.Do]bool // loops inside them that have been run in an earlier iteration; see steady.go
	rows   []*row               // of the loops that are being run, outermost first
	ahead  *foresight           // of the innermost counted loop that is being run
}

// code is a unit to be run, and what is found of it in all its runs.
type code struct {
	ctx          context.Context
	unit         *program.Unit
	opt          Options
	setsElements bool // the user gives elements values

	relevance
	sites     map[program.Stmt][]*program.Ref    // the scalars and elements that the flow depends on, by statement
	inside    map[program.Stmt][]*program.Symbol // what is followed of what a construct changes
	indices   program.Indices
	variables map[*program.Symbol]*variable

	world  *world
	pairs  map[*program.Arg][]passed // of calls, by their first arguments
	called bool                      // a procedure that the unit calls, directly or not
	// circular says that calls of it come to itself again: what it changes is not known.
	circular bool
	callees  map[*program.CallStmt]*machine
	// functions of the program with integer or logical results, by name
	functions  map[string]*machine
	evaluated  map[*program.Call]*machine // references to functions that change something, each with its last run
	references map[program.Stmt][]reference
	needed     []string                              // see needs
	hidden     []*program.Symbol                     // that procedures change by way of it, though it does not name them
	unnamed    map[*program.Symbol][]*program.Symbol // components of variables that only procedures name

	leaving map[*program.Do][]source.Span     // asked jumps out of them, each with the outermost loop that it leaves
	free    []*machine                        // see ended
	alike   map[*program.Do]bool              // see uniform
	same    map[*program.Do]bool              // whether they do the same in all iterations of the loop around
	sums    map[*program.Do][]*program.Symbol // see accumulated

	findings
}

// findings are what the runs of a unit find, until the outermost one ends.
type findings struct {
	skipped      map[program.Stmt]bool // the first statements of blocks that were passed by
	earlier      *procedureRuns
	entries      map[site]*entries
	uses         map[string]*use           // by the names that formulas have for them
	arrays       map[*program.Symbol]*kept // whose elements the flow depends on, by a subscript that follows a loop
	counts       map[source.Span]*count
	bounds       map[source.Span]*bounds
	vectors      map[vectorKey]*vector
	moments      map[source.Span]map[*program.Symbol]*kept
	evolutions   map[*program.Do]*evolution
	perIteration map[string]*iterationValues
}

func newFindings() findings {
	return findings{
		skipped: map[program.Stmt]bool{}, earlier: &procedureRuns{}, entries: map[site]*entries{}, uses: map[string]*use{}, arrays: map[*program.Symbol]*kept{}, counts: map[source.Span]*count{}, bounds: map[source.Span]*bounds{},
		vectors: map[vectorKey]*vector{}, moments: map[source.Span]map[*program.Symbol]*kept{}, evolutions: map[*program.Do]*evolution{}, perIteration: map[string]*iterationValues{},
	}
}

// newMachine finds what matters of a unit. It runs nothing; see afresh.
func newMachine(ctx context.Context, u *program.Unit, opt Options) *machine {
	if opt.Steps == 0 {
		opt.Steps = DefaultSteps
	}
	m := emptyMachine(ctx, u, opt)
	m.world = &world{times: 1, steps: opt.Steps, limit: opt.Steps, extra: fillingSteps, once: u.Kind == program.Main, bodies: map[*Procedure]*machine{}, keys: map[string]bool{}, shared: map[string]bool{}, memory: map[string]*cell{}}
	m.world.all = []*machine{m}
	m.leaving = map[*program.Do][]source.Span{}
	m.leavers(u.Body, nil)
	m.enterState(opt.Entry)
	m.prepareAll(nil)
	m.world.layOut()
	m.slice()
	m.world.ready = true
	return m
}

func emptyMachine(ctx context.Context, u *program.Unit, opt Options) *machine {
	m := &machine{code: &code{
		ctx: ctx, unit: u, opt: opt, variables: map[*program.Symbol]*variable{},
		sites: map[program.Stmt][]*program.Ref{}, inside: map[program.Stmt][]*program.Symbol{},
		callees: map[*program.CallStmt]*machine{}, functions: map[string]*machine{}, evaluated: map[*program.Call]*machine{}, references: map[program.Stmt][]reference{}, pairs: map[*program.Arg][]passed{},
		findings: newFindings(), alike: map[*program.Do]bool{}, same: map[*program.Do]bool{}, sums: map[*program.Do][]*program.Symbol{},
	}}
	for name := range opt.Set {
		m.setsElements = m.setsElements || strings.HasSuffix(name, ")")
	}
	m.relevance = relevance{
		matters: map[*program.Symbol]bool{}, reached: map[program.Stmt][]*program.Symbol{}, hopeless: map[*program.Symbol]bool{}, assigned: map[*program.Symbol]bool{}, runs: map[*program.Do]bool{},
		reads: map[program.Stmt][]*program.Symbol{}, changes: map[program.Stmt][]*program.Symbol{}, wanted: map[program.Stmt]bool{}, beyond: map[*program.Symbol]bool{}, beyondLoops: map[*program.Do]bool{}, wantedAt: map[program.Stmt][]place{},
	}
	return m
}

// spent reports whether no steps are left, or nobody waits any more: loops are then run once, with what
// they change unknown.
func (m *machine) spent() bool {
	if m.polls++; m.polls&255 == 0 && m.ctx.Err() != nil {
		m.stopped = true
	}
	return m.stopped || m.steps >= m.world.limit
}

func (m *machine) asked(at source.Span) bool { return m.opt.Counted != nil && m.opt.Counted(at) }

// forgetAll makes variables unknown. What the user sets stays.
func (m *machine) forgetAll(list []*program.Symbol) {
	for _, s := range list {
		if m.fixed(s) {
			continue
		}
		m.cell(s).forget()
		m.overlay(s)
		if s.Type == program.Derived {
			for _, part := range m.partsOf(s) {
				m.cell(part).forget()
			}
		}
	}
}

// fixed reports whether no statement changes a scalar: constants, and what the
// user sets.
func (m *machine) fixed(s *program.Symbol) bool {
	_, set := m.opt.Set[s.Name]
	return s.Class == program.Parameter || set && s.Rank() == 0
}

// assign gives a scalar a value by a statement.
func (m *machine) assign(s *program.Symbol, v value, by program.Stmt) {
	if m.fixed(s) {
		return
	}
	c := m.cell(s)
	c.scalar, c.at, c.unseen = v.as(s), m.from(by), ""
	m.overlay(s)
}

// from is the place in the outermost unit at which a statement stores something: its own,
// or that of the call in which it does.
func (m *machine) from(s program.Stmt) source.Span {
	if m.called {
		return m.world.call
	}
	return s.Span()
}
