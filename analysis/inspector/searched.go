package inspector

import (
	"sync"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/indexset"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Subscript evaluates a subscript of a statement or condition where the indices
// of the loops have values; of a vector subscript the element at a position,
// from 0. False when it is not known. The indices are not kept.
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

// subscripts evaluate those of an access in the iteration that is in values.
func (x *executed) subscripts(a *comm.Access) []func() (int64, error) {
	var out []func() (int64, error)
	for d, sub := range a.Subs {
		if x.isSearched(a, d) {
			out = append(out, x.searched(a, d))
		} else {
			out = append(out, x.affine(sub))
		}
	}
	return out
}

// isSearched reports whether a subscript has no formula, but may have values.
func (x *executed) isSearched(a *comm.Access, d int) bool {
	sub := a.Subs[d]
	return sub.Irregular && sub.Offset == 0 && x.n.Subscript != nil && d < len(a.Ref.Subs) && !a.Routine
}

// loopsOf returns the loops of the iterations that a subscript runs with; false where
// that is not known.
func (x *executed) loopsOf(a *comm.Access, d int) ([]*comm.Loop, bool) {
	switch sub := a.Subs[d]; {
	case !sub.Irregular && sub.Loop == nil:
		return nil, true
	case !sub.Irregular:
		return []*comm.Loop{sub.Loop}, true
	case !x.isSearched(a, d) || a.Turn != nil || calls(a.Ref.Subs[d].Lo):
		return nil, false
	}
	var out []*comm.Loop
	for _, l := range x.p.Ranges {
		if l == a.Along[d] || l.Index != nil && program.Mentions(l.Index, a.Ref.Subs[d].Lo) {
			out = append(out, l)
		}
	}
	return out, true
}

// calls reports whether a function of the program is called, which may use indices that
// it is not passed.
func calls(e program.Expr) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		c, ok := x.(*program.Call)
		found = found || ok && c.Intrinsic().Shape == program.NotIntrinsic
		return !found
	})
	return found
}

// found returns the values of a subscript that runs with one loop at most.
func (x *executed) found(a *comm.Access, d int) (indexset.Indices, error) {
	var out []int64
	value := x.searched(a, d)
	visit := func() error {
		x.n.Visited++
		if x.n.steps++; x.n.steps > mostSteps {
			return errTooMany
		}
		i, err := value()
		out = append(out, i)
		return err
	}
	loops, _ := x.loopsOf(a, d)
	if len(loops) == 0 {
		err := visit()
		return out, err
	}
	defer delete(x.values, loops[0].Name)
	for _, i := range x.sets[loops[0]] {
		x.values[loops[0].Name] = float64(i)
		if err := visit(); err != nil {
			return nil, err
		}
	}
	return indexset.Sorted(out), nil
}

// affine evaluates a subscript by its formula.
func (x *executed) affine(s comm.Affine) func() (int64, error) {
	if s.Offset == 0 {
		return unknown
	}
	offset := x.steady(s.Offset)
	if s.Loop == nil {
		return offset
	}
	return func() (int64, error) {
		at, err := offset()
		return s.Scale*int64(x.values[s.Loop.Name]) + at, err
	}
}

// searched asks for the value of a subscript that has no formula.
func (x *executed) searched(a *comm.Access, d int) func() (int64, error) {
	e := a.Ref.Subs[d]
	if e.Triplet {
		return unknown
	}
	position, indices := x.position(a.Along[d]), x.indices()
	return func() (int64, error) {
		at, err := position()
		if err != nil {
			return 0, err
		}
		index, err := indices()
		if err != nil {
			return 0, err
		}
		v, known := x.n.Subscript(a.At, e.Lo, at, index)
		if !known {
			return 0, errUnknown
		}
		return v, nil
	}
}

// position is that in the loop which a vector subscript follows, 0 without one.
func (x *executed) position(l *comm.Loop) func() (int64, error) {
	if l == nil {
		return func() (int64, error) { return 0, nil }
	}
	lo := x.steady(l.Lo)
	return func() (int64, error) {
		first, err := lo()
		return int64(x.values[l.Name]) - first, err
	}
}

// indices are those of the source's loops.
func (x *executed) indices() func() (map[*program.Symbol]int64, error) {
	index := map[*program.Symbol]int64{}
	bases := map[*comm.Loop]func() (int64, error){}
	for _, l := range x.p.Ranges {
		if l.Index != nil && l.Scale != 0 {
			bases[l] = x.steady(l.Base)
		}
	}
	return func() (map[*program.Symbol]int64, error) {
		for l, base := range bases {
			first, err := base()
			if err != nil {
				return nil, err
			}
			index[l.Index] = l.Scale*int64(x.values[l.Name]) + first
		}
		return index, nil
	}
}

// steady evaluates an expression once where it is the same in all iterations.
func (x *executed) steady(e symbolic.Expr) func() (int64, error) {
	value := func() (int64, error) { return x.n.integer(e, x.values) }
	if x.n.B.MentionsAny(e, comm.Scope(x.p.Ranges).Names()) {
		return value
	}
	return sync.OnceValues(value)
}

func unknown() (int64, error) { return 0, errUnknown }
