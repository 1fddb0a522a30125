package evaluate

import (
	"context"
	"math"
	"sync"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/interpret"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/machines"
)

// model is everything about a unit that does not depend on any number: its
// graph, its process term for a machine, and the compiled counts. It is shared
// by all evaluations and never changes.
type model struct {
	unit    *lower.Unit
	origin  *program.Unit // that unit is a copy of
	passed  string        // by the call; see passed
	text    *source.Text  // of the unit; all spans below are relative to it
	graph   *aag.Graph
	program *process.Program
	counts  *counts
	problem *process.Error // the unit's terms cannot be evaluated
	machine *machines.Machine
	sites   []callSite // of the procedures that can be seen
	terms   *process.SPMD
	known   *process.Known      // what its statements did to the clocks, and those of versions before
	tables  []source.Span       // directives whose vectors the program computes, see tables
	given   []*given            // vectors that are set
	broken  []source.Diagnostic // promises of the program that do not hold

	distances map[*program.Symbol]int64          // PARAMETERs that are written as numbers, see resolve
	placed    map[*program.Symbol][]string       // where the indices of mapped arrays lie, see placedIndices
	overlaps  map[*program.Symbol]tape           // the memory of overlap areas
	bounds    map[int]*boundTape                 // what may bind the innermost loops, by unit
	stretches func() stretches                   // where the iterations of the loops lie
	memory    []arrayTape                        // of the unit's arrays
	measured  []measuredTape                     // collective operations that take what was measured
	reordered []interpret.Reordered              // statements whose loops are interchanged
	listing   listing                            // what the graph's communications and shares are listed from
	layouts   map[*program.Symbol]mapping.Layout // when the unit begins
	curves    curves                             // of its program over numbers of processors

	unseen func(*program.CallStmt) bool // whether nothing is known of the procedure of a call

	listed sync.Once
	all    []symbolic.Symbol // once they have been asked for
}

// newModel makes the model of a unit in a cache, where most of it is known from
// the versions of the unit before. It panics with stopped when ctx ends.
func newModel(ctx context.Context, u *lower.Unit, text *source.Text, m *machines.Machine, c *calling, in *unitCache) *model {
	out := &model{unit: u, text: text, machine: m}
	if out.problem = limits(u); out.problem == nil {
		effort.Count(ctx, modelSteps*statements(u.Body))
		in.use(func() { out.build(c, &in.Cache, in.until(ctx)) })
		out.known = in.clocks()
	}
	return out
}

// modelSteps is what modelling a statement takes, in steps of an evaluation.
const modelSteps = 2000

func statements(body []program.Stmt) int {
	n := 0
	program.Statements(body, func(program.Stmt) bool { n++; return true })
	return n
}

// build fills the model; pause is called again and again.
func (out *model) build(c *calling, in *comm.Cache, pause func()) {
	u, m := out.unit, out.machine
	seen := comm.Seeing(nil)
	if c != nil {
		seen.Procedures, seen.Circular = c.see, c.circular
		out.unseen = c.unseen
	}
	out.given = fillTables(u, c.given(out.text))
	out.tables = tables(u, effects(u, seen))
	passes(u, seen)
	adopts(u, seen)
	out.distances = resolve(u, seen, c.given(out.text), c.known())
	b := in.NewBuilder(u.Arena, u.Layouts, u.Grid, m.Scheme, u.Remaps)
	defer b.Close()
	b.Next()
	b.Pause = pause
	b.Procedures, b.Circular, b.Given, b.Constants = seen.Procedures, seen.Circular, taught(u, b), constants(u)
	b.Taken = b.A.Import(u.Arena, u.Taken)
	out.layouts = b.Layouts
	out.graph = aag.Build(u.Unit, b)
	b = out.graph.Builder
	for _, d := range b.Depend.Diagnostics() {
		out.broken = append(out.broken, d.Diagnostic)
	}
	out.sites = newCallSites(out.graph)
	out.broken = append(append(out.broken, out.graph.Problems...), narrowShadows(u, out.graph)...)
	out.broken = append(out.broken, falseDescriptions(out.graph)...)
	out.placed, out.overlaps, out.memory = placedIndices(u), overlaps(u, b), memoryOf(u, b)
	terms, bounds := interpret.Interpret(out.graph, m)
	out.terms, out.bounds = terms, boundTapes(b.A, &b.Tapes, bounds)
	out.measured, out.reordered = measuredOf(out.graph, m), interpret.ReorderedLoops(out.graph)
	out.stretches = sync.OnceValue(func() stretches { return newStretches(out.graph) })
	program, err := process.Compile(out.terms)
	if err != nil {
		out.problem = problemOf(err)
	} else {
		out.program, out.counts = program, newCounts(out.graph)
	}
	out.terms.Arena = b.A.View()
}

