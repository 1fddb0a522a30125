package depend

import (
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// Pin says how far out a message that fetches what a reference reads can be
// moved: the outer Level loops must stay around it.
type Pin struct {
	Level int
	Why   string      // "" at level 0
	Cause *Dependence // nil when a statement that is not understood is the cause
}

// Onto returns the innermost of the loops around a read inside which a value
// that it may read is stored: the deepest loop that carries a true dependence
// onto it, or the loops around both where the store comes before it in the same
// iteration. A loop with an INDEPENDENT directive carries none. Level counts the
// loops around the read, from the outermost; false means that the reference is
// not one to an array in a DO loop of the unit.
func (r *Result) Onto(read *program.Ref) (Pin, bool) { return r.OntoOutside(read, math.MaxInt) }

// OntoOutside is Onto where the iterations of one of the loops around, the innermost of so
// many, are each executed whole by one processor: what is stored within an iteration it has, and
// that does not pin.
func (r *Result) OntoOutside(read *program.Ref, loops int) (Pin, bool) {
	x, ok := r.refs[read]
	if !ok {
		return Pin{}, false
	}
	pin := Pin{}
	var cause *pinned
	for i := range x.class.pins {
		if p := &x.class.pins[i]; p.from < x.pos && p.level > pin.Level && !p.within(loops) {
			pin, cause = Pin{Level: p.level}, p
		}
	}
	for i := range x.class.loop.nest.effects {
		e := &x.class.loop.nest.effects[i]
		if level := e.pins(x); level > pin.Level {
			pin, cause = Pin{Level: level, Why: e.reason.Text}, nil
		}
	}
	if cause != nil {
		pin.Cause = cause.by.exported()
		pin.Why = pin.Cause.Text()
	}
	return pin, true
}

// pinned says that all reads of a class from a position on must stay inside the
// outer loops up to the level.
type pinned struct {
	level int
	from  int32
	by    found
}

// pin notes a true dependence onto k. Within an iteration it holds those reads
// that the store comes before.
func (k *class) pin(f found, near *loop) {
	p := pinned{level: int(f.level), from: -1, by: f}
	switch {
	case f.level == 0:
		p.level, p.from = int(near.depth), f.source.min
	case near.at(f.level).do.Independent != nil:
		return
	}
	for i := range k.pins {
		if old := &k.pins[i]; old.level == p.level {
			if p.from < old.from {
				*old = p
			}
			return
		}
	}
	k.pins = append(k.pins, p)
}

// within reports whether the dependence lies within an iteration of the innermost of so many loops,
// and comes from a store that no INDEPENDENT loop inside hands to others.
func (p *pinned) within(loops int) bool {
	for l := p.by.source.loop; l != nil && int(l.depth) > loops; l = l.parent {
		if l.do.Independent != nil {
			return false
		}
	}
	return int(p.by.level) > loops || p.by.level == 0 && p.level >= loops
}

// pins is the same for a statement that may store to anything, or to what it
// is known to: every loop around both carries a dependence.
func (e *effect) pins(x access) int {
	if !e.stores || e.bounded && !slices.Contains(e.only, x.class.sym) {
		return 0
	}
	l := common(e.loop, x.class.loop)
	if e.pos < x.pos {
		return int(l.depth)
	}
	for l != nil && l.do.Independent != nil {
		l = l.parent
	}
	return int(depthOf(l))
}
