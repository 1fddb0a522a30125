package process

import (
	"errors"
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// bound is a tape whose inputs are bound to slots: the processor's coordinates
// first, then loop indices and the symbols of the environment.
type bound struct {
	tape    *symbolic.Tape
	number  int // among those of the program
	outputs int
	wiring
	span source.Span // for messages
}

// wiring is where a tape has its inputs from. Statements that take the same time share
// it where the same loops are around them.
type wiring struct {
	slot        []int    // of each input
	indices     []int    // slots of loop indices among them
	varied      bool     // mentions a coordinate
	mentions    []uint32 // by output: a bit for each coordinate that it mentions
	environment []int    // slots of symbols of the environment that the expressions mention
}

// bind compiles es. A none among them has the value 0.
func (c *compiler) bind(span source.Span, es ...symbolic.Expr) bound {
	es = slices.Clone(es)
	for i, e := range es {
		if e == 0 {
			es[i] = c.arena.Int(0)
		}
	}
	c.p.bounds = append(c.p.bounds, es)
	tape := c.tapes.Compile(c.arena, es...)
	w := c.bound[tape]
	if w == nil {
		w = c.wiringOf(tape, es)
		c.bound[tape] = w
	}
	for _, slot := range w.environment {
		c.mention(slot)
	}
	return bound{tape: tape, number: len(c.p.bounds) - 1, outputs: len(es), wiring: *w, span: span}
}

// wiringOf binds a tape of es.
func (c *compiler) wiringOf(tape *symbolic.Tape, es []symbolic.Expr) *wiring {
	w := &wiring{mentions: make([]uint32, len(es))}
	for i, e := range es {
		for _, s := range c.arena.Free(e) {
			switch slot, kind := c.lookup(s); kind {
			case coordinate:
				w.mentions[i] |= 1 << slot
			case environment: // more than the inputs: what cancels out is mentioned
				if c.wired[slot] != w {
					c.wired[slot] = w
					w.environment = append(w.environment, slot)
				}
			}
		}
	}
	inputs := tape.Inputs()
	w.slot = make([]int, len(inputs))
	for i, s := range inputs {
		slot, kind := c.lookup(s)
		w.slot[i] = slot
		switch kind {
		case coordinate:
			w.varied = true
		case index:
			w.indices = append(w.indices, slot)
		}
	}
	slices.Sort(w.environment)
	return w
}

type slotKind uint8

const (
	coordinate slotKind = iota
	index
	environment
)

// lookup finds what a symbol means here: the innermost loop index of that
// name, a coordinate, or a symbol of the environment.
func (c *compiler) lookup(s symbolic.Symbol) (slot int, kind slotKind) {
	for i := len(c.indices) - 1; i >= 0; i-- {
		if c.indices[i].name == s.Name {
			c.used[c.indices[i].slot] = true
			return c.indices[i].slot, index
		}
	}
	if slot, ok := c.coords[s.Name]; ok {
		return slot, coordinate
	}
	if slot, ok := c.env[s.Name]; ok {
		c.mention(slot)
		return slot, environment
	}
	slot = c.p.slots
	c.p.slots++
	c.env[s.Name] = slot
	c.mention(slot)
	c.p.env = append(c.p.env, input{s, slot})
	return slot, environment
}

// mention notes that the stage that is being compiled mentions a slot of the environment.
func (c *compiler) mention(slot int) {
	if slot >= len(c.mentions) {
		c.mentions = append(c.mentions, make([]int, c.p.slots-len(c.mentions))...)
	}
	if at := len(c.p.stages) + 1; c.mentions[slot] != at {
		c.mentions[slot] = at
		c.mentioned = append(c.mentioned, slot)
	}
}

// mentionsCoordinate reports whether one of es depends on a processor coordinate: they have
// names that nothing else has.
func (c *compiler) mentionsCoordinate(es ...symbolic.Expr) bool {
	return slices.ContainsFunc(es, c.onCoordinate)
}

// bodiesAtOnce is how many loop bodies of a tape take as long as a step.
const bodiesAtOnce = 4

// eval evaluates b with the values of the slots.
func (b *bound) eval(r *run, out []float64) error {
	in := b.values(r)
	bodies, err := b.tape.EvalCounted(in, out)
	r.steps += int(bodies) / bodiesAtOnce
	if errors.Is(err, symbolic.ErrTooLong) {
		if err := b.sample(r, in, out); err != nil {
			return helped(errorAt(b.span, "%v", err), giveValues)
		}
	} else if err != nil {
		return helped(errorAt(b.span, "%v", err), giveValues)
	}
	for _, v := range out[:b.outputs] {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return helped(errorAt(b.span, "a value is not finite"), giveValues)
		}
	}
	return nil
}

// values are those of the inputs.
func (b *bound) values(r *run) []float64 {
	in := r.inputs(len(b.slot))
	for i, s := range b.slot {
		in[i] = r.vals[s]
	}
	return in
}

// sample evaluates sums that are too long from some of their terms, and notes by
// how much their outputs may be off together.
func (b *bound) sample(r *run, in, out []float64) error {
	estimates := make([]symbolic.Estimate, len(out))
	if err := b.tape.EvalSampled(in, estimates); err != nil {
		return err
	}
	for i, e := range estimates {
		out[i] = e.Value
		r.wide += max(e.Hi-e.Value, e.Value-e.Lo)
		r.sampled = r.sampled || e.Sampled
	}
	return nil
}
