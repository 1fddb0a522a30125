package evaluate

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

// graphView is the graph that explanations of a unit are made from. They add
// formulas to its arena, which those of models do not see.
type graphView struct {
	unit    *lower.Unit
	text    *source.Text
	machine *machines.Machine
	graph   *aag.Graph
	layouts map[*program.Symbol]mapping.Layout // when the unit begins
	in      *unitCache
	given   []*given // see model
	problem error    // why there is no graph
}

// viewed returns the graph of a unit, remembered by what it is made of.
// Its error is that of ctx.
func viewed(ctx context.Context, snap *workspace.Snapshot, p *procedure, m *machines.Machine, s settings.Settings) (*graphView, error) {
	key := viewKey(p.modelKey(m, nil, s))
	snap.Memo().Displace(p.slot("view", "", m), key, lastVersions)
	return unlessStopped(func() *graphView {
		return memo.GetFrom(snap.Memo(), key, unviewed{ctx, p, s.Values, snap.Memo()}, viewKey.view)
	})
}

type viewKey modelKey

// unviewed is a procedure with the values that are set.
type unviewed struct {
	ctx context.Context // of who waits for it
	*procedure
	set  map[string]float64
	memo *memo.Table
}

func (k viewKey) view(p unviewed) *graphView {
	d := &graphView{unit: p.unit.Fork(), text: p.text(), machine: k.machine, in: cacheOf(p.memo, p.procedure, k.machine, "")}
	if problem := limits(d.unit); problem != nil {
		d.problem = problem
		return d
	}
	c := p.calling(p.set)
	d.problem = safely(func() { d.in.use(func() { d.view(c, d.in.until(p.ctx)) }) })
	return d
}

func (d *graphView) view(c *calling, pause func()) {
	d.given = fillTables(d.unit, c.given(d.text))
	seen := comm.Seeing(c.see)
	tables(d.unit, effects(d.unit, seen))
	resolve(d.unit, seen, c.given(d.text), c.known())
	b := d.in.NewBuilder(d.unit.Arena, d.unit.Layouts, d.unit.Grid, d.machine.Scheme, d.unit.Remaps)
	b.Procedures, b.Pause = c.see, pause
	d.layouts = b.Layouts
	d.graph = aag.Build(d.unit.Unit, b)
	b.Pause = nil
}

// unitCache is where the graphs of a unit are made, edit after edit.
type unitCache struct {
	mu         sync.Mutex
	comm.Cache      // guarded by mu
	stopped    bool // guarded by mu; nobody wants what is under way any more

	known process.Known
}

// clocks begins another round of what is known of the clocks; nil in a cache for one
// model only.
func (w *unitCache) clocks() *process.Known {
	if w.Single() {
		return nil
	}
	w.known.Next()
	return &w.known
}

// use does something in the cache, which a fault leaves empty.
func (w *unitCache) use(do func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	done := false
	w.stopped = false
	defer func() {
		switch {
		case w.stopped:
			w.Interrupted()
		case !done:
			w.Cache = comm.Cache{}
		}
	}()
	do()
	done = true
}

// look lists what stands in the cache, which a fault leaves empty. Who is stopped in
// it leaves it as it was.
func (w *unitCache) look(do func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		if _, ended := v.(stopped); !ended {
			w.Cache = comm.Cache{}
		}
		panic(v)
	}()
	do()
}

// between returns what is to be called again and again while something is listed: others
// who wait for the cache go first, and it panics with stopped once ctx has ended.
func (w *unitCache) between(ctx context.Context) func() {
	return func() {
		if err := ctx.Err(); err != nil {
			panic(stopped{err})
		}
		w.mu.Unlock()
		runtime.Gosched()
		w.mu.Lock()
	}
}

// until returns what a builder in use is to call again and again: it panics with
// stopped once ctx has ended.
func (w *unitCache) until(ctx context.Context) func() {
	return func() {
		if err := ctx.Err(); err != nil {
			w.stopped = true
			panic(stopped{err})
		}
	}
}

// cacheKey names the cache of a unit as long as its names keep their
// types.
type cacheKey struct {
	file, unit, names, passed string
	machine                   *machines.Machine
}

func (cacheKey) empty() *unitCache { return &unitCache{} }

// cacheOf returns the cache of a unit under what a call passes to it; a new
// one to a unit with a name like those that assumed weights get, which are real
// numbers.
func cacheOf(known *memo.Table, p *procedure, m *machines.Machine, passed string) *unitCache {
	key := cacheKey{file: p.file, unit: p.unit.Name, machine: m, passed: passed}
	var names strings.Builder
	for _, s := range p.unit.Symbols {
		if strings.HasPrefix(s.Name, "weight") {
			return &unitCache{}
		}
		fmt.Fprintf(&names, "%s %d,", s.Name, s.Type)
	}
	key.names = names.String()
	return memo.Get(known, key, cacheKey.empty)
}

// cache returns where the model of a procedure is made: a text that is not the
// snapshot's must not displace what is known of the one that is.
func (l *linker) cache(p *procedure, with *passed) *unitCache {
	switch {
	case p.hypothetical:
		return &unitCache{Cache: comm.Uncached()}
	case with != nil:
		return cacheOf(l.memo, p, l.m, with.key)
	}
	return cacheOf(l.memo, p, l.m, "")
}
