package scalarize

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// library is a function of the HPF library (HPF 1.1, section 5.4).
func (r *reader) library(c *program.Call) (mapping.Layout, error) {
	switch operation, kind := c.LibraryKind(); kind {
	case program.Prefix:
		return r.prefix(c, operation)
	case program.Scatter:
		return r.scatter(c, operation)
	case program.Order:
		return r.ordered(c)
	}
	return mapping.Layout{}, unsupported(c, fmt.Sprintf("%s has no cost model yet", c.Name))
}

// prefix is a parallel prefix or suffix: every processor combines its part, the
// results of the parts are combined in stages, and a second pass gives every
// element what lies before it.
func (r *reader) prefix(c *program.Call, operation string) (mapping.Layout, error) {
	o, err := r.argument(c, "array", 0)
	if err != nil {
		return mapping.Layout{}, err
	}
	at, err := r.result(c, len(o.extent))
	if err != nil {
		return mapping.Layout{}, err
	}
	combination := program.NewCall(c.Span(), operation, nil, c.Args[0])
	first := r.apart(o.extent)
	first.take(o, positions(r.b, first.section))
	first.element.Combines = combination
	first.element.Ops.Combine(combination)
	first.element.Home = comm.OwnerOf(first.element.Reads[0])
	if dim := c.Argument("dim", 1); dim != nil {
		d, err := r.constantDimension(c, dim, len(o.extent))
		if err != nil {
			return mapping.Layout{}, err
		}
		first.element.Folded = first.section[d]
	}
	r.ahead = append(r.ahead, first.all()...)
	r.take(o, at)
	r.element.Ops.Combine(combination)
	return r.mapped(o), nil
}

// scatter combines the elements of an array into those of a base: the owners of
// the array combine what goes to one place first, so that a place gets at most
// one value from every other processor.
func (r *reader) scatter(c *program.Call, operation string) (mapping.Layout, error) {
	o, err := r.argument(c, "array", 0)
	if err != nil {
		return mapping.Layout{}, err
	}
	base, err := r.argument(c, "base", 1)
	if err != nil {
		return mapping.Layout{}, err
	}
	at, err := r.result(c, len(base.extent))
	if err != nil {
		return mapping.Layout{}, err
	}
	combination := program.NewCall(c.Span(), operation, nil, c.Args[0])
	if err := r.combineLocally(c, o, combination); err != nil {
		return mapping.Layout{}, err
	}
	r.take(base, at)
	others := comm.NewLoop(r.b.A, "_p", r.b.A.Int(1), r.b.A.Sub(processors(r.b), r.b.A.Int(1)), r.b.A.Int(1))
	r.repeated(others, []*comm.Access{r.from(o, r.somewhere(o))}, comm.Operations{})
	return r.mapped(base), nil
}

// combineLocally is the pass over the array and all that goes with it, the
// indices and the mask.
func (r *reader) combineLocally(c *program.Call, o *operand, combination *program.Call) error {
	in := r.apart(o.extent)
	at := positions(r.b, in.section)
	in.take(o, at)
	for i, a := range c.Args {
		if a.Keyword == "array" || a.Keyword == "base" || a.Keyword == "" && i < 2 || program.RankOf(a.Value) != len(o.extent) {
			continue
		}
		x, err := r.operandOf(a.Value)
		if err != nil {
			return err
		}
		in.take(x, at)
	}
	in.element.Ops.Combine(combination)
	in.element.Ops["store"]++
	in.element.Home = comm.OwnerOf(in.element.Reads[0])
	r.ahead = append(r.ahead, in.all()...)
	return nil
}

// ordered is GRADE_UP, SORT_UP and their like: about log2 n rounds of compare
// and exchange.
func (r *reader) ordered(c *program.Call) (mapping.Layout, error) {
	o, err := r.argument(c, "array", 0)
	if err != nil {
		return mapping.Layout{}, err
	}
	a := r.b.A
	n := a.Int(1)
	for _, extent := range o.extent {
		n = a.Mul(n, extent)
	}
	rounds := comm.NewLoop(a, "_r", a.Int(1), a.CeilLog2(a.Max(n, a.Int(2))), a.Int(1))
	r.repeated(rounds, []*comm.Access{r.from(o, r.somewhere(o))}, comm.Operations{"load": 1, "store": 1, "compare": 1})
	if strings.HasPrefix(c.Name, "sort") && len(o.extent) == len(r.section) {
		return r.mapped(o), nil
	}
	return mapping.Layout{}, nil
}

// repeated adds a part that runs over a loop of its own for every element.
func (r *reader) repeated(inner *comm.Loop, reads []*comm.Access, ops comm.Operations) {
	loops := append(append([]*comm.Loop{}, r.element.Loops...), inner)
	r.parts = append(r.parts, part{inner: []*comm.Loop{inner}, loops: loops, reads: reads, ops: ops})
}

// processors is how many processors there are.
func processors(b *comm.Builder) symbolic.Expr {
	n := b.A.Int(1)
	if b.Grid == nil {
		return n
	}
	for _, extent := range b.Grid.Extents {
		n = b.A.Mul(n, extent)
	}
	return n
}
