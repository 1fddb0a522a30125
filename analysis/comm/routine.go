package comm

import (
	"fmt"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// Intrinsics with array results are library routines of the compiler. One that
// is the whole right side of an assignment puts its result straight into the
// left side, whose owners fetch the elements of the arguments that they need.
// Anywhere else the result goes into a temporary first, which the statement
// then reads like an array. What a routine fetches is fetched at every call.

// part is what a routine does over a range of its own, for the owners of the
// result: it reads, or operates, in other loops than those that store.
type part struct {
	loops []*Loop
	on    map[*Loop]*Loop // those that replace a loop of the result
	inner []*Loop         // those that the result has not
	reads []*Access
	ops   Operations
}

// routines are the intrinsics that put takes elements for.
var routines = map[string]bool{
	"cshift": true, "eoshift": true, "transpose": true, "spread": true, "matmul": true, "reshape": true, "pack": true, "unpack": true,
}

// placed are those whose result has no natural mapping: it lies with the left
// side where it has its shape.
var placed = map[string]bool{"transpose": true, "spread": true, "matmul": true, "reshape": true, "pack": true, "unpack": true}

// right reads the right side of an assignment.
func (r *reader) right(s *program.Assign, c Context) error {
	call, ok := s.RHS.(*program.Call)
	if ok && routines[call.Name] && isIntrinsic(call) && s.LHS.Rank() > 0 && !c.Masked && len(c.Ranges) == 0 && !r.nest.independent() {
		r.element.At = s.Span()
		_, err := r.put(call)
		return err
	}
	r.target = s.LHS
	err := r.expr(s.RHS)
	r.target = nil
	return err
}

func isIntrinsic(c *program.Call) bool { return c.Sym == nil || c.Sym.Class != program.Procedure }

// put adds what computing the result of a routine, at the element's position,
// reads and does, and returns how the routine would map its result.
func (r *reader) put(c *program.Call) (mapping.Layout, error) {
	switch c.Name {
	case "cshift":
		return r.circular(c)
	case "eoshift":
		return r.endOff(c)
	case "transpose":
		return r.transposed(c)
	case "spread":
		return r.spread(c)
	case "matmul":
		return r.product(c)
	case "reshape":
		return r.reshaped(c)
	case "pack", "unpack":
		return r.packed(c)
	}
	return r.library(c)
}

// argument returns an argument of a routine as an operand.
func (r *reader) argument(c *program.Call, keyword string, place int) (*operand, error) {
	e, err := needed(c, keyword, place)
	if err != nil {
		return nil, err
	}
	if program.RankOf(e) == 0 {
		return nil, unsupported(e, fmt.Sprintf("argument %s of %s is no array", keyword, c.Name))
	}
	return r.operandOf(e)
}

// take adds the read of one element of an operand.
func (r *reader) take(o *operand, position []Affine) {
	r.element.Reads = append(r.element.Reads, r.from(o, position))
	r.element.Ops["load"]++
}

// result checks that the routine's result has as many dimensions as the
// element has section loops.
func (r *reader) result(c *program.Call, rank int) ([]Affine, error) {
	if len(r.section) != rank {
		return nil, unsupported(c, fmt.Sprintf("%s has rank %d here, not %d", c.Name, rank, len(r.section)))
	}
	return r.b.positions(r.section), nil
}

func (r *reader) transposed(c *program.Call) (mapping.Layout, error) {
	o, err := r.argument(c, "matrix", 0)
	if err != nil {
		return mapping.Layout{}, err
	}
	at, err := r.result(c, 2)
	switch {
	case err != nil:
		return mapping.Layout{}, err
	case len(o.extent) != 2:
		return mapping.Layout{}, unsupported(c, "transpose needs a matrix")
	}
	r.take(o, []Affine{at[1], at[0]})
	return renumbered(r.mapped(o), func(d int) int { return 1 - d }), nil
}

// renumbered returns a layout whose array dimensions have other numbers.
func renumbered(l mapping.Layout, to func(int) int) mapping.Layout {
	for g := range l.Axes {
		if l.Axes[g].Kind == mapping.Aligned {
			l.Axes[g].Dim = to(l.Axes[g].Dim)
		}
	}
	return l
}

// spread reads the source, of which every copy along the new dimension is the
// same.
func (r *reader) spread(c *program.Call) (mapping.Layout, error) {
	e, err := needed(c, "source", 0)
	if err != nil {
		return mapping.Layout{}, err
	}
	rank := program.RankOf(e)
	d, err := r.dimension(c, 1, rank+1)
	if err != nil {
		return mapping.Layout{}, err
	}
	at, err := r.result(c, rank+1)
	if err != nil {
		return mapping.Layout{}, err
	}
	if rank == 0 {
		return mapping.Layout{}, r.expr(e)
	}
	o, err := r.operandOf(e)
	if err != nil {
		return mapping.Layout{}, err
	}
	r.take(o, without(at, d))
	return renumbered(r.mapped(o), func(dim int) int {
		if dim >= d {
			return dim + 1
		}
		return dim
	}), nil
}

// product is MATMUL: a part over the inner dimension multiplies and adds.
func (r *reader) product(c *program.Call) (mapping.Layout, error) {
	x, err := r.argument(c, "matrix_a", 0)
	if err != nil {
		return mapping.Layout{}, err
	}
	y, err := r.argument(c, "matrix_b", 1)
	if err != nil {
		return mapping.Layout{}, err
	}
	rows, columns := len(x.extent)-1, len(y.extent)-1
	at, err := r.result(c, rows+columns)
	if err != nil {
		return mapping.Layout{}, err
	}
	a := r.b.A
	inner := newLoop(a, "_k", a.Int(1), y.extent[0], a.Int(1))
	k := r.b.positions([]*Loop{inner})[0]
	prefix := typePrefix(program.TypeOf(c))
	p := part{inner: []*Loop{inner}, loops: append(append([]*Loop{}, r.element.Loops...), inner), ops: Operations{"load": 2, prefix + "multiply": 1, prefix + "add": 1}}
	p.reads = []*Access{r.from(x, append(append([]Affine{}, at[:rows]...), k)), r.from(y, append([]Affine{k}, at[rows:]...))}
	r.parts = append(r.parts, p)
	return r.productLayout(r.mapped(x), r.mapped(y), rows, columns), nil
}

// productLayout maps the rows of a product with those of the first matrix, its
// columns with those of the second where a grid dimension is free for them.
func (r *reader) productLayout(x, y mapping.Layout, rows, columns int) mapping.Layout {
	if r.b.joint == nil {
		return mapping.Layout{}
	}
	out := mapping.Layout{Grid: r.b.joint, Axes: make([]mapping.Axis, r.b.joint.Rank())}
	for g := range out.Axes {
		if g < len(x.Axes) && x.Axes[g].Kind == mapping.Aligned && rows == 1 && x.Axes[g].Dim == 0 {
			out.Axes[g] = x.Axes[g]
		} else if g < len(y.Axes) && y.Axes[g].Kind == mapping.Aligned && columns == 1 && y.Axes[g].Dim == 1 {
			out.Axes[g] = y.Axes[g]
			out.Axes[g].Dim = rows
		}
	}
	return out
}

// reshaped reads elements in the order of storage: which ones, only the
// numbers tell.
func (r *reader) reshaped(c *program.Call) (mapping.Layout, error) {
	if c.Argument("pad", 2) != nil || c.Argument("order", 3) != nil {
		return mapping.Layout{}, unsupported(c, "reshape with PAD or ORDER has no cost model yet")
	}
	o, err := r.argument(c, "source", 0)
	if err != nil {
		return mapping.Layout{}, err
	}
	if len(o.extent) == 1 && len(r.section) == 1 { // the order is the position
		r.take(o, r.b.positions(r.section))
		return mapping.Layout{}, nil
	}
	r.take(o, r.somewhere(o))
	return mapping.Layout{}, nil
}

// somewhere is a position that only the run time knows.
func (r *reader) somewhere(o *operand) []Affine {
	at := make([]Affine, len(o.extent))
	for d := range at {
		at[d] = irregular
	}
	return at
}

// packed is PACK or UNPACK: the mask is counted first, as COUNT does, so that
// everybody knows where its elements belong. What is taken is one load for each
// element, of one array or the other.
func (r *reader) packed(c *program.Call) (mapping.Layout, error) {
	if c.Name == "pack" && c.Argument("vector", 2) != nil {
		return mapping.Layout{}, unsupported(c, "pack with VECTOR has no cost model yet")
	}
	mask, err := needed(c, "mask", 1)
	if err != nil {
		return mapping.Layout{}, err
	}
	var operands []*operand // by argument; nil for a scalar
	for _, a := range c.Args {
		var o *operand
		if program.RankOf(a.Value) > 0 {
			if o, err = r.operandOf(a.Value); err != nil {
				return mapping.Layout{}, err
			}
		}
		operands = append(operands, o)
	}
	of := func(e program.Expr) *operand {
		for i, a := range c.Args {
			if a.Value == e {
				return operands[i]
			}
		}
		return nil
	}
	if of(mask) != nil {
		r.countMask(c, of(mask), operands)
	}
	if c.Name == "pack" {
		return mapping.Layout{}, r.takeSomewhere(c, of(c.Argument("array", 0)))
	}
	if err := r.takeSomewhere(c, of(c.Argument("vector", 0))); err != nil || of(mask) == nil {
		return mapping.Layout{}, err
	}
	if field := of(c.Argument("field", 2)); field != nil {
		at, err := r.result(c, len(field.extent))
		if err != nil {
			return mapping.Layout{}, err
		}
		x := r.from(field, at)
		x.Perhaps = true
		r.element.Reads = append(r.element.Reads, x)
	}
	return r.mapped(of(mask)), nil
}

func (r *reader) takeSomewhere(c *program.Call, o *operand) error {
	if o == nil {
		return unsupported(c, c.Name+" needs an array")
	}
	r.take(o, r.somewhere(o))
	return nil
}

// countMask counts a mask: the owners of the first mapped argument do.
func (r *reader) countMask(c *program.Call, mask *operand, operands []*operand) {
	in := r.apart(mask.extent)
	at := r.b.positions(in.section)
	in.element.Combines = program.NewCall(c.Span(), "count", nil, program.Arg{Value: mask.ref})
	in.take(mask, at)
	in.element.Reads[0].Routine = r.b.temporaries[mask.ref.Sym] != nil
	in.element.Ops.combine(in.element.Combines)
	for _, o := range append(operands, mask) {
		if o != nil && len(o.extent) == len(mask.extent) && !o.layout.Replicated() {
			in.element.Home = OwnerOf(in.from(o, at))
			break
		}
	}
	r.ahead = append(r.ahead, in.all()...)
}

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
	o := r.b.newTemporary(e, shape, layout)
	r.ahead = append(r.ahead, in.stored(o)...)
	return o, nil
}

