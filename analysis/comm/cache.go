package comm

import (
	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Cache is an arena that one builder after the other uses, with the results that
// have been found in it. After an edit most loops, places and bounds of a unit are
// what they were, so that most of its formulas are there already. Results are found
// by expressions, never by statements or symbols, and arenas of equal assumptions
// give equal forms: a builder finds in a used cache what it would have made in an
// empty one.
//
// Only one builder may be at work at a time; the expressions of earlier ones
// stay valid. The zero Cache is empty.
type Cache struct {
	*results
	once bool // for one builder only
}

// results are what has been found in an arena.
type results struct {
	arena   *symbolic.Arena
	shares  map[ShareKey]Share
	needs   map[needKey]need
	volumes map[string]volume // by volumeKey
	axes    map[mapping.Axis]int
	sums    map[sumKey]symbolic.Expr
	Texts   map[symbolic.Expr]string

	patterns *numbered[Pattern]
	vectors  *numbered[Vector]
	portions *numbered[*uneven]

	pinned    int              // references that the last builder had pins for
	remembers bool             // there will be other builders
	memory    memory           // of statements
	numbered  map[string]int64 // declarations and arrangements; see query.go

	Answers depend.Answers                   // of the dependence test
	Tapes   symbolic.Tapes                   // what has been compiled
	Misses  symbolic.Formulas[symbolic.Expr] // what loop nests miss in the caches of a machine, always the same one
	Kernels symbolic.Formulas[Terms]         // what may bind innermost loops, on that machine
	Covers  symbolic.Formulas[Cover]         // what one nest touches of another's lines
	Shapes  symbolic.Formulas[any]           // what array constructs touch and do, on that machine
	nests   symbolic.Formulas[int64]         // the numbers of loop nests
	last    int64                            // of them
}

// Terms are formulas with their names.
type Terms struct {
	Names []string
	Of    [][]symbolic.Expr
}

// Cover is a share of lines, and what it is with the constants of the unit.
type Cover struct {
	Share symbolic.Expr
	Known float64
}

func newResults() *results {
	return &results{
		arena: symbolic.NewArena(), shares: map[ShareKey]Share{}, needs: map[needKey]need{}, sums: map[sumKey]symbolic.Expr{},
		volumes: map[string]volume{}, axes: map[mapping.Axis]int{}, Texts: map[symbolic.Expr]string{},
		memory: memory{now: map[string]*answers{}}, numbered: map[string]int64{}, patterns: &numbered[Pattern]{}, vectors: &numbered[Vector]{}, portions: &numbered[*uneven]{},
	}
}

// Uncached returns a cache for one builder only, which keeps nothing.
func Uncached() Cache { return Cache{once: true} }

// Single reports whether it is for one builder only.
func (c *Cache) Single() bool { return c.once }

// mostKept is the number of nodes above which a cache is cleared: some ten
// times those of a unit of 500 lines.
const mostKept = 1 << 18

// mostNumbered is the same for the number of declarations.
const mostNumbered = 1 << 14

// NewBuilder returns a builder as the function of that name does. It empties the
// cache where an empty one would begin with other assumptions.
func (c *Cache) NewBuilder(from *symbolic.Arena, layouts map[*program.Symbol]mapping.Layout, grid *mapping.Grid, s scheme.Scheme, remaps ...map[*program.Remap][]mapping.Move) *Builder {
	empty := newResults()
	b := empty.builder(from, layouts, grid, s, remaps)
	if c.results == nil || c.arena.Len() > mostKept || len(c.numbered) > mostNumbered || c.arena.Assumptions() != empty.arena.Assumptions() {
		c.results, empty.remembers = empty, !c.once
		return b
	}
	c.memory = memory{now: make(map[string]*answers, len(c.memory.now)), before: c.memory.now}
	return c.builder(from, layouts, grid, s, remaps)
}

// Close ends building: from now on the builder reads its expressions while others
// work in its arena.
func (b *Builder) Close() { b.A = b.A.View() }

// Overlay returns a builder for what b is asked after it was closed: it begins with the
// expressions of b, under their numbers, and keeps what it adds to itself. Tables that
// formulas of b look up are looked up, and added, where b has them.
func (b *Builder) Overlay() *Builder {
	own := *b.ofUnit
	own.A = b.A.Overlay()
	own.results = newResults()
	own.arena, own.patterns, own.vectors = own.A, b.patterns, b.vectors
	own.made = map[*program.Do]map[*program.Ref]bool{}
	own.pins, own.places, own.declarations = map[*program.Ref]pin{}, map[placeKey]place{}, map[*program.Symbol]int64{}
	own.scratch, own.slabs = scratch{}, slabs{}
	return &Builder{&own, b.State}
}

// Interrupted is to be called when a builder has been stopped: what the one before it
// had worked out is there for the next one.
func (c *Cache) Interrupted() {
	if c.results == nil {
		return
	}
	for key, r := range c.memory.before {
		if c.memory.now[key] == nil {
			c.memory.now[key] = r
		}
	}
	c.memory.settle()
	c.Tapes.Back()
	c.Misses.Back()
	c.Kernels.Back()
	c.Covers.Back()
	c.Shapes.Back()
	c.nests.Back()
}

// Next lets go of what nobody has used for the last model but one.
func (b *Builder) Next() {
	b.Tapes.Next()
	b.Misses.Next()
	b.Kernels.Next()
	b.Covers.Next()
	b.Shapes.Next()
	b.nests.Next()
}

// NestNumber tells loop nests, and what else belongs to keys, apart by all that they are
// made of.
func (b *Builder) NestNumber(nest []byte) int64 {
	return b.nests.Get(nest, b.NextNumber)
}

// NextNumber is one that nothing in the cache has.
func (b *Builder) NextNumber() int64 {
	b.last++
	return b.last
}

// Earlier returns what earlier dependence tests in the cache found; nil where
// there will be no other.
func (b *Builder) Earlier() *depend.Answers {
	if !b.remembers {
		return nil
	}
	return &b.Answers
}

func (r *results) builder(from *symbolic.Arena, layouts map[*program.Symbol]mapping.Layout, grid *mapping.Grid, s scheme.Scheme, remaps []map[*program.Remap][]mapping.Move) *Builder {
	b := &Builder{&ofUnit{A: r.arena, Scheme: s, results: r}, State{Layouts: map[*program.Symbol]mapping.Layout{}}}
	b.made = map[*program.Do]map[*program.Ref]bool{}
	b.pins, b.places, b.Temporaries = make(map[*program.Ref]pin, r.pinned), map[placeKey]place{}, map[*program.Symbol][]symbolic.Expr{}
	b.declarations = map[*program.Symbol]int64{}
	b.begin(from, layouts, grid, remaps)
	b.base = b.grids()
	return b
}
