package elements

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// A fold is a reduction that leaves an array, or the place of an extreme: SUM
// and the others with DIM, MAXLOC and MINLOC with and without. Every element
// of the argument costs one operation.
type fold struct {
	call  *program.Call
	shape []int64 // of the argument
	dim   int     // that is reduced; -1: all
	parts map[int64]*partial
}

// partial is what the elements so far have been combined into.
type partial struct {
	value Value
	place []int64 // of the extreme, none yet
}

func (ev *evaluation) newFold(c *program.Call) *fold {
	f := &fold{call: c, dim: -1, parts: map[int64]*partial{}}
	for _, e := range arguments(c) {
		f.shape = ev.common(f.shape, ev.shape(e))
	}
	if e := c.ReducedDim(); e != nil {
		d := ev.freely(e, "argument dim of "+c.Name)
		if d < 1 || d > int64(len(f.shape)) {
			ev.fail("%s along dimension %d", c.Name, d)
		}
		f.dim = int(d - 1)
	}
	return f
}

// part returns the partial result that the position belongs to.
func (f *fold) part(ev *evaluation, position []int64) *partial {
	key := int64(0)
	if f.dim >= 0 {
		key = placeOf(without(position, f.dim), without(f.shape, f.dim))
	}
	if f.parts[key] == nil {
		f.parts[key] = &partial{}
		if !locates(f.call) {
			f.parts[key].value = ev.startOf(f.call)
		}
	}
	return f.parts[key]
}

// add combines the element at the evaluation's position.
func (f *fold) add(ev *evaluation) {
	p := f.part(ev, ev.position)
	if mask := maskOf(f.call); mask != nil && !ev.value(mask).true() {
		return
	}
	if !locates(f.call) {
		p.value = ev.combine(f.call, p.value)
		return
	}
	x := ev.value(f.call.Args[0].Value)
	ev.add(MinMax, 1)
	if p.place == nil || x.number() > p.value.number() && f.call.Name == "maxloc" || x.number() < p.value.number() && f.call.Name == "minloc" {
		p.value, p.place = x, ev.position
	}
}

func locates(c *program.Call) bool { return c.Name == "maxloc" || c.Name == "minloc" }

// result returns the element of the result at a position.
func (f *fold) result(ev *evaluation, position []int64) Value {
	key := int64(0)
	if f.dim >= 0 {
		key = placeOf(position, without(f.shape, f.dim))
	}
	p := f.parts[key]
	switch {
	case p == nil && !locates(f.call): // nothing to reduce
		return ev.startOf(f.call)
	case !locates(f.call):
		return p.value
	case p == nil || p.place == nil:
		return integer(0)
	case f.dim >= 0:
		return integer(p.place[f.dim] + 1)
	}
	return integer(p.place[position[0]] + 1)
}

// resultShape returns the extents of what is left.
func (f *fold) resultShape() []int64 {
	switch {
	case f.dim >= 0:
		return without(f.shape, f.dim)
	case locates(f.call):
		return []int64{int64(len(f.shape))}
	}
	return nil
}

// reducedShape returns the shape of a reduction, locationShape of MAXLOC.
func (ev *evaluation) reducedShape(c *program.Call) []int64 {
	if c.ReducedDim() == nil {
		return nil
	}
	return ev.newFold(c).resultShape()
}

func (ev *evaluation) locationShape(c *program.Call) []int64 { return ev.newFold(c).resultShape() }

// reduceAlongHere evaluates one element of the result as part of an expression.
func (ev *evaluation) reduceAlongHere(c *program.Call) Value {
	f := ev.newFold(c)
	positions(f.shape, func(position []int64) {
		if f.dim < 0 || placeOf(without(position, f.dim), f.resultShape()) == placeOf(ev.position, f.resultShape()) {
			ev.step()
			f.add(ev.at(position...))
		}
	})
	return f.result(ev, ev.position)
}

// foldInParts executes a fold, each element of the argument by the owners of
// home's. The result is held by all who combined a part of it.
func (it *interpreter) foldInParts(c *program.Call, home *program.Ref, at int) *variable {
	quiet := it.quiet(nil)
	f := quiet.newFold(c)
	r := reader{key: c, group: c, at: at, who: it.owners(home)}
	var t *variable
	it.within(&frame{key: c}, func() {
		positions(f.shape, func(position []int64) {
			it.step()
			ev := it.counted(position)
			f.add(ev)
			members := it.members(it.place(r.who, position))
			it.charge(r, members, ev.tally)
			for _, p := range members {
				it.share(it.lineOf(at), p).Combined++
			}
		})
		t = it.newTemporary(c, f.resultShape(), it.foldedAxes(f, home))
		it.storeResult(f, t, r)
	})
	it.recordFold(c, f, t, home, at)
	return t
}

// storeResult lets the holders of each element of the result store it; a
// scalar costs nothing.
func (it *interpreter) storeResult(f *fold, t *variable, r reader) {
	i := 0
	positions(t.shape(), func(position []int64) {
		ev := it.counted(position)
		t.data[i] = f.result(ev, position)
		if len(position) > 0 {
			ev.tally.add(Store, 1)
		}
		it.charge(r, it.members(it.holders(t, i)), ev.tally)
		i++
	})
}

// foldedAxes returns the mapping of the result: home's, with copies along the
// grid dimension that distributed what is gone.
func (it *interpreter) foldedAxes(f *fold, home *program.Ref) []axis {
	if f.dim < 0 {
		return it.replicated()
	}
	axes := it.sectionAxes(home, ones(home.Rank()))
	for g := range axes {
		switch a := &axes[g]; {
		case a.kind != mapping.Aligned:
		case a.dim == f.dim:
			*a = axis{}
		case a.dim > f.dim:
			a.dim--
		}
	}
	return axes
}
