package inspector

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Subscript evaluates a subscript of a statement or condition where the indices
// of the loops have values; of a vector subscript the element at a position,
// from 0. False when it is not known.
type Subscript func(at source.Span, e program.Expr, position int64, index map[*program.Symbol]int64) (int64, bool)

// Pattern counts what every processor receives in one execution of a
// communication with a pattern. The error says why it cannot be counted.
func (n *Numbers) Pattern(c *comm.Communication) (comm.Pattern, error) {
	pairs, err := n.Pairs(c, nil)
	if err != nil {
		return comm.Pattern{}, err
	}
	p := comm.Pattern{Grid: n.Grid, Elements: make([]int64, len(n.all)), Messages: make([]int64, len(n.all))}
	for _, x := range pairs {
		p.Elements[n.place(x.To)] += x.Elements
		p.Messages[n.place(x.To)]++
	}
	return p, nil
}

// subscript returns the value of a subscript of an access in the iteration that
// is in values.
func (x *executed) subscript(a *comm.Access, d int) (int64, error) {
	sub := a.Subs[d]
	if !sub.Irregular || sub.Offset != 0 || x.n.Subscript == nil || d >= len(a.Ref.Subs) || a.Routine {
		return x.n.subscript(sub, x.values)
	}
	e := a.Ref.Subs[d]
	if e.Triplet {
		return 0, errUnknown
	}
	position := int64(0)
	if l := a.Along[d]; l != nil {
		lo, err := x.n.integer(l.Lo, x.values)
		if err != nil {
			return 0, err
		}
		position = int64(x.values[l.Name]) - lo
	}
	index := map[*program.Symbol]int64{}
	for _, l := range x.p.Ranges {
		if l.Index == nil || l.Scale == 0 {
			continue
		}
		base, err := x.n.integer(l.Base, x.values)
		if err != nil {
			return 0, err
		}
		index[l.Index] = l.Scale*int64(x.values[l.Name]) + base
	}
	v, known := x.n.Subscript(a.At, e.Lo, position, index)
	if !known {
		return 0, errUnknown
	}
	return v, nil
}
