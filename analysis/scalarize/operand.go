package scalarize

import (
	"fmt"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// operand is an array value that a routine takes elements from by their
// position: an array, a section, or a temporary.
type operand struct {
	ref    *program.Ref
	layout mapping.Layout
	subs   []operandSub // one per dimension of the array
	extent []symbolic.Expr
}

// operandSub is a subscript of the array: at position k of the section's
// dimension Dim it is First + Stride*k; without one (Dim -1) it is At.
type operandSub struct {
	dim    int
	first  symbolic.Expr
	stride int64 // 0: not known before run time
	at     comm.Affine
}

// operandOf returns the value of an expression as an operand. What is no array
// or section is computed into a temporary first.
func (r *reader) operandOf(e program.Expr) (*operand, error) {
	ref, ok := e.(*program.Ref)
	if !ok || ref.Rank() == 0 {
		return r.computed(e)
	}
	o := &operand{ref: ref, layout: r.b.Layouts[ref.Sym]}
	if len(ref.Subs) > 0 && len(ref.Subs) != ref.Sym.Rank() {
		return nil, unsupported(ref, fmt.Sprintf("%s has %d dimensions, not %d", ref.Sym.Name, ref.Sym.Rank(), len(ref.Subs)))
	}
	for d := range ref.Sym.Dims {
		sub := program.Subscript{Triplet: true}
		if len(ref.Subs) > 0 {
			sub = ref.Subs[d]
		}
		if err := r.addSub(o, d, sub); err != nil {
			return nil, err
		}
	}
	return o, r.subscripts(ref)
}

func (r *reader) addSub(o *operand, d int, sub program.Subscript) error {
	a := r.b.A
	switch {
	case !sub.Triplet && program.RankOf(sub.Lo) > 0:
		vector, err := r.lengthOf(sub.Lo)
		o.subs = append(o.subs, operandSub{dim: len(o.extent)})
		o.extent = append(o.extent, vector)
		return err
	case !sub.Triplet:
		o.subs = append(o.subs, operandSub{dim: -1, at: r.b.Affine(sub.Lo, r.scope)})
		return nil
	}
	lo, hi, step, ok := r.triplet(o.ref.Sym, d, sub)
	s, constant := a.ConstInt(step)
	if !ok || !constant || s == 0 {
		return unsupported(o.ref, "the bounds of this section depend on what is not known before run time")
	}
	o.subs = append(o.subs, operandSub{dim: len(o.extent), first: lo, stride: s})
	o.extent = append(o.extent, comm.NewLoop(a, "", lo, hi, step).Trip(a))
	return nil
}

// lengthOf returns the extent of a vector.
func (r *reader) lengthOf(e program.Expr) (symbolic.Expr, error) {
	shape, err := r.shape(e)
	if err != nil || len(shape) != 1 {
		return 0, unsupported(e, "the length of this vector is not known here")
	}
	return shape[0], nil
}

// access returns the reference to the element at a position, counted from 0 in
// every dimension of the operand.
func (r *reader) from(o *operand, position []comm.Affine) *comm.Access {
	b := r.b
	x := &comm.Access{Ref: o.ref, Sym: o.ref.Sym, Layout: o.layout, Routine: true}
	for _, s := range o.subs {
		sub := comm.IrregularSubscript
		switch {
		case s.dim < 0:
			sub = s.at
		case s.stride != 0:
			sub = b.Composed(position[s.dim], s.stride, s.first)
		}
		x.Subs = append(x.Subs, sub)
	}
	return x
}

// mapped returns how the operand lies on the processors as an array with the
// lower bounds 1.
func (r *reader) mapped(o *operand) mapping.Layout {
	a := r.b.A
	out := mapping.Layout{Grid: o.layout.Grid, At: o.layout.At}
	for _, x := range o.layout.Axes {
		if x.Kind == mapping.Aligned {
			s := o.subs[x.Dim]
			switch {
			case s.dim < 0 && s.at.Offset != 0:
				x.Kind = mapping.Fixed
				x.Offset = a.Add(a.Mul(a.Int(x.Scale), r.b.AffineExpr(s.at)), x.Offset)
			case s.dim < 0 || s.stride == 0:
				return mapping.Layout{}
			default:
				first := a.Sub(s.first, a.Int(s.stride))
				x.Offset = a.Add(a.Mul(a.Int(x.Scale), first), x.Offset)
				x.Scale, x.Dim = x.Scale*s.stride, s.dim
			}
		}
		out.Axes = append(out.Axes, x)
	}
	return out
}

// positions returns the position that each of the loops of an array construct
// runs over, from 0.
func positions(b *comm.Builder, loops []*comm.Loop) []comm.Affine {
	out := make([]comm.Affine, len(loops))
	for k, l := range loops {
		out[k] = comm.Affine{Loop: l, Scale: 1, Offset: b.A.Int(0)}
		if l.Scale == 1 {
			out[k].Offset = b.A.Neg(l.Lo)
		}
	}
	return out
}
