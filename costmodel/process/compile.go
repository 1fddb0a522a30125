package process

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Program is a compiled SPMD term: the same structure for every value of its
// symbols. It is immutable and safe for concurrent use.
type Program struct {
	rank      int
	env       []input // symbols of the environment, by name
	slots     int
	extents   bound
	items     []item
	segments  []*segment
	exchanges int
	quiets    int // loops with quiet iterations
	marks     int // slots for them
	body      op
	stages    []stage // of the body
	weighted  bool    // some branch has a weight between 0 and 1
	lost      losses

	coordinates []string
	indices     []string          // of loops, as often as they occur
	bounds      [][]symbolic.Expr // all expressions, those of the extents first
	ranges      [][]symbolic.Expr // those among them that exchanges range over
	each        []*bound          // that are evaluated for each processor
}

// item is one line of the result: a delay, or the wait of an exchange or sweep.
type item struct {
	span source.Span
	kind Kind
	tag  int
}

// input is a symbol of the environment and the slot that holds its value.
type input struct {
	symbol symbolic.Symbol
	slot   int
}

// op is one compiled step of the program.
type op interface {
	run(r *run) error
}

type ops []op

func (s ops) run(r *run) error {
	for _, o := range s {
		if err := r.lost.lose(o.run(r)); err != nil {
			return err
		}
	}
	return nil
}

type compiler struct {
	arena        *symbolic.Arena
	tapes        *symbolic.Tapes
	p            *Program
	coords       map[string]int
	onCoordinate func(symbolic.Expr) bool // whether it mentions one
	env          map[string]int
	indices      []scope      // enclosing loops, outermost first
	used         map[int]bool // slots of loop indices that something mentions
	marks        map[int]int  // slots of the marks, by ID

	bound     map[*symbolic.Tape]*wiring // what has been bound inside the same loops
	wired     map[int]*wiring            // by slot of the environment: the last one that has it
	mentions  []int                      // by slot of the environment: the last stage that mentions it
	mentioned []int                      // slots of the environment, by the stage that is being compiled
	signing   signing
}

// scope is a loop index and the slot that holds its value.
type scope struct {
	name string
	slot int
}

// Compile prepares s for evaluation. It builds in s.Arena, which must not be
// frozen, and does not keep it. An error is an *Error with the span of a term
// that cannot be executed by all processors together.
func Compile(s *SPMD) (*Program, error) {
	p := &Program{rank: len(s.Coordinates), slots: len(s.Coordinates), coordinates: s.Coordinates}
	c := &compiler{arena: s.Arena, tapes: s.Tapes, p: p, coords: map[string]int{}, env: map[string]int{}, used: map[int]bool{}, bound: map[*symbolic.Tape]*wiring{}, wired: map[int]*wiring{}}
	if c.tapes == nil {
		c.tapes = &symbolic.Tapes{}
	}
	switch {
	case s.Arena.Frozen():
		return nil, errorAt(source.Span{}, "the arena is frozen")
	case len(s.Coordinates) != len(s.Extents):
		return nil, errorAt(source.Span{}, "%d coordinates for %d grid dimensions", len(s.Coordinates), len(s.Extents))
	}
	for i, name := range s.Coordinates {
		c.coords[name] = i
	}
	c.onCoordinate = s.Arena.Mentioning(func(x symbolic.Symbol) bool { _, is := c.coords[x.Name]; return is })
	p.extents = c.bind(source.Span{}, s.Extents...)
	if p.extents.varied {
		return nil, errorAt(source.Span{}, "the extent of the grid mentions a processor coordinate")
	}
	body, err := c.sequence(s.Body, c.stage)
	if err != nil {
		return nil, err
	}
	p.body = body.alone()
	slices.SortFunc(p.env, func(x, y input) int { return strings.Compare(x.symbol.Name, y.symbol.Name) })
	return p, nil
}

// Symbols are the symbols that Run needs a value for, by name.
func (p *Program) Symbols() []symbolic.Symbol {
	var symbols []symbolic.Symbol
	for _, in := range p.env {
		symbols = append(symbols, in.symbol)
	}
	return symbols
}

