package evaluate

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

// A model depends on its unit, on what that sees of the procedures that it calls,
// and on what it is passed. So an edit in a procedure makes a new model of that
// one only, unless its callers see something else of it from now on; an edit in a
// caller makes none of what it calls.

// modelKey holds all that a model is made of: the unit stands for its text and
// for what it sees, but for the procedures inside it, which add lines.
type modelKey struct {
	unit    *program.Unit
	lines   int
	machine *machines.Machine // the shape of that of the numbers
	sees    string            // of what it calls; see procedure.sees
	passed  string            // by the call; see passed
	vectors string            // elements of vectors that are set
	set     string            // see distancesSet
}

func (p *procedure) modelKey(m *machines.Machine, with *passed, s settings.Settings) modelKey {
	k := modelKey{unit: p.unit.Unit, lines: p.lines, machine: m.Shape(), sees: p.sees(), vectors: s.Vectors(), set: distancesSet(p.unit, s.Values)}
	if with != nil {
		k.passed = with.key
	}
	return k
}

// unmodelled is a procedure with what a call passes to it; nil is passed to a unit for
// itself.
type unmodelled struct {
	ctx  context.Context // which stops the work, and leaves no model then
	l    *linker
	p    *procedure
	with *passed
}

// build makes the model of a procedure.
func (k modelKey) build(of unmodelled) *model {
	ctx, l, p, with := of.ctx, of.l, of.p, of.with
	own := p.unit.Fork()
	with.give(own)
	own.Body = program.StopBehind(own.Body, p.callEnds)
	c := p.calling(l.s.Values)
	if k.machine.Scheme.Inline || k.machine.Composition != "added" { // kernels are what a compiler makes of loops
		program.WriteFormulas(own.Body, c.formula)
	}
	if with != nil {
		c.modes = with.modes
	}
	out := safeModel(ctx, own, p.text(), k.machine, c, l.cache(p, with))
	out.origin = p.unit.Unit
	if with != nil {
		out.passed = with.key
	}
	return out
}

// linked is a model with the numbers of a machine and with those of the procedures that
// it calls. It remembers its evaluations.
type linked struct {
	*model
	machine *machines.Machine
	numbers map[string]float64 // of the machine, by their names
	calls   []callModel
	beyond  int         // lines that it and what it calls exceed, which are too many; it has nothing else then
	insides *memo.Table // inside by settings
	runs    *memo.Table // of its scalar code, for the numbers of all machines
	last    atomic.Pointer[lastRun]
	counts  bool // it, or what it calls, asks how many processors there are
	placed  bool // that, or it or what it calls has an arrangement of them
	touches bool // it, or what it calls, may find data in caches that were left there
}

// callModel is one CALL of a procedure that can be seen: the procedure's model
// and the values that it gets.
type callModel struct {
	callSite
	inside *linked
	outer  []symbolic.Symbol // of the caller, that the procedure's mappings name
}

// linkKey names a linked model: which models it calls follows from all that its
// procedure calls.
type linkKey struct {
	model   *model
	machine *machines.Machine
	of      *lineage
	limit   int // lines of each procedure that it calls, with what that calls; 0: none
}

// slot names what is remembered of a procedure when another text of it, or of
// what it calls, comes in its place.
type slot struct {
	what         string
	path, name   string
	kind         program.UnitKind
	passed       string
	machine      *machines.Machine // the one that stands for the shape
	varied       bool              // the machine is another one of that shape: these take each other's place
	hypothetical bool              // of a text that is not the snapshot's
}

// lastVersions is how many versions of a procedure keep their models.
const lastVersions = 2

// linker links the models of one snapshot.
type linker struct {
	memo *memo.Table
	m    *machines.Machine
	all  func() map[string]float64 // numbers of the machine, by their names
	s    settings.Settings
	done map[linkerKey]*linked
	root *procedure // whose calls have to keep within the reach; nil: there is no such

	shape *linker // for the machine that stands for the shape of this one's; nil: not asked for yet

	caches *memo.Table // for the models of all units together; nil: each unit has one of its own
}

type linkerKey struct {
	procedure *procedure
	passed    string
}

func newLinker(known *memo.Table, m *machines.Machine, s settings.Settings) *linker {
	return &linker{memo: known, m: m, all: sync.OnceValue(func() map[string]float64 { return allNumbers(m) }), s: s, done: map[linkerKey]*linked{}}
}

// allNumbers are those of a machine, by their names.
func allNumbers(m *machines.Machine) map[string]float64 {
	out := map[string]float64{}
	for _, name := range m.Names() {
		v, _ := m.Number(name)
		out[name] = v.Value
	}
	return out
}

