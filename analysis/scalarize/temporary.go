package scalarize

import (
	"fmt"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// temporary computes the array value of an expression ahead of its statement
// and returns it as an operand. In parallel constructs there are no routines.
func (r *reader) temporary(e program.Expr, compute func(in *reader) (mapping.Layout, error)) (*operand, error) {
	if reason := r.alone(); reason != "" {
		return nil, unsupported(e, callee(e)+reason)
	}
	shape, err := r.shape(e)
	if err != nil {
		return nil, err
	}
	in := r.apart(shape)
	layout, err := compute(in)
	if err != nil {
		return nil, err
	}
	o := newTemporary(r.b, e, shape, layout)
	r.ahead = append(r.ahead, in.stored(o)...)
	return o, nil
}

// alone says why no temporary can be made here, "" where one can.
func (r *reader) alone() string {
	switch {
	case len(r.element.Loops) > len(r.section):
		return " inside FORALL has no cost model yet"
	case independent(r.nest):
		return " inside an INDEPENDENT loop has no cost model yet"
	}
	return ""
}

func callee(e program.Expr) string {
	if c, ok := e.(*program.Call); ok {
		return c.Name
	}
	return "this array expression"
}

// apart returns a reader of an array expression of the given extents that is
// computed for itself, before the element that r reads.
func (r *reader) apart(shape []symbolic.Expr) *reader {
	in := newReader(r.nest, r.fixed, nil)
	in.scope = r.scope[:len(r.scope):len(r.scope)]
	for k, n := range shape {
		in.section = append(in.section, comm.NewLoop(r.b.A, fmt.Sprintf("_%d", k+1), r.b.A.Int(1), n, r.b.A.Int(1)))
	}
	in.element.Loops, in.element.At, in.element.Ahead = in.section, r.element.At, true
	return in
}

// stored ends the element that computes a temporary: its owners store it.
func (r *reader) stored(o *operand) []*comm.Element {
	left := r.from(o, positions(r.b, r.section))
	r.element.Left, r.element.Home = left, comm.OwnerOf(left)
	r.element.Ops["store"]++
	return r.all()
}

// all returns what must be computed before the element, its parts, and itself.
func (r *reader) all() []*comm.Element {
	out := r.ahead
	for _, p := range r.parts {
		e := &comm.Element{At: r.element.At, Loops: p.loops, Reads: p.reads, Ops: p.ops, Part: true, Inner: p.inner, Reduces: p.call, Routine: r.element.Routine}
		for _, x := range r.element.Home {
			e.Home = append(e.Home, onLoops(x, p.on))
		}
		out = append(out, e)
	}
	return append(out, r.element)
}

// on returns the reference with subscripts that follow other loops; the same
// where it follows none of them.
func onLoops(x *comm.Access, loops map[*comm.Loop]*comm.Loop) *comm.Access {
	if x == nil || len(loops) == 0 {
		return x
	}
	moved := *x
	moved.Subs = append([]comm.Affine(nil), x.Subs...)
	for d, s := range moved.Subs {
		if l := loops[s.Loop]; l != nil {
			moved.Subs[d].Loop = l
		}
	}
	return &moved
}

// newTemporary makes the array that holds the value of an expression.
func newTemporary(b *comm.Builder, e program.Expr, shape []symbolic.Expr, layout mapping.Layout) *operand {
	s := &program.Symbol{Name: nameOf(e)}
	s.Type, s.Bytes = program.TypeOf(e)
	o := &operand{layout: layout, extent: shape}
	for k := range shape {
		s.Dims = append(s.Dims, program.Bounds{Lower: program.IntConst(e.Span(), 1)})
		o.subs = append(o.subs, operandSub{dim: k, first: b.A.Int(1), stride: 1})
	}
	b.Temporaries[s] = shape
	o.ref = program.NewRef(e.Span(), s)
	return o
}

// nameOf is what reports call a temporary: the routine and its first argument.
func nameOf(e program.Expr) string {
	c, ok := e.(*program.Call)
	if !ok {
		return "expression"
	}
	for _, a := range c.Args {
		if ref, ok := a.Value.(*program.Ref); ok && ref.Rank() > 0 {
			return c.Name + "(" + ref.Sym.Name + ")"
		}
	}
	return c.Name
}

// computed computes an expression into a temporary: a routine's result is
// mapped as the routine says, any other like its first mapped operand.
func (r *reader) computed(e program.Expr) (*operand, error) {
	if c, ok := e.(*program.Call); ok && isIntrinsic(c) {
		switch {
		case folds(c):
			return r.folded(c)
		case c.Intrinsic().Shape == program.Transformational:
			return r.called(c, nil)
		}
	}
	return r.temporary(e, func(in *reader) (mapping.Layout, error) {
		if err := in.expr(e); err != nil {
			return mapping.Layout{}, err
		}
		r.ahead, in.ahead = append(r.ahead, in.ahead...), nil
		return in.firstLayout(len(in.section)), nil
	})
}

// called computes the result of a routine into a temporary, which lies with the
// target where the routine does not say otherwise.
func (r *reader) called(c *program.Call, target *program.Ref) (*operand, error) {
	return r.temporary(c, func(in *reader) (mapping.Layout, error) {
		in.element.Routine = c.Name
		layout, err := in.put(c)
		if err == nil && placed[c.Name] && target != nil && target.Rank() == len(in.section) {
			return r.layoutOf(target)
		}
		return layout, err
	})
}

// layoutOf returns how the value of an expression lies on the processors.
func (r *reader) layoutOf(e program.Expr) (mapping.Layout, error) {
	quiet := *r
	quiet.element, quiet.ahead = &comm.Element{Ops: comm.Operations{}}, nil
	if ref, ok := e.(*program.Ref); ok && ref.Rank() > 0 {
		o, err := quiet.operandOf(ref)
		if err != nil {
			return mapping.Layout{}, err
		}
		return r.mapped(o), nil
	}
	shape, err := r.shape(e)
	if err != nil {
		return mapping.Layout{}, err
	}
	in := r.apart(shape)
	if err := in.expr(e); err != nil {
		return mapping.Layout{}, err
	}
	return in.firstLayout(len(shape)), nil
}

// firstLayout is the mapping of the first mapped array of the rank that has
// been read, as an array with the lower bounds 1.
func (r *reader) firstLayout(rank int) mapping.Layout {
	if x := r.firstMapped(rank); x != nil && x.Ref.Rank() == rank {
		return r.layoutAlong(x, r.section)
	}
	return mapping.Layout{}
}

// layoutAlong maps a result, as an array with the lower bounds 1, that is
// computed along the loops by the subscripts of one of its reads.
func (r *reader) layoutAlong(x *comm.Access, loops []*comm.Loop) mapping.Layout {
	a := r.b.A
	out := mapping.Layout{Grid: x.Layout.Grid, At: x.Layout.At}
	for g, axis := range x.Layout.Axes {
		if axis.Kind == mapping.Aligned {
			at := r.b.Place(x, g)
			switch {
			case at.Irregular && (at.Sub.Offset == 0 || r.b.MentionsAny(at.Sub.Offset, comm.Scope(loops).Names())):
				return mapping.Layout{}
			case at.Sub.Loop == nil: // of several loops around, or of none
				axis.Kind, axis.Offset = mapping.Fixed, at.Sub.Offset
			default:
				k := loopAt(loops, at.Sub.Loop)
				if k < 0 { // an index around
					axis.Kind, axis.Offset = mapping.Fixed, r.b.AffineExpr(at.Sub)
					out.Axes = append(out.Axes, axis)
					continue
				}
				first := a.Int(0)
				if at.Sub.Loop.Scale == 1 {
					first = at.Sub.Loop.Lo
				}
				axis.Dim, axis.Scale = k, at.Sub.Scale
				axis.Offset = a.Add(at.Sub.Offset, a.Mul(a.Int(at.Sub.Scale), a.Sub(first, a.Int(1))))
			}
		}
		out.Axes = append(out.Axes, axis)
	}
	return out
}

func loopAt(loops []*comm.Loop, l *comm.Loop) int {
	for k := range loops {
		if loops[k] == l {
			return k
		}
	}
	return -1
}

// readTemporary reads the element of a temporary at the element's position.
func (r *reader) readTemporary(c *program.Call) error {
	o, err := r.operandFor(c)
	if err != nil {
		return err
	}
	at, err := r.result(c, len(o.extent))
	if err != nil {
		return err
	}
	r.take(o, at)
	return nil
}

func (r *reader) operandFor(c *program.Call) (*operand, error) {
	if folds(c) {
		return r.folded(c)
	}
	target := r.target
	r.target = nil
	o, err := r.called(c, target)
	r.target = target
	return o, err
}
