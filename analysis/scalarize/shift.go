package scalarize

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// circular is CSHIFT: the result at position i is the array's element at
// (i+shift) mod n.
func (r *reader) circular(c *program.Call) (mapping.Layout, error) {
	o, d, shift, err := r.shifted(c, 2)
	if err != nil {
		return mapping.Layout{}, err
	}
	at, err := r.result(c, len(o.extent))
	if err != nil {
		return mapping.Layout{}, err
	}
	a := r.b.A
	if shift == 0 {
		at[d] = comm.IrregularSubscript
		r.take(o, at)
		return r.mapped(o), nil
	}
	r.take(o, at)
	x := r.element.Reads[len(r.element.Reads)-1]
	for dim, s := range o.subs {
		if s.dim == d {
			constant, _ := a.ConstInt(shift)
			x.Turn = &comm.Turn{Dim: dim, By: a.Mod(shift, a.Max(o.extent[d], a.Int(1))), N: o.extent[d], Shift: constant}
		}
	}
	return r.mapped(o), nil
}

// shifted reads the arguments that CSHIFT and EOSHIFT have in common: the
// array, the dimension (from 0), and the shift; 0 (no expression) for one that
// only the run time knows, or another one for every line of the array.
func (r *reader) shifted(c *program.Call, dimAt int) (o *operand, d int, shift symbolic.Expr, err error) {
	if o, err = r.argument(c, "array", 0); err != nil {
		return
	}
	if d, err = r.dimension(c, dimAt, len(o.extent)); err != nil {
		return
	}
	e, err := needed(c, "shift", 1)
	if err != nil {
		return o, d, 0, err
	}
	if v, ok := r.b.ValueIn(e, r.scope); ok && program.RankOf(e) == 0 {
		shift = v
	}
	if program.RankOf(e) > 0 {
		return o, d, 0, nil
	}
	return o, d, shift, r.subscripts(program.NewRef(c.Span(), nil, program.Element(e)))
}

// endOff is EOSHIFT: a part reads what stays inside, the rest is filled from
// the boundary.
func (r *reader) endOff(c *program.Call) (mapping.Layout, error) {
	o, d, shift, err := r.shifted(c, 3)
	if err != nil {
		return mapping.Layout{}, err
	}
	at, err := r.result(c, len(o.extent))
	if err != nil {
		return mapping.Layout{}, err
	}
	if shift == 0 {
		at[d] = comm.IrregularSubscript
		r.take(o, at)
		return r.mapped(o), nil
	}
	a, l := r.b.A, r.section[d]
	first := a.Add(l.Lo, a.Max(a.Int(0), a.Neg(shift)))
	last := a.Sub(l.Hi, a.Max(a.Int(0), shift))
	at[d].Offset = a.Add(at[d].Offset, shift)
	inside := l.Narrow(first, last)
	r.along(d, inside, r.from(o, at))
	if b := c.Argument("boundary", 2); b != nil && program.RankOf(b) > 0 {
		return mapping.Layout{}, r.filled(b, d, shift)
	}
	return r.mapped(o), nil
}

// along adds a part that reads over a range of its own in dimension d of the
// section.
func (r *reader) along(d int, within *comm.Loop, x *comm.Access) {
	on := map[*comm.Loop]*comm.Loop{r.section[d]: within}
	loops := append([]*comm.Loop{}, r.element.Loops...)
	loops[loopAt(loops, r.section[d])] = within
	r.parts = append(r.parts, part{loops: loops, on: on, reads: []*comm.Access{onLoops(x, on)}, ops: comm.Operations{"load": 1}})
}

// filled reads the boundary, an array of one dimension less, at the end that
// the shift leaves free.
func (r *reader) filled(boundary program.Expr, d int, shift symbolic.Expr) error {
	o, err := r.operandOf(boundary)
	if err != nil {
		return err
	}
	a, l := r.b.A, r.section[d]
	n := l.Trip(a)
	free := a.Min(n, a.Max(shift, a.Neg(shift)))
	first := a.Cond(a.Lt(a.Int(0), shift), a.Add(l.Hi, a.Neg(free), a.Int(1)), l.Lo)
	edge := l.Narrow(first, a.Add(first, free, a.Int(-1)))
	r.along(d, edge, r.from(o, without(positions(r.b, r.section), d)))
	return nil
}