// alone says why no temporary can be made here, "" where one can.
func (r *reader) alone() string {
	switch {
	case len(r.element.Loops) > len(r.section):
		return " inside FORALL has no cost model yet"
	case r.nest.independent():
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
	in := r.nest.reader(r.fixed, nil)
	in.scope = r.scope[:len(r.scope):len(r.scope)]
	for k, n := range shape {
		in.section = append(in.section, newLoop(r.b.A, fmt.Sprintf("_%d", k+1), r.b.A.Int(1), n, r.b.A.Int(1)))
	}
	in.element.Loops, in.element.At, in.element.Ahead = in.section, r.element.At, true
	return in
}

// stored ends the element that computes a temporary: its owners store it.
func (r *reader) stored(o *operand) []*Element {
	left := r.from(o, r.b.positions(r.section))
	r.element.Left, r.element.Home = left, OwnerOf(left)
	r.element.Ops["store"]++
	return r.all()
}

// all returns what must be computed before the element, its parts, and itself.
func (r *reader) all() []*Element {
	out := r.ahead
	for _, p := range r.parts {
		e := &Element{At: r.element.At, Loops: p.loops, Reads: p.reads, Ops: p.ops, Part: true, Inner: p.inner}
		for _, x := range r.element.Home {
			e.Home = append(e.Home, x.on(p.on))
		}
		out = append(out, e)
	}
	return append(out, r.element)
}

// on returns the reference with subscripts that follow other loops; the same
// where it follows none of them.
func (x *Access) on(loops map[*Loop]*Loop) *Access {
	if x == nil || len(loops) == 0 {
		return x
	}
	moved := *x
	moved.Subs = append([]Affine(nil), x.Subs...)
	for d, s := range moved.Subs {
		if l := loops[s.Loop]; l != nil {
			moved.Subs[d].Loop = l
		}
	}
	return &moved
}

// newTemporary makes the array that holds the value of an expression.
func (b *Builder) newTemporary(e program.Expr, shape []symbolic.Expr, layout mapping.Layout) *operand {
	s := &program.Symbol{Name: nameOf(e)}
	s.Type, s.Bytes = program.TypeOf(e)
	o := &operand{layout: layout, extent: shape}
	for k := range shape {
		s.Dims = append(s.Dims, program.Bounds{Lower: program.IntConst(e.Span(), 1)})
		o.subs = append(o.subs, operandSub{dim: k, first: b.A.Int(1), stride: 1})
	}
	b.temporaries[s] = shape
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
		case program.Intrinsics[c.Name].Shape == program.Transformational:
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
	quiet.element, quiet.ahead = &Element{Ops: Operations{}}, nil
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
func (r *reader) layoutAlong(x *Access, loops []*Loop) mapping.Layout {
	a := r.b.A
	out := mapping.Layout{Grid: x.Layout.Grid, At: x.Layout.At}
	for g, axis := range x.Layout.Axes {
		if axis.Kind == mapping.Aligned {
			at := r.b.place(x, g)
			switch {
			case at.irregular && (at.sub.Offset == 0 || r.b.mentionsAny(at.sub.Offset, scope(loops).names())):
				return mapping.Layout{}
			case at.sub.Loop == nil: // of several loops around, or of none
				axis.Kind, axis.Offset = mapping.Fixed, at.sub.Offset
			default:
				k := loopAt(loops, at.sub.Loop)
				if k < 0 { // an index around
					axis.Kind, axis.Offset = mapping.Fixed, r.b.at(at.sub)
					out.Axes = append(out.Axes, axis)
					continue
				}
				first := a.Int(0)
				if at.sub.Loop.Scale == 1 {
					first = at.sub.Loop.Lo
				}
				axis.Dim, axis.Scale = k, at.sub.Scale
				axis.Offset = a.Add(at.sub.Offset, a.Mul(a.Int(at.sub.Scale), a.Sub(first, a.Int(1))))
			}
		}
		out.Axes = append(out.Axes, axis)
	}
	return out
}

func loopAt(loops []*Loop, l *Loop) int {
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