// link returns a procedure's model with those of all that it calls, directly or
// not. Its error is that of ctx.
func (l *linker) link(ctx context.Context, p *procedure, with *passed) (*linked, error) {
	key := linkerKey{procedure: p}
	if with != nil {
		key.passed = with.key
	}
	if x := l.done[key]; x != nil {
		return x, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	md, err := l.model(ctx, p, with)
	if err != nil {
		return nil, err
	}
	inside, limit := make([]*linked, len(md.sites)), l.limit(p, len(md.sites))
	for i, site := range md.sites {
		called := p.calls[site.unit.Callee]
		if limit > 0 && called.extent(limit) > limit {
			inside[i] = called.tooFar(limit)
			continue
		}
		x, err := l.link(ctx, called, site.passed)
		if err != nil {
			return nil, err
		}
		inside[i] = x
	}
	runs, err := l.runs(ctx, p, with)
	if err != nil {
		return nil, err
	}
	out := remember(l, p.slot("linked", key.passed, l.m), linkKey{md, l.m, p.lineage(l.memo), limit}, unlinked{inside, runs, l.memo, l.all}, linkKey.link)
	l.done[key] = out
	return out, nil
}

// runs is where the runs of a procedure's scalar code are remembered: with the machine
// that stands for all of the shape.
func (l *linker) runs(ctx context.Context, p *procedure, with *passed) (*memo.Table, error) {
	if l.m.Shape() == l.m {
		return l.memo.Empty(), nil
	}
	if l.shape == nil {
		l.shape = newLinker(l.memo, l.m.Shape(), l.s)
		l.shape.root, l.shape.caches = l.root, l.caches
	}
	x, err := l.shape.link(ctx, p, with)
	if err != nil {
		return nil, err
	}
	return x.runs, nil
}

// model returns a procedure's model for what is passed to it. Its error is that of ctx.
func (l *linker) model(ctx context.Context, p *procedure, with *passed) (*model, error) {
	key := p.modelKey(l.m, with, l.s)
	return unlessStopped(func() *model {
		return remember(l, p.slot("model", key.passed, key.machine), key, unmodelled{ctx, l, p, with}, modelKey.build)
	})
}

// remember is memo.GetFrom for something of a procedure: later versions take its
// place.
func remember[K comparable, S, V any](l *linker, s slot, key K, source S, compute func(K, S) V) V {
	l.memo.Displace(s, key, lastVersions)
	return memo.GetFrom(l.memo, key, source, compute)
}

func (p *procedure) slot(what, passed string, m *machines.Machine) slot {
	return slot{what: what, path: p.file, name: p.unit.Name, kind: p.unit.Kind, passed: passed, machine: m.Shape(), varied: m.Shape() != m, hypothetical: p.hypothetical}
}

// passedBy returns the linked model of a procedure for what a call passes to it; nil
// where what the program calls is not linked that far.
func (l *linker) passedBy(ctx context.Context, c *incoming) (*linked, error) {
	l.root = c.root
	if _, err := l.link(ctx, c.root, nil); err != nil {
		return nil, err
	}
	for key, x := range l.done {
		if key.passed == c.to.of.passed && x.model.origin == c.to.of.origin {
			return x, nil
		}
	}
	return nil, nil
}

// unlinked is the models that a model calls, where the runs of its scalar code are
// remembered, what is remembered of all, and what its machine is made of.
type unlinked struct {
	inside     []*linked
	runs, memo *memo.Table
	numbers    func() map[string]float64 // of the machine
}

func (k linkKey) link(with unlinked) *linked {
	return newLinked(k.model, k.machine, with.numbers(), with.inside, with.memo.Empty(), with.runs)
}

func newLinked(m *model, with *machines.Machine, numbers map[string]float64, inside []*linked, insides, runs *memo.Table) *linked {
	out := &linked{model: m, machine: with, numbers: numbers, insides: insides, runs: runs, counts: m.unit.CountsProcessors}
	out.placed, out.touches = out.counts || m.unit.Grid != nil, slices.ContainsFunc(m.allSymbols(), isTouched)
	for i, x := range inside {
		out.counts, out.placed, out.touches = out.counts || x.counts, out.placed || x.placed, out.touches || x.touches
		c := callModel{callSite: m.sites[i], inside: x}
		for _, s := range c.inside.named() {
			name, ok := strings.CutPrefix(s.Name, callerPrefix)
			if x := (symbolic.Symbol{Name: name, Type: s.Type}); ok && !slices.Contains(c.outer, x) { // several of its calls may name it
				c.outer = append(c.outer, x)
			}
		}
		out.calls = append(out.calls, c)
	}
	return out
}

// named returns the model's symbols, and those of it that the mappings in procedures name
// which it calls, if only to hand them on.
func (l *linked) named() []symbolic.Symbol { return l.withOuter(l.allSymbols()) }

// restsOn are the symbols that the model's numbers rest on, and those of it that the mappings
// in procedures name which it calls.
func (l *linked) restsOn() []symbolic.Symbol { return l.withOuter(l.symbols()) }

func (l *linked) withOuter(own []symbolic.Symbol) []symbolic.Symbol {
	out := slices.Clip(own)
	for _, c := range l.calls {
		for _, s := range c.outer {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}