func problemOf(err error) *process.Error {
	if p, ok := err.(*process.Error); ok {
		return p
	}
	return &process.Error{Message: err.Error()}
}

// counts holds the compiled counts of a graph: executions and iterations of
// the sequential program, and what every communication moves.
type counts struct {
	units []unitCounts
	loops []loopCounts
	comms []commCounts

	unknown []*aag.AAU // that have no time, for a reason
}

type unitCounts struct{ executions, local tape }

type loopCounts struct{ total, entries tape }

// commCounts are totals over one call of the unit, as functions of the
// processor's coordinates.
type commCounts struct {
	unit               *aag.AAU
	messages, elements tape
	again              tape // see [comm.Communication]
}

// tape is a compiled expression that is evaluated with a name table.
type tape struct{ *symbolic.Tape }

func newTape(b *comm.Builder, e symbolic.Expr) tape { return tape{b.Tapes.Compile(b.A, e)} }

// eval returns the value under env, NaN where it has none.
func (t tape) eval(env map[string]float64) float64 {
	var out [1]float64
	if err := t.EvalAgain(inputs(t.Tape, env), out[:]); err != nil {
		return math.NaN()
	}
	return out[0]
}

// inputs are the values of a tape's inputs.
func inputs(t *symbolic.Tape, env map[string]float64) []float64 {
	in := make([]float64, len(t.Inputs()))
	for i, s := range t.Inputs() {
		in[i] = env[s.Name]
	}
	return in
}

// setting is the values of all symbols in one place, with what has been evaluated for
// them: most counts of a unit are those of others too.
type setting struct {
	env    map[string]float64
	counts map[*symbolic.Tape]float64
	binds  map[*symbolic.Tape]int // the largest of several outputs, -1 for none
}

func newSetting(env map[string]float64) *setting {
	return &setting{env, map[*symbolic.Tape]float64{}, map[*symbolic.Tape]int{}}
}

// of evaluates a count.
func (s *setting) of(t tape) float64 {
	v, known := s.counts[t.Tape]
	if !known {
		v = t.eval(s.env)
		s.counts[t.Tape] = v
	}
	return v
}

// largest is the first of the largest outputs of a tape; -1 where none is above 0.
func (s *setting) largest(t *symbolic.Tape, outputs int) int {
	at, known := s.binds[t]
	if known {
		return at
	}
	at = -1
	out := make([]float64, outputs)
	if t.EvalAgain(inputs(t, s.env), out) == nil {
		most := 0.0
		for i, v := range out {
			if v > most {
				at, most = i, v
			}
		}
	}
	s.binds[t] = at
	return at
}

func newCounts(g *aag.Graph) *counts {
	a := g.Builder.A
	c := &counts{}
	for _, u := range g.Units {
		uc := unitCounts{executions: newTape(g.Builder, a.Mul(orOne(a, u.Count), u.Weight))}
		uc.local = newTape(g.Builder, g.Builder.Total(u.Repeat, a.Mul(orOne(a, u.Local), u.Weight)))
		c.units = append(c.units, uc)
		if u.Reason != "" {
			c.unknown = append(c.unknown, u)
		}
		if u.Comm == nil {
			continue
		}
		times := func(e symbolic.Expr) tape {
			return newTape(g.Builder, g.Builder.Total(u.Repeat, a.Mul(e, u.Weight)))
		}
		counts := commCounts{unit: u, messages: times(u.Comm.Messages), elements: times(u.Comm.Elements)}
		if u.Comm.Again != 0 {
			counts.again = newTape(g.Builder, u.Comm.Again)
		}
		c.comms = append(c.comms, counts)
	}
	for _, l := range g.Loops {
		c.loops = append(c.loops, loopCounts{total: newTape(g.Builder, l.Total), entries: newTape(g.Builder, l.Entries)})
	}
	return c
}

func orOne(a *symbolic.Arena, e symbolic.Expr) symbolic.Expr {
	if e == 0 {
		return a.Int(1)
	}
	return e
}
