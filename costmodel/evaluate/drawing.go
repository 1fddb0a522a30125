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

// drawing is the graph that explanations of a unit are made from. They add
// formulas to its arena, which those of models do not see.
type drawing struct {
	unit    *lower.Unit
	text    *source.Text
	machine *machines.Machine
	graph   *aag.Graph
	layouts map[*program.Symbol]mapping.Layout // when the unit begins
	in      *workshop
	given   []*given // see model
	problem error    // why there is no graph
}

// drawn returns the graph of a unit, remembered by what it is made of.
// Its error is that of ctx.
func drawn(ctx context.Context, snap *workspace.Snapshot, p *procedure, m *machines.Machine, s settings.Settings) (*drawing, error) {
	key := drawingKey(p.modelKey(m, nil, s))
	snap.Memo().Displace(p.slot("drawing", "", m), key, lastVersions)
	return unlessStopped(func() *drawing {
		return memo.GetFrom(snap.Memo(), key, undrawn{ctx, p, s.Values, snap.Memo()}, drawingKey.draw)
	})
}

type drawingKey modelKey

// undrawn is a procedure with the values that are set.
type undrawn struct {
	ctx context.Context // of who waits for it
	*procedure
	set  map[string]float64
	memo *memo.Table
}

func (k drawingKey) draw(p undrawn) *drawing {
	d := &drawing{unit: p.unit.Fork(), text: p.text(), machine: k.machine, in: workshopOf(p.memo, p.procedure, k.machine, "")}
	if problem := limits(d.unit); problem != nil {
		d.problem = problem
		return d
	}
	c := p.calling(p.set)
	d.problem = safely(func() { d.in.use(func() { d.draw(c, d.in.until(p.ctx)) }) })
	return d
}

func (d *drawing) draw(c *calling, pause func()) {
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

// workshop is where the graphs of a unit are made, edit after edit.
type workshop struct {
	mu            sync.Mutex
	comm.Workshop      // guarded by mu
	stopped       bool // guarded by mu; nobody wants what is under way any more

	known process.Known
}

// clocks begins another round of what is known of the clocks; nil in a workshop for one
// model only.
func (w *workshop) clocks() *process.Known {
	if w.Single() {
		return nil
	}
	w.known.Next()
	return &w.known
}

// use does something in the workshop, which a fault leaves empty.
func (w *workshop) use(do func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	done := false
	w.stopped = false
	defer func() {
		switch {
		case w.stopped:
			w.Interrupted()
		case !done:
			w.Workshop = comm.Workshop{}
		}
	}()
	do()
	done = true
}

// look lists what stands in the workshop, which a fault leaves empty. Who is stopped in
// it leaves it as it was.
func (w *workshop) look(do func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		if _, ended := v.(stopped); !ended {
			w.Workshop = comm.Workshop{}
		}
		panic(v)
	}()
	do()
}

// between returns what is to be called again and again while something is listed: others
// who wait for the workshop go first, and it panics with stopped once ctx has ended.
func (w *workshop) between(ctx context.Context) func() {
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
func (w *workshop) until(ctx context.Context) func() {
	return func() {
		if err := ctx.Err(); err != nil {
			w.stopped = true
			panic(stopped{err})
		}
	}
}

// workshopKey names the workshop of a unit as long as its names keep their
// types.
type workshopKey struct {
	file, unit, names, passed string
	machine                   *machines.Machine
}

func (workshopKey) empty() *workshop { return &workshop{} }

// workshopOf returns the workshop of a unit under what a call passes to it; a new
// one to a unit with a name like those that assumed weights get, which are real
// numbers.
func workshopOf(known *memo.Table, p *procedure, m *machines.Machine, passed string) *workshop {
	key := workshopKey{file: p.file, unit: p.unit.Name, machine: m, passed: passed}
	var names strings.Builder
	for _, s := range p.unit.Symbols {
		if strings.HasPrefix(s.Name, "weight") {
			return &workshop{}
		}
		fmt.Fprintf(&names, "%s %d,", s.Name, s.Type)
	}
	key.names = names.String()
	return memo.Get(known, key, workshopKey.empty)
}

// workshop returns where the model of a procedure is made: a text that is not the
// snapshot's must not displace what is known of the one that is.
func (l *linker) workshop(p *procedure, with *passed) *workshop {
	switch {
	case p.hypothetical:
		return &workshop{Workshop: comm.Once()}
	case with != nil:
		return workshopOf(l.memo, p, l.m, with.key)
	}
	return workshopOf(l.memo, p, l.m, "")
}
