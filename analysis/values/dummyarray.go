package values

import (
	"github.com/parlens/parlens/analysis/program"
)

// passList gives a vector the elements of an array constructor, where they are known.
func (m *machine) passList(f *machine, d *program.Symbol, list []value) {
	to := &cell{array: true}
	f.hold(f.variable(d), to)
	if f.dimension(d, to); to.lower == nil && list != nil {
		f.assumeShape(d, to, []int64{int64(len(list))})
	}
	if list == nil || to.size() != int64(len(list)) {
		return
	}
	for _, v := range list {
		to.elems = append(to.elems, v.as(d))
	}
}

// passArray gives an array dummy the shape of a whole array, a section or a list, and its
// elements where it has as many.
func (m *machine) passArray(f *machine, d *program.Symbol, e program.Expr) {
	if list, ok := e.(*program.Opaque); ok && d.Rank() == 1 {
		m.passList(f, d, m.elements(list))
		return
	}
	r, ok := e.(*program.Ref)
	if !ok || r.Sym.Rank() == 0 {
		return
	}
	from, to := m.cell(r.Sym), &cell{array: true}
	if r.Sym.Extents != nil && from.lower == nil { // it has the shape that it was given last
		from = &cell{array: true}
		m.dimension(r.Sym, from)
	}
	if len(r.Subs) > 0 {
		if from = m.section(from, r); from == nil {
			return
		}
	}
	f.hold(f.variable(d), to)
	f.dimension(d, to)
	if to.lower == nil && len(from.extent) == d.Rank() {
		f.assumeShape(d, to, from.extent)
	}
	if to.size() == from.size() {
		to.elems, to.borrowed = from.lend(), true
	}
}

// assumeShape gives an array dummy the extents of its argument, from its own lower bounds on.
func (m *machine) assumeShape(d *program.Symbol, c *cell, extent []int64) {
	var lower []int64
	for _, b := range d.Dims {
		lo := m.eval(b.Lower)
		if lo.kind != integer {
			return
		}
		lower = append(lower, lo.i)
	}
	c.lower, c.extent = lower, extent
}
