package scalarize

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

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
		r.take(o, positions(r.b, r.section))
		return mapping.Layout{}, nil
	}
	r.take(o, r.somewhere(o))
	return mapping.Layout{}, nil
}

// somewhere is a position that only the run time knows.
func (r *reader) somewhere(o *operand) []comm.Affine {
	at := make([]comm.Affine, len(o.extent))
	for d := range at {
		at[d] = comm.IrregularSubscript
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
	at := positions(r.b, in.section)
	in.element.Combines = program.NewCall(c.Span(), "count", nil, program.Arg{Value: mask.ref})
	in.take(mask, at)
	in.element.Reads[0].Routine = r.b.Temporaries[mask.ref.Sym] != nil
	in.element.Ops.Combine(in.element.Combines)
	for _, o := range append(operands, mask) {
		if o != nil && len(o.extent) == len(mask.extent) && !o.layout.Replicated() {
			in.element.Home = comm.OwnerOf(in.from(o, at))
			break
		}
	}
	r.ahead = append(r.ahead, in.all()...)
}
