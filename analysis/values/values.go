// Package values finds the values of critical variables, those that decide how
// a program flows: loop limits, conditions, sizes, index vectors (paper 003,
// section 4.2). It interprets the statements of a unit that such variables
// depend on, and no others. What is not known before run time (dummies, what
// READ and unseen procedures assign) is an unknown value that spreads, and where
// a condition is unknown both branches are run and merged. Steps are counted, so
// that the interpretation ends.
package values

import (
	"context"
	"math"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

const (
	// DefaultSteps bounds an interpretation: statements, array elements and
	// operations count one each.
	DefaultSteps = 200_000
	// maxElements bounds an array whose elements are followed, maxVector one of one dimension:
	// the beginnings of the rows of a sparse matrix, say.
	maxElements = 1 << 14
	maxVector   = 1 << 17
)

// Options say what is known besides the unit.
type Options struct {
	Set     map[string]float64                                      // values that the user gives, by lower-case name; they hold everywhere
	Changed func(*program.CallStmt) (by []*program.Symbol, ok bool) // what a call may change; nil or !ok: all of its arguments
	Counted func(at source.Span) bool                               // loops, and branches of an IF, that are counted; nil: none
	Vectors []*program.Symbol                                       // integer arrays whose elements are wanted where a directive maps anew
	// Subscripts asks for the subscripts of the statement or condition at a place;
	// see Moment. nil: none.
	Subscripts func(at source.Span) bool
	// Called returns a procedure that the unit calls, to be run too; nil where it
	// cannot be: then Changed says what the call may change. A nil Called: none can.
	Called func(name string) *Procedure
	// Unseen says that nothing is known of the procedure of a call; it is taken to
	// leave what units share as it is, which [Use] then says. nil: of none.
	Unseen func(*program.CallStmt) bool
	Begin  map[string]float64 // what dummies are at the beginning that statements change, besides Entry
	Entry  *State             // what dummies and shared variables are at the beginning; nil: not known
	// Processors is what functions return that count them, or images; 0: not known.
	Processors int
	Steps      int  // 0: DefaultSteps
	Short      bool // arrays of more than [shortArray] elements are not followed
	Repeated   bool // the unit may run several times: initial values hold only for what nothing assigns
}

// Use is what a scalar is where the flow depends on it: in bounds, subscripts,
// extents and arguments.
type Use struct {
	Min, Max   float64
	Mean       float64     // over all executions of the uses
	At         source.Span // of the statement that gave it its last value; empty for an initial or set value
	Processors bool        // it is the number of processors, which the run was not told
	Unseen     string      // a procedure that is taken to leave it as it is; "": the value rests on none
}

// Fixed reports whether the variable has one value at all uses.
func (u Use) Fixed() bool { return u.Min == u.Max }

// Count is how often something happened, over all times it came up: the
// iterations of a loop by its entries, the executions of a branch by the tests
// of its condition.
type Count struct{ Happened, Came float64 }

// Mean returns iterations per entry, or the share of the tests that hold; 0 where it has
// not come up.
func (c Count) Mean() float64 { return c.Happened / max(c.Came, 1) }

// Result is what an interpretation found.
type Result struct {
	uses       map[string]*use
	counts     map[source.Span]*count
	bounds     map[source.Span]*bounds
	vectors    map[vectorKey]*vector
	evolutions map[*program.Do]*evolution
	machine    *machine
	Steps      int  // made
	all        int  // made in all runs, with those that were given up
	Ended      bool // before the limit of steps
	GaveUp     bool // loops that take most of the steps were not run: what they change is not known
	Counted    bool // it was asked how many processors there are: else the result is the same for any number
}

// Of returns the values of a scalar or an element, by the name that formulas have
// for it, where the flow depends on it; false when it is not known at some use,
// or has none.
func (r *Result) Of(name string) (Use, bool) {
	u := r.uses[name]
	if u == nil || u.unknown || u.n == 0 {
		return Use{}, false
	}
	return Use{Processors: u.processors, Min: u.min, Max: u.max, Mean: u.sum / u.n, At: u.at, Unseen: u.unseen}, true
}

// May returns what a scalar or an element that is not known where it is used is on one of
// the ways there; false where that is not known either, or it is not positive.
func (r *Result) May(name string) (float64, bool) {
	u := r.uses[name]
	if u == nil || u.may <= 0 {
		return 0, false
	}
	return float64(u.may), true
}

// Used reports whether a use was reached, known or not.
func (r *Result) Used(name string) bool { return r.uses[name] != nil }

// More reports whether the run took more steps for the counts and subscripts that were asked
// for than it does for sizes alone, as far as that may make a difference.
func (r *Result) More() bool {
	return r.machine.world.masks || noticeable*r.machine.world.beyond > r.machine.world.steps
}

// noticeable is how many times the steps of a run are those that make no difference to its end.
const noticeable = 16

// Matters reports whether something that the flow depends on follows from a variable.
func (r *Result) Matters(s *program.Symbol) bool { return r.machine.matters[s] }

// Elements returns an array whose elements the flow depends on in loops, as it is
// at all such uses: its lower bounds and extents, and its elements, column by
// column. Those that are not known are [NoElement]. False where they change from
// one use to another, or none is known.
func (r *Result) Elements(s *program.Symbol) (lower, extent, list []int64, ok bool) {
	k := r.machine.arrays[s]
	if k == nil || k.lost || k.cell.elems == nil {
		return nil, nil, nil, false
	}
	list = make([]int64, 0, len(k.cell.elems))
	for _, v := range k.cell.elems {
		if v.kind == integer {
			ok = true
		} else {
			v.i = NoElement
		}
		list = append(list, v.i)
	}
	return k.cell.lower, k.cell.extent, list, ok
}

// NoElement stands for an element that is not known.
const NoElement = math.MinInt64

// Count returns what was counted for the loop or the branch that stands at a
// place; false where it was not asked for, not reached, or is not known.
func (r *Result) Count(at source.Span) (Count, bool) {
	c := r.counts[at]
	if c == nil || c.unknown {
		return Count{}, false
	}
	return c.Count, true
}

// Vector returns the elements of a wanted array at an executable mapping
// directive; false unless all are known, and the same whenever it is reached.
func (r *Result) Vector(at *program.Remap, s *program.Symbol) ([]int64, bool) {
	v := r.vectors[vectorKey{at, s}]
	if v == nil || v.unknown {
		return nil, false
	}
	return v.elems, true
}

// Run interprets the unit. When ctx ends, what was not reached is unknown. Where the
// steps end in a loop, that loop is given up, or gets more, and the unit is run again.
func Run(ctx context.Context, u *program.Unit, opt Options) *Result {
	made, counted, unit := 0, false, newMachine(ctx, u, opt)
	run := func(loops costlyLoops) *Result {
		r := unit.afresh(loops).runOnce()
		made, counted = made+r.Steps-r.machine.world.skipped, counted || r.machine.world.counted
		return r
	}
	loops := costlyLoops{summed: map[*program.Do]bool{}, filled: map[*program.Do]bool{}}
	first := run(loops)
	r := first
	for !r.Ended && !r.machine.stopped && loops.more(r.machine.world) {
		r = run(loops)
	}
	if !r.Ended && !r.machine.stopped {
		if r = first; first.machine.world.foreseen != nil || first.machine.world.skipped > 0 {
			r = run(costlyLoops{blind: true})
		}
	}
	if around, some := loops.wider(first.machine.world); some && r.Ended && r.unknown() > 0 {
		if other := run(around); other.Ended && other.unknown() < r.unknown() {
			r = other
		}
	}
	r.all, r.Counted, r.GaveUp = made, counted, r.Ended && len(loops.summed) > 0
	return r
}

// runOnce runs the unit.
func (m *machine) runOnce() *Result {
	m.extents()
	m.block(m.unit.Body)
	return &Result{uses: m.uses, counts: m.counts, bounds: m.bounds, vectors: m.vectors, evolutions: m.evolutions, machine: m, Steps: m.steps, Ended: !m.spent()}
}
