package elements

import (
	"fmt"

	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Evaluator gives the value of a symbolic expression of a layout; the
// *symbolic.Arena that holds the expressions is one.
type Evaluator interface {
	Eval(e symbolic.Expr, values map[string]float64) (float64, error)
}

// Input is a program unit with its mappings.
type Input struct {
	Unit      *program.Unit
	Layouts   map[*program.Symbol]mapping.Layout // arrays without one are replicated
	Grid      *mapping.Grid                      // nil when nothing is mapped
	Followers []lower.Follower                   // arrays that are mapped with a dummy
	Arena     Evaluator
	Line      func(offset int) int    // of a byte offset of the unit; nil: the offset itself
	Remaps    map[program.Stmt][]Move // what executable directives do: statements that move arrays, instead of what else they are

	Procedures map[string]*Input // that the unit may CALL, by name; nil: none
	Intents    map[string]string // of dummies: "in", "out" or "inout"; absent: as "inout"
	Host       *program.Unit     // of an internal procedure
	Refused    string            // why the unit cannot be called, if it cannot
}

// Options are the numbers of one run.
type Options struct {
	Values map[string]float64 // of PARAMETERs (overriding theirs) and, initially, of scalar variables
	Tables map[string][]int64 // of GEN_BLOCK and INDIRECT, by the vector's name; else the vector is a PARAMETER
	Grid   []int              // extents of the processor arrangement
	Grids  map[string][]int   // of further ones by name, where they are not as declared
	Scheme scheme.Scheme
	Steps  int64 // limit of executed elements; 0: ten million
	// Order is the order of the iterations 0..n-1 of an INDEPENDENT loop; nil: as they
	// are written.
	Order func(n int) []int
	// Kept tells where references of the unit begin, in which part of the peeled
	// loops around (peel.go), that find what an earlier message brought, as far as
	// that is fresh; nil: none.
	Kept func(at int, part string) bool
	// Inside is the same for the procedures that the unit calls, by the offset of the
	// CALL; nil: none.
	Inside func(call int) *Keeping
}

// Run executes the unit and returns its counts. Whatever it cannot execute
// faithfully is an error with its line, never a guess.
func Run(in Input, opt Options) (*Counts, error) {
	it, err := start(in, opt)
	if err != nil {
		return nil, err
	}
	if err := it.try(func() { it.block(in.Unit.Body) }); err != nil {
		return nil, err
	}
	return it.finish(), nil
}

// interpreter is the state of one run.
type interpreter struct {
	*activation // of the unit that is running
	opt         Options
	procs       int
	extents     []int   // of the dimensions of all arrangements
	coordinates [][]int // of each processor in them
	line        int     // being executed
	target      string  // the loop that the CYCLE or EXIT under way names; "" for the innermost
	steps       int64
	frames      []*frame                        // the nest that is running, outermost first
	homes       []*home                         // of the INDEPENDENT loops that are running
	reduced     map[*program.Call]Value         // results of reductions made ahead of their statement
	temps       map[program.Expr]*variable      // array results made ahead of their statement
	made        map[program.Expr]*variable      // all temporaries, to be used again
	packing     map[*program.Call]bool          // PACK and UNPACK whose mask has been counted
	masks       map[*program.Call]*program.Call // the COUNT of each such mask
	found       map[sumsKey]reductions
	depends     map[*program.Unit]*depend.Result
	shared      map[string]*variable // by their storage
	changes     map[*program.Unit]*effects
	counts      *Counts

	distinct     []*arrangement
	arrangements map[*mapping.Grid]*arrangement // absent: not known

	tracks     map[trackKey]*track
	reductions map[any]*Reduction // by intrinsic call or loop reduction
	runs       map[any]*runs      // by statement or branch
}

const defaultSteps = 10_000_000

func start(in Input, opt Options) (*interpreter, error) {
	if in.Grid != nil && in.Grid.Rank() != len(opt.Grid) {
		return nil, fmt.Errorf("the processor arrangement has rank %d, %d extents are given", in.Grid.Rank(), len(opt.Grid))
	}
	it := &interpreter{
		activation: newActivation(in, nil), opt: opt, procs: 1,
		reduced:    map[*program.Call]Value{},
		temps:      map[program.Expr]*variable{},
		made:       map[program.Expr]*variable{},
		packing:    map[*program.Call]bool{},
		masks:      map[*program.Call]*program.Call{},
		found:      map[sumsKey]reductions{},
		depends:    map[*program.Unit]*depend.Result{},
		shared:     map[string]*variable{},
		changes:    map[*program.Unit]*effects{},
		tracks:     map[trackKey]*track{},
		reductions: map[any]*Reduction{},
		runs:       map[any]*runs{},
	}
	for _, p := range opt.Grid {
		if p < 1 {
			return nil, fmt.Errorf("a processor arrangement with extent %d", p)
		}
		it.procs *= p
	}
	it.keeping = &Keeping{opt.Kept, opt.Inside}
	if it.opt.Steps == 0 {
		it.opt.Steps = defaultSteps
	}
	it.arrange(in)
	it.counts = &Counts{Processors: it.procs, Lines: map[int]*Line{}, Values: map[string][]float64{}}
	return it, it.try(func() {
		it.prepareNames()
		it.prepareReductions()
	})
}

// lineOf returns the line of a statement or expression.
func (it *interpreter) lineOf(offset int) int {
	if it.in.Line == nil {
		return offset
	}
	return it.in.Line(offset)
}

// failure is what fail panics with and try recovers.
type failure struct{ message string }

// fail ends the run.
func (it *interpreter) fail(format string, args ...any) {
	panic(failure{fmt.Sprintf("line %d: ", it.line) + fmt.Sprintf(format, args...)})
}

// try runs f and returns the message of a fail inside it as an error.
func (it *interpreter) try(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			err = fmt.Errorf("%s", r.message)
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

// step counts one executed element against the limit.
func (it *interpreter) step() {
	if it.steps++; it.steps > it.opt.Steps {
		it.fail("more than %d elements executed", it.opt.Steps)
	}
}
