package inspector

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/indexset"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/symbolic"
)

// executed is what one processor executes of a partition.
type executed struct {
	n      *Numbers
	p      *comm.Partition
	at     []int // coordinates in the joint grid
	values local
	sets   map[*comm.Loop]indexset.Indices // the x of each range; nil where ranges depend on each other
	homes  []func() (int, error)           // by grid dimension: the owner that only the run time knows; see resolved
}

// executedKey is what the iterations of a processor depend on.
type executedKey struct {
	p     *comm.Partition
	place int
	fixed string
}

// executes returns what a processor executes; fixed are the indices of the loops
// around. Ranges that do not depend on each other are listed one by one.
func (n *Numbers) executes(p *comm.Partition, who processor, fixed map[string]float64) (*executed, error) {
	x := &executed{n: n, p: p, at: who.joint, values: n.at(who.own, fixed)}
	if p.Bound {
		return x, x.resolve()
	}
	if !independent(n.B, p) {
		return x, nil
	}
	x.sets = map[*comm.Loop]indexset.Indices{}
	idle, err := x.idle()
	if err != nil {
		return nil, err
	}
	for _, l := range p.Ranges {
		if idle {
			x.sets[l] = nil
			continue
		}
		if x.sets[l], err = x.set(l); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// independent reports whether the iterations are the product of the ranges: no
// bound and no guard depends on another range.
func independent(b *comm.Builder, p *comm.Partition) bool {
	names := comm.Scope(p.Ranges).Names()
	for _, l := range p.Ranges {
		if b.MentionsAny(l.Lo, names) || b.MentionsAny(l.Hi, names) {
			return false
		}
	}
	return !slices.ContainsFunc(p.Guards, func(g symbolic.Expr) bool { return b.MentionsAny(g, names) })
}

// idle reports whether a guard keeps the processor out.
func (x *executed) idle() (bool, error) {
	for _, g := range x.p.Guards {
		v, err := x.n.integer(g, x.values)
		if err != nil || v == 0 {
			return true, err
		}
	}
	return false, nil
}

// set returns the x of a loop that the processor executes.
func (x *executed) set(l *comm.Loop) (indexset.Indices, error) {
	lo, hi, err := x.bounds(l)
	if err != nil {
		return nil, err
	}
	if hi-lo >= mostIndices {
		return nil, errTooMany
	}
	shares := x.p.Shares.Of(l)
	if len(shares) == 0 {
		var all indexset.Indices
		for i := lo; i <= hi; i++ {
			all = append(all, i)
		}
		return all, nil
	}
	var set indexset.Indices
	for i, s := range shares {
		part, err := x.share(s, lo, hi)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			part = set.Meet(part)
		}
		set = part
	}
	return set, nil
}

func (x *executed) bounds(l *comm.Loop) (lo, hi int64, err error) {
	if lo, err = x.n.integer(l.Lo, x.values); err == nil {
		hi, err = x.n.integer(l.Hi, x.values)
	}
	return lo, hi, err
}

// share returns the x in lo..hi that one grid dimension gives the processor.
func (x *executed) share(s comm.Share, lo, hi int64) (indexset.Indices, error) {
	if s.Place.Coord == 0 {
		return nil, errUnknown // shared evenly: the owners are not known
	}
	offset, err := x.n.integer(s.Place.Sub.Offset, x.values)
	if err != nil {
		return nil, err
	}
	dealt, err := x.n.deal(dealtKey{s.Place.Dim, s.Place.Sub.Scale, offset, lo, hi}, x.n.joint[s.Axis])
	if err != nil {
		return nil, err
	}
	return dealt[x.at[s.Axis]], nil
}

// each visits the iterations one by one, with the indices of all ranges among
// the values.
func (x *executed) each(visit func(local) error) error { return x.eachFrom(0, visit) }

func (x *executed) eachFrom(depth int, visit func(local) error) error {
	if depth == len(x.p.Ranges) {
		x.n.Visited++
		if x.n.steps++; x.n.steps > mostSteps {
			return errTooMany
		}
		if x.sets == nil {
			mine, err := x.mine()
			if err != nil || !mine {
				return err
			}
		}
		return visit(x.values)
	}
	l := x.p.Ranges[depth]
	if x.sets != nil {
		for _, i := range x.sets[l] {
			x.values[l.Name] = float64(i)
			if err := x.eachFrom(depth+1, visit); err != nil {
				return err
			}
		}
		delete(x.values, l.Name)
		return nil
	}
	lo, hi, err := x.bounds(l)
	if err != nil {
		return err
	}
	for i := lo; i <= hi; i++ {
		x.values[l.Name] = float64(i)
		if err := x.eachFrom(depth+1, visit); err != nil {
			return err
		}
	}
	delete(x.values, l.Name)
	return nil
}

// mine reports whether the processor executes the iteration in values.
func (x *executed) mine() (bool, error) {
	if idle, err := x.idle(); idle || err != nil {
		return false, err
	}
	for g, owner := range x.homes {
		if owner == nil {
			continue
		}
		if c, err := owner(); err != nil || c != x.at[g] {
			return false, err
		}
	}
	for _, l := range x.p.Ranges {
		for _, s := range x.p.Shares.Of(l) {
			switch {
			case s.Any && x.homes != nil:
				continue
			case s.Place.Coord == 0:
				return false, errUnknown
			}
			t, err := x.n.subscript(s.Place.Sub, x.values)
			if err != nil {
				return false, err
			}
			if c, err := x.n.owner(s.Place.Dim)(t); err != nil || c != x.at[s.Axis] {
				return false, err
			}
		}
	}
	return true, nil
}

// subscript returns the value of a subscript where the indices have values.
func (n *Numbers) subscript(s comm.Affine, values local) (int64, error) {
	if s.Offset == 0 {
		return 0, errUnknown
	}
	offset, err := n.integer(s.Offset, values)
	if s.Loop == nil || err != nil {
		return offset, err
	}
	return s.Scale*int64(values[s.Loop.Name]) + offset, nil
}

// along returns the coordinate that holds an index of the array dimension which
// an axis distributes; of a fixed axis, whatever the index. How a temporary lies
// may depend on the loops around.
func (n *Numbers) along(l mapping.Layout, g int, values local) (func(index int64) (int, error), error) {
	axis := l.Axes[g]
	offset, err := n.integer(axis.Offset, values)
	if err != nil {
		return nil, err
	}
	owner := n.owner(l.DimOf(n.B.A, g))
	if axis.Kind == mapping.Fixed {
		return func(int64) (int, error) { return owner(offset) }, nil
	}
	return func(index int64) (int, error) { return owner(axis.Scale*index + offset) }, nil
}
