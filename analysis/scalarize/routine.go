package scalarize

import (
	"fmt"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// Intrinsics with array results are library routines of the compiler. One that
// is the whole right side of an assignment puts its result straight into the
// left side, whose owners fetch the elements of the arguments that they need.
// Anywhere else the result goes into a temporary first, which the statement
// then reads like an array. What a routine fetches is fetched at every call.

// part is what a routine does over a range of its own, for the owners of the
// result: it reads, or operates, in other loops than those that store.
type part struct {
	loops []*comm.Loop
	on    map[*comm.Loop]*comm.Loop // those that replace a loop of the result
	inner []*comm.Loop              // those that the result has not
	reads []*comm.Access
	ops   comm.Operations
	call  *program.Call // that it reduces; nil for none
}

// routines are the intrinsics that put takes elements for.
var routines = map[string]bool{
	"cshift": true, "eoshift": true, "transpose": true, "spread": true, "matmul": true, "reshape": true, "pack": true, "unpack": true,
}

// placed are those whose result has no natural mapping: it lies with the left
// side where it has its shape.
var placed = map[string]bool{"transpose": true, "spread": true, "matmul": true, "reshape": true, "pack": true, "unpack": true}

// right reads the right side of an assignment.
func (r *reader) right(s *program.Assign, c comm.Context) error {
	call, ok := s.RHS.(*program.Call)
	if ok && routines[call.Name] && isIntrinsic(call) && s.LHS.Rank() > 0 && !c.Masked && len(c.Ranges) == 0 && !independent(r.nest) {
		r.element.At, r.element.Routine = s.Span(), call.Name
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
func (r *reader) take(o *operand, position []comm.Affine) {
	r.element.Reads = append(r.element.Reads, r.from(o, position))
	r.element.Ops["load"]++
}

// result checks that the routine's result has as many dimensions as the
// element has section loops.
func (r *reader) result(c *program.Call, rank int) ([]comm.Affine, error) {
	if len(r.section) != rank {
		return nil, unsupported(c, fmt.Sprintf("%s has rank %d here, not %d", c.Name, rank, len(r.section)))
	}
	return positions(r.b, r.section), nil
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
	r.take(o, []comm.Affine{at[1], at[0]})
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
	inner := comm.NewLoop(a, "_k", a.Int(1), y.extent[0], a.Int(1))
	k := positions(r.b, []*comm.Loop{inner})[0]
	prefix := comm.TypePrefix(program.TypeOf(c))
	p := part{inner: []*comm.Loop{inner}, loops: append(append([]*comm.Loop{}, r.element.Loops...), inner), ops: comm.Operations{"load": 2, prefix + "multiply": 1, prefix + "add": 1}}
	p.reads = []*comm.Access{r.from(x, append(append([]comm.Affine{}, at[:rows]...), k)), r.from(y, append([]comm.Affine{k}, at[rows:]...))}
	r.parts = append(r.parts, p)
	return r.productLayout(r.mapped(x), r.mapped(y), rows, columns), nil
}

// productLayout maps the rows of a product with those of the first matrix, its
// columns with those of the second where a grid dimension is free for them.
func (r *reader) productLayout(x, y mapping.Layout, rows, columns int) mapping.Layout {
	if r.b.Joint == nil {
		return mapping.Layout{}
	}
	out := mapping.Layout{Grid: r.b.Joint, Axes: make([]mapping.Axis, r.b.Joint.Rank())}
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
