// Package arrayprogram predicts a program unit on a machine of measured array
// operations by the method of paper 000, section 7.1: sequential constructs that the
// compiler parallelizes become array operations, every statement is counted with the
// sizes, sections, index values and masks of its executions, and each execution is a
// sum of parameters: the basic array operation and what the architecture adds.
package arrayprogram

import (
	"context"
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/arrayop"
)

// Kind says what the time of a part is spent on.
type Kind uint8

// The kinds of a part.
const (
	Computation Kind = iota
	Overhead
	Communication
)

// Part is a term of a statement's time, over all its executions.
type Part struct {
	Kind Kind
	arrayop.Term
}

// Cost is what a statement takes in one call of the unit.
type Cost struct {
	At         source.Span // of the statement
	Executions float64     // of the sequential program; of an array statement, element assignments
	Runs       float64     // executions of the statement as it is written
	Parts      []Part
	Notes      []string // decisions that the time rests on
	Problem    string   // why it has no time; "" when it has

	places map[Part]int // of the parts, without their counts
}

// Loop is what became of a DO loop.
type Loop struct {
	At, End    source.Span
	Depth      int
	Entries    float64
	Iterations float64 // over all entries
	Array      bool    // it has become array operations
	Why        string
}

// Assumption is a value that nothing in the program gives.
type Assumption struct {
	Name     string
	Value    float64
	Why      string
	At       source.Span
	Settable bool // the user can set it by its name
	Weight   bool // it is how often a condition holds
}

// Observed is what instrumented runs have counted at a statement.
type Observed struct {
	Executions float64
	Mask       []Share // fractions of masks or of conditions that held
}

// Share is how often, of all executions, a mask had a fraction of true elements.
type Share struct{ Fraction, Weight float64 }

// Procedure is a subroutine that the program calls.
type Procedure struct {
	Unit    *program.Unit
	Observe func(at source.Span) (Observed, bool)
}

// Options say what is known besides the unit.
type Options struct {
	Values    map[string]float64                            // by lower-case name; they come before what the program says
	Observe   func(at source.Span) (Observed, bool)         // nil: nothing was counted
	Procedure func(u *program.Unit, name string) *Procedure // nil for one that is not seen
	Steps     int                                           // 0: DefaultSteps
}

// DefaultSteps bounds the statements that are looked at one by one. After them one
// iteration stands for all that a loop has left; what is not reached in as many steps
// again has no estimate.
const DefaultSteps = 1 << 16

// valuesPerStep is how many index values are looked at for each of those steps.
const valuesPerStep = 32

// Result is the prediction of a unit.
type Result struct {
	Costs       []*Cost // in the order of the source
	Loops       []*Loop // in the order of the source
	Assumptions []Assumption
	Sampled     bool // some iterations or index values stand for others
}

// Predict counts the operations of a unit.
func Predict(ctx context.Context, u *program.Unit, m arrayop.Model, o Options) *Result {
	if o.Steps == 0 {
		o.Steps = DefaultSteps
	}
	p := &predictor{ctx: ctx, m: m, opt: o, out: &Result{}, costs: map[source.Span]*Cost{}, loops: map[*program.Do]*Loop{}, forms: map[*program.Do]form{}, assumed: map[string]bool{}, depends: map[*program.Unit]*depend.Result{}, written: map[program.Stmt]*program.Do{}, masks: map[*program.If]bool{}, promised: map[*program.Do]*depend.Loop{}, names: map[string]string{}, counts: map[string]int{}}
	f := p.frame(u, o.Observe)
	f.block(u.Body, 1)
	slices.SortFunc(p.out.Costs, func(a, b *Cost) int { return a.At.Start - b.At.Start })
	return p.out
}

// predictor is a prediction under way.
type predictor struct {
	ctx      context.Context
	m        arrayop.Model
	opt      Options
	out      *Result
	costs    map[source.Span]*Cost
	loops    map[*program.Do]*Loop
	forms    map[*program.Do]form
	assumed  map[string]bool
	depends  map[*program.Unit]*depend.Result
	written  map[program.Stmt]*program.Do // FORALL and DO CONCURRENT as DO loops
	promised map[*program.Do]*depend.Loop // those, whose iterations are independent
	masks    map[*program.If]bool         // their masks as conditions, of which nothing is counted
	steps    int
	values   int               // of index arrays, that were looked at
	depth    int               // calls around
	names    map[string]string // of assumed values
	counts   map[string]int    // of those names, by kind
}

// frame is a unit that is being executed, with the values of its variables.
type frame struct {
	*predictor
	unit      *program.Unit
	observe   func(at source.Span) (Observed, bool)
	scalars   map[*program.Symbol]float64 // those that are known
	vectors   map[*program.Symbol]*vector
	around    int // loops around the statement
	registers *registers
	into      source.Span // the CALL that everything inside is charged to; empty in the unit itself
}

func (p *predictor) frame(u *program.Unit, observe func(at source.Span) (Observed, bool)) *frame {
	if p.depends[u] == nil {
		p.depends[u] = depend.Analyze(u, depend.Options{Fixed: true})
	}
	return &frame{predictor: p, unit: u, observe: observe, scalars: map[*program.Symbol]float64{}, vectors: map[*program.Symbol]*vector{}, registers: newRegisters()}
}

// cost returns the entry of a statement, or of the call that it is executed for.
func (f *frame) cost(at source.Span) *Cost {
	if f.depth > 0 {
		at = f.into
	}
	c := f.costs[at]
	if c == nil {
		c = &Cost{At: at, places: map[Part]int{}}
		f.costs[at] = c
		f.out.Costs = append(f.out.Costs, c)
	}
	return c
}

// executed counts executions of a statement.
func (f *frame) executed(at source.Span, runs, elements float64) {
	if f.depth > 0 {
		return
	}
	c := f.cost(at)
	c.Runs += runs
	c.Executions += runs * elements
}

// add charges a term to a statement.
func (f *frame) add(at source.Span, kind Kind, t arrayop.Term, times float64) {
	if t.Count*times == 0 {
		return
	}
	if _, ok := f.m.Curve(t.Name); !ok {
		f.fail(at, fmt.Sprintf("%s is not measured on %s", t.Name, f.m.Machine.Name))
		return
	}
	c := f.cost(at)
	times *= t.Count
	t.Count = 0
	i, there := c.places[Part{kind, t}]
	if !there {
		i = len(c.Parts)
		c.places[Part{kind, t}] = i
		c.Parts = append(c.Parts, Part{kind, t})
	}
	c.Parts[i].Count += times
}

// fail says why a statement has no time.
func (f *frame) fail(at source.Span, why string) {
	if c := f.cost(at); c.Problem == "" {
		c.Problem = why
	}
}

func (f *frame) note(at source.Span, text string) {
	if c := f.cost(at); !slices.Contains(c.Notes, text) {
		c.Notes = append(c.Notes, text)
	}
}

// assume notes a value that nothing gives, once.
func (f *frame) assume(a Assumption) {
	if f.depth > 0 {
		a.At, a.Settable = f.into, false
	}
	if !f.assumed[a.Name] {
		f.assumed[a.Name] = true
		f.out.Assumptions = append(f.out.Assumptions, a)
	}
}

// spent counts a step and reports whether no more are left.
func (p *predictor) spent() bool {
	p.steps++
	return p.steps > p.opt.Steps || p.steps&1023 == 0 && p.ctx.Err() != nil
}

// exhausted counts a step and reports whether nothing more is looked at.
func (p *predictor) exhausted() bool {
	return p.spent() && (p.steps > 2*p.opt.Steps || p.ctx.Err() != nil)
}
