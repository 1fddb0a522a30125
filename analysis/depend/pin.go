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
func (r *Result) Onto(read *program.Ref) (Pin, bool) {
	return r.OntoOutside(read, Whole{Loops: math.MaxInt})
}

// Whole says that the iterations of the innermost of so many loops around a reference are each
// executed whole by one processor. Others reports whether other processors execute those of a
// loop inside that has an INDEPENDENT directive; nil: of each.
type Whole struct {
	Loops  int
	Others func(*program.Do) bool
}

// byOthers reports whether other processors may execute iterations of a loop.
func (w Whole) byOthers(do *program.Do) bool {
	return do.Independent != nil && (w.Others == nil || w.Others(do))
}

// OntoOutside is Onto where iterations around are executed whole: what is stored within one, its
// processor has, and that does not pin.
func (r *Result) OntoOutside(read *program.Ref, w Whole) (Pin, bool) {
	x, ok := r.refs[read]
	if !ok {
		return Pin{}, false
	}
	pin := Pin{}
	var cause *pinned
	for i := range x.class.pins {
		if p := &x.class.pins[i]; p.from < x.pos && p.level > pin.Level && !p.within(w) {
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
		if old := &k.pins[i]; old.level == p.level && old.by.source.loop.independent() == f.source.loop.independent() {
			if p.from < old.from {
				*old = p
			}
			return
		}
	}
	k.pins = append(k.pins, p)
}

// independent is the innermost loop with an INDEPENDENT directive of this one and those around it,
// nil without one.
func (l *loop) independent() *loop {
	for l != nil && l.do.Independent == nil {
		l = l.parent
	}
	return l
}

// within reports whether the dependence lies within an iteration that is executed whole, and
// comes from a store that no INDEPENDENT loop inside hands to others.
func (p *pinned) within(w Whole) bool {
	for l := p.by.source.loop; l != nil && int(l.depth) > w.Loops; l = l.parent {
		if w.byOthers(l.do) {
			return false
		}
	}
	return int(p.by.level) > w.Loops || p.by.level == 0 && p.level >= w.Loops
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
