package comm

import (
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// A message that is hoisted out of a triangular nest fetches for all iterations
// of the loops that it leaves. The bounds of an inner loop are then those of all
// iterations of the loops around it: of those that the processor makes itself
// where they are an interval, which gives the section exactly when one bound
// alone depends on them.

// stretch is a range of a loop's x.
type stretch struct{ first, last symbolic.Expr }

// Widened returns the nest with loops inside the first ones whose bounds hold
// for all of its iterations, as a message that is paid there needs them.
func (n Nest) Widened(fixed int) Nest {
	wide := Nest{B: n.B, Loops: append([]*Loop{}, n.Loops...), Wide: true, Whole: n.Whole}
	for i := fixed; i < len(wide.Loops); i++ {
		wide.Loops[i] = n.B.Widen(wide.Loops[i], wide.Loops[fixed:i])
	}
	return wide
}

// Narrowed is Widened for the processor's own iterations of an element, built
// in that nest.
func (n Nest) Narrowed(fixed int, wide Nest, e *Element) Nest {
	p := wide.Partition(e, fixed)
	if !slices.ContainsFunc(p.Ranges, func(l *Loop) bool { return l.Widened }) {
		return wide
	}
	narrow := Nest{B: n.B, Loops: append([]*Loop{}, n.Loops...), Wide: true, Whole: n.Whole}
	for i := fixed; i < len(narrow.Loops); i++ {
		l := *n.B.Widen(n.Loops[i], narrow.Loops[fixed:i])
		l.own = l.ownOf(wide.Loops[i], p)
		narrow.Loops[i] = &l
	}
	return narrow
}

// Same reports whether the nests have the same loops.
func (n Nest) Same(m Nest) bool { return slices.Equal(n.Loops, m.Loops) }

// ownOf returns the iterations of l that a processor makes, nil where they are
// no interval; wide is the loop in the partition.
func (l *Loop) ownOf(wide *Loop, p *Partition) *stretch {
	shares := p.Shares.Of(wide)
	switch {
	case len(shares) == 0:
		return &stretch{l.Lo, l.Hi}
	case len(shares) == 1 && shares[0].First != 0 && !p.Bound && !wide.Widened:
		return &stretch{shares[0].First, shares[0].Last}
	}
	return nil
}

// Widen returns the loop with bounds that hold in all iterations of the loops
// around it.
func (b *Builder) Widen(l *Loop, around []*Loop) *Loop {
	wide := *l
	for i := len(around) - 1; i >= 0; i-- {
		o := around[i]
		if wide.limit != 0 && b.mentions(wide.Base, o.Name) {
			wide.fill(b.A)
		}
		low, high := b.mentions(wide.Lo, o.Name), b.mentions(wide.Hi, o.Name)
		if !low && !high {
			continue
		}
		over := stretch{o.Lo, o.Hi}
		if o.own != nil {
			over = *o.own
		}
		wide.Widened = wide.Widened || o.own == nil || o.Widened || low && high
		wide.Over = append(slices.Clip(wide.Over), o.Name)
		if low {
			wide.Lo = b.A.Neg(b.greatest(b.A.Neg(wide.Lo), o, over))
		}
		if high {
			wide.Hi = b.greatest(wide.Hi, o, over)
		}
	}
	if len(wide.Over) == len(l.Over) {
		return l
	}
	return &wide
}

// fill makes the index run through all values between the bounds: an upper bound of what it
// takes where its steps begin elsewhere in each iteration around.
func (l *Loop) fill(a *symbolic.Arena) {
	l.Lo, l.Hi = l.Base, l.limit
	if l.Scale < 0 {
		l.Lo, l.Hi = l.Hi, l.Lo
	}
	l.Scale, l.Base, l.limit = 1, a.Int(0), 0
	l.Widened = true
}

// greatest returns the largest value of a bound for iterations of o. Where it is
// the value at one end, an empty interval gives anything: then o has no
// iterations, and nothing in it counts.
func (b *Builder) greatest(e symbolic.Expr, o *Loop, over stretch) symbolic.Expr {
	x := o.x(b.A)
	at := func(v symbolic.Expr) symbolic.Expr { return b.A.Subst(e, map[string]symbolic.Expr{o.Name: v}) }
	step, constant := b.A.ConstInt(b.A.Sub(at(b.A.Add(x, b.A.Int(1))), e))
	switch {
	case constant && step >= 0:
		return at(over.last)
	case constant:
		return at(over.first)
	}
	return b.A.MaxOver(o.Name, over.first, over.last, e)
}

// gaps reports whether the bounds of some range take in iterations that the
// access is not read in: it follows a loop over which they were joined.
func (p *Partition) gaps(x *Access) bool {
	return slices.ContainsFunc(p.Ranges, func(l *Loop) bool {
		return l.Widened || slices.ContainsFunc(p.Ranges, func(o *Loop) bool {
			return slices.Contains(l.Over, o.Name) && x.follows(o)
		})
	})
}