// term compiles t.
func (c *compiler) term(t Term) (op, error) {
	all, err := c.sequence(t, func(compile func() (op, error), _ ...Term) (op, error) { return compile() })
	return all.alone(), err
}

// alone is the only step of a sequence of one.
func (s ops) alone() op {
	if len(s) == 1 {
		return s[0]
	}
	return s
}

// sequence compiles t: runs of delays become segments, the rest one op each. It
// hands each of them to each, with the terms that it is made of.
func (c *compiler) sequence(t Term, each func(compile func() (op, error), of ...Term) (op, error)) (ops, error) {
	var out ops
	var delays []*Delay
	flush := func() {
		if len(delays) > 0 {
			o, _ := each(func() (op, error) { return c.segment(delays), nil }, terms(delays)...)
			out = append(out, o)
			delays = nil
		}
	}
	for _, s := range c.spread(t, nil) {
		if x, ok := s.(*Exchange); ok {
			flush()
			if o, err := each(func() (op, error) { return c.exchange(x) }, x); err == nil {
				out = append(out, o)
			} else if err = c.p.lost.lose(err); err != nil {
				return nil, err
			}
			delays = append(delays, x.Cost...)
			continue
		}
		if !synchronises(s) {
			flat, err := c.flatten(s)
			if err != nil {
				return nil, err
			}
			delays = append(delays, flat...)
			continue
		}
		flush()
		if o, err := each(func() (op, error) { return c.synchronised(s) }, s); err == nil {
			out = append(out, o)
		} else if err = c.p.lost.lose(err); err != nil {
			return nil, err
		} else if flat, err := c.flatten(c.alone(s)); err == nil {
			delays = append(delays, flat...)
		}
	}
	flush()
	return out, nil
}

func terms(delays []*Delay) []Term {
	all := make([]Term, len(delays))
	for i, l := range delays {
		all[i] = l
	}
	return all
}

// stage compiles a step of the outermost sequence.
func (c *compiler) stage(compile func() (op, error), of ...Term) (op, error) {
	c.mentioned = c.mentioned[:0]
	s := stage{extent: c.begin()}
	o, err := compile()
	if err != nil {
		return nil, err
	}
	s.extent.end(c)
	s.op, s.env = o, slices.Clone(c.mentioned)
	slices.Sort(s.env)
	signed := false
	s.sign, signed = c.sign(of)
	s.open = !signed
	c.p.stages = append(c.p.stages, s)
	return o, nil
}

// spread lists the terms of nested series in order.
func (c *compiler) spread(t Term, list []Term) []Term {
	if s, ok := t.(Series); ok {
		for _, x := range s {
			list = c.spread(x, list)
		}
		return list
	}
	return append(list, t)
}

func (c *compiler) synchronised(t Term) (op, error) {
	switch t := t.(type) {
	case *Loop:
		return c.loop(t)
	case *If:
		return c.branch(t)
	case *Mark:
		return &mark{c.markSlot(t.ID), c.bind(source.Span{}, t.Messages)}, nil
	case *Sweep:
		return c.sweep(t)
	}
	return nil, errorAt(spanOf(t), "a term of type %T cannot stand here", t)
}

func (c *compiler) item(span source.Span, kind Kind, tag int) int {
	c.p.items = append(c.p.items, item{span, kind, tag})
	return len(c.p.items) - 1
}

// within compiles f with a loop index in scope and returns its slot.
func (c *compiler) within(index string, f func() error) (slot int, err error) {
	slot = c.p.slots
	c.p.slots++
	c.indices, c.p.indices = append(c.indices, scope{index, slot}), append(c.p.indices, index)
	outside := c.bound
	c.bound = map[*symbolic.Tape]*wiring{}
	err = f()
	c.indices, c.bound = c.indices[:len(c.indices)-1], outside
	return slot, err
}

// spanOf is the span of t, of its first part if it is a series.
func spanOf(t Term) source.Span {
	switch t := t.(type) {
	case *Delay:
		return t.Span
	case Series:
		if len(t) > 0 {
			return spanOf(t[0])
		}
	case *Loop:
		return t.Span
	case *If:
		return t.Span
	case *Exchange:
		return t.Span
	case *Sweep:
		return t.Span
	}
	return source.Span{}
}
