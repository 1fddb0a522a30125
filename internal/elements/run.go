package elements

import (
	"fmt"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// Evaluator gives the value of a symbolic expression of a layout; the
// *symbolic.Arena that holds the expressions is one.
type Evaluator interface {
	Eval(e symbolic.Expr, values map[string]float64) (float64, error)
}

// Input is a program unit with its mappings.
type Input struct {
	Unit    *program.Unit
	Layouts map[*program.Symbol]mapping.Layout // arrays without one are replicated
	Grid    *mapping.Grid                      // nil when nothing is mapped
	Arena   Evaluator
	Line    func(offset int) int // of a byte offset of the unit; nil: the offset itself
}

// Options are the numbers of one run.
type Options struct {
	Values map[string]float64 // of PARAMETERs (overriding theirs) and, initially, of scalar variables
	Grid   []int              // extents of the processor arrangement
	Scheme scheme.Scheme
	Steps  int64 // limit of executed elements; 0: ten million
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
	in          Input
	opt         Options
	procs       int
	coordinates [][]int // of each processor
	line        int     // being executed
	steps       int64
	env         map[string]float64 // values of the symbols in layouts
	vars        map[*program.Symbol]*variable
	frames      []*frame                // the nest that is running, outermost first
	active      map[*program.Symbol]int // loop indices that have a value now
	homes       []*home                 // of the INDEPENDENT loops that are running
	reduced     map[*program.Call]Value // results of reductions made ahead of their statement
	sums        reductions
	counts      *Counts

	tracks     map[trackKey]*track
	dirs       map[directionKey]string
	reductions map[any]*Reduction // by intrinsic call or loop reduction
	runs       map[any]*runs      // by statement or branch
}

const defaultSteps = 10_000_000

func start(in Input, opt Options) (*interpreter, error) {
	if in.Grid != nil && in.Grid.Rank() != len(opt.Grid) {
		return nil, fmt.Errorf("the processor arrangement has rank %d, %d extents are given", in.Grid.Rank(), len(opt.Grid))
	}
	it := &interpreter{
		in: in, opt: opt, procs: 1,
		env:     map[string]float64{},
		vars:    map[*program.Symbol]*variable{},
		active:  map[*program.Symbol]int{},
		reduced: map[*program.Call]Value{},
		tracks:  map[trackKey]*track{},
		dirs:    map[directionKey]string{},
		runs:    map[any]*runs{},

		reductions: map[any]*Reduction{},
	}
	for _, p := range opt.Grid {
		if p < 1 {
			return nil, fmt.Errorf("a processor arrangement with extent %d", p)
		}
		it.procs *= p
	}
	if it.opt.Steps == 0 {
		it.opt.Steps = defaultSteps
	}
	for p := range it.procs {
		it.coordinates = append(it.coordinates, coordinates(opt.Grid, p))
	}
	it.counts = &Counts{Processors: it.procs, Lines: map[int]*Line{}, Values: map[string][]float64{}}
	return it, it.try(it.prepareUnit)
}

// prepareUnit fills what is known before the first statement.
func (it *interpreter) prepareUnit() {
	for name, v := range it.opt.Values {
		it.env[name] = v
	}
	for _, s := range it.in.Unit.Symbols {
		if s.Class == program.Parameter && s.Type == program.Integer && s.Rank() == 0 {
			_ = it.try(func() { it.env[s.Name] = it.variable(s).data[0].number() }) // one that has no value fails where it is used
		}
	}
	for g, p := range it.opt.Grid {
		name := "p"
		if len(it.opt.Grid) > 1 {
			name = fmt.Sprintf("p%d", g+1)
		}
		it.env[name] = float64(p)
	}
	it.sums = it.findReductions(it.in.Unit.Body)
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
