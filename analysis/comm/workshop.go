package comm

import (
	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Workshop is where builders work one after the other: an arena, with what has
// been worked out in it. After an edit most loops, places and bounds of a unit
// are what they were, so that most of its formulas are there already. All that
// is remembered is found by expressions, never by statements or symbols, and
// arenas of equal assumptions give equal forms: a builder finds in a used
// workshop what it would have made in an empty one.
//
// Only one builder may be at work at a time; the expressions of earlier ones
// stay valid. The zero Workshop is empty.
type Workshop struct {
	*worked
	once bool // for one builder only
}

// worked is what has been worked out in an arena.
type worked struct {
	arena   *symbolic.Arena
	shares  map[shareKey]Share
	needs   map[needKey]need
	volumes map[string]volume // by volumeKey
	axes    map[mapping.Axis]int
	sums    map[sumKey]symbolic.Expr
	texts   map[symbolic.Expr]string

	patterns numbered[Pattern]
	vectors  numbered[Vector]

	pinned    int              // references that the last builder had pins for
	remembers bool             // there will be other builders
	memory    memory           // of statements
	numbered  map[string]int64 // declarations and arrangements; see asked.go

	Answers depend.Answers                   // of the dependence test
	Tapes   symbolic.Tapes                   // what has been compiled
	Misses  symbolic.Formulas[symbolic.Expr] // what loop nests miss in the caches of a machine, always the same one
	Kernels symbolic.Formulas[Terms]         // what may bind innermost loops, on that machine
	nests   symbolic.Formulas[int64]         // the numbers of loop nests
	last    int64                            // of them
}

// Terms are formulas with their names.
type Terms struct {
	Names []string
	Of    [][]symbolic.Expr
}

func newWorked() *worked {
	return &worked{
		arena: symbolic.NewArena(), shares: map[shareKey]Share{}, needs: map[needKey]need{}, sums: map[sumKey]symbolic.Expr{},
		volumes: map[string]volume{}, axes: map[mapping.Axis]int{}, texts: map[symbolic.Expr]string{},
		memory: memory{now: map[string]*remembered{}}, numbered: map[string]int64{},
	}
}

// Once returns a workshop for one builder only, which remembers nothing.
func Once() Workshop { return Workshop{once: true} }

// Single reports whether it is for one builder only.
func (w *Workshop) Single() bool { return w.once }

// mostKept is the number of nodes above which a workshop is cleared: some ten
// times those of a unit of 500 lines.
const mostKept = 1 << 18

// mostNumbered is the same for the number of declarations.
const mostNumbered = 1 << 14

// NewBuilder returns a builder as the function of that name does. It empties the
// workshop where an empty one would begin with other assumptions.
func (w *Workshop) NewBuilder(from *symbolic.Arena, layouts map[*program.Symbol]mapping.Layout, grid *mapping.Grid, s scheme.Scheme, remaps ...map[*program.Remap][]mapping.Move) *Builder {
	empty := newWorked()
	b := empty.builder(from, layouts, grid, s, remaps)
	if w.worked == nil || w.arena.Len() > mostKept || len(w.numbered) > mostNumbered || w.arena.Assumptions() != empty.arena.Assumptions() {
		w.worked, empty.remembers = empty, !w.once
		return b
	}
	w.memory = memory{now: make(map[string]*remembered, len(w.memory.now)), before: w.memory.now}
	return w.builder(from, layouts, grid, s, remaps)
}

// Close ends building: from now on the builder reads its expressions while others
// work in its workshop.
func (b *Builder) Close() { b.A = b.A.View() }

// Interrupted is to be called when a builder has been stopped: what the one before it
// had worked out is there for the next one.
func (w *Workshop) Interrupted() {
	if w.worked == nil {
		return
	}
	for key, r := range w.memory.before {
		if w.memory.now[key] == nil {
			w.memory.now[key] = r
		}
	}
	w.memory.settle()
	w.Tapes.Back()
	w.Misses.Back()
	w.Kernels.Back()
	w.nests.Back()
}

// Next lets go of what nobody has used for the last model but one.
func (b *Builder) Next() {
	b.Tapes.Next()
	b.Misses.Next()
	b.Kernels.Next()
	b.nests.Next()
}

// NestNumber tells loop nests apart by all that they are made of.
func (b *Builder) NestNumber(nest []byte) int64 {
	return b.nests.Get(nest, func() int64 {
		b.last++
		return b.last
	})
}

// Earlier returns what earlier dependence tests in the workshop found; nil where
// there will be no other.
func (b *Builder) Earlier() *depend.Answers {
	if !b.remembers {
		return nil
	}
	return &b.Answers
}

func (w *worked) builder(from *symbolic.Arena, layouts map[*program.Symbol]mapping.Layout, grid *mapping.Grid, s scheme.Scheme, remaps []map[*program.Remap][]mapping.Move) *Builder {
	b := &Builder{&ofUnit{A: w.arena, Scheme: s, worked: w}, State{Layouts: map[*program.Symbol]mapping.Layout{}}}
	b.pins, b.places, b.temporaries = make(map[*program.Ref]pin, w.pinned), map[placeKey]place{}, map[*program.Symbol][]symbolic.Expr{}
	b.declarations = map[*program.Symbol]int64{}
	b.begin(from, layouts, grid, remaps)
	b.base = b.grids()
	return b
}
