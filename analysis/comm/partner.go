package comm

import (
	"fmt"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Partners is how the partners of the processors' messages lie.
type Partners struct {
	Shift    bool  // by Offset along the row of processors
	Circular bool  // the first and the last one are neighbours
	Offset   int64 // of the partner's number
	Root     bool  // all have the same partner
	Several  bool  // of one processor: its messages of all iterations of a loop
}

// far is how far from the ends of the row a processor counts as an inner one.
const far = 8

// partners finds how the number of the partner depends on the processor's own, for
// a processor that is not near an end: there other rules may hold.
func (b *Builder) partners(partner symbolic.Expr) Partners {
	if partner == 0 {
		return Partners{}
	}
	if !b.DiffersByProcessor(partner) {
		return Partners{Root: true}
	}
	row := b.row(far, far)
	offset, ok := b.A.ConstInt(b.A.Sub(b.A.Subst(partner, row), b.A.Subst(b.number(), row)))
	if !ok {
		return Partners{}
	}
	end := b.rowOf(b.A.Int(0), b.A.Int(2*far))
	if offset > 0 {
		end = b.rowOf(b.A.Int(2*far), b.A.Int(0))
	}
	round, known := b.A.ConstInt(b.A.Subst(b.present(partner), end))
	return Partners{Shift: true, Offset: offset, Circular: known && round == 1}
}

// The processors below and above one in the row, besides those that are counted.
const belowName, aboveName = "_below", "_above"

// row stands for a processor that has at least so many others below and above
// it; exactly so many where the number is not far.
func (b *Builder) row(below, above int64) map[string]symbolic.Expr {
	a := b.A
	count := func(name string, n int64) symbolic.Expr {
		if n < far {
			return a.Int(n)
		}
		return a.Add(a.Int(n), a.Sym(name, symbolic.Index))
	}
	return b.rowOf(count(belowName, below), count(aboveName, above))
}

// rowOf stands for a processor with so many others below and above it.
func (b *Builder) rowOf(low, high symbolic.Expr) map[string]symbolic.Expr {
	a := b.A
	with := map[string]symbolic.Expr{}
	for _, s := range a.Free(b.Coords[0]) {
		with[s.Name] = low
	}
	for _, s := range a.Free(b.size()) {
		with[s.Name] = a.Add(low, high, a.Int(1))
	}
	return with
}

// comes is 1 where the partner is another processor. Of neighbours in a row this
// is a comparison with its ends, where that can be shown to mean the same.
func (b *Builder) comes(partner symbolic.Expr, p Partners) symbolic.Expr {
	a := b.A
	always := b.present(partner)
	if !p.Shift || p.Circular || p.Offset < -far || p.Offset > far {
		return always
	}
	short := a.Le(a.Int(-p.Offset), b.number())
	if p.Offset > 0 {
		short = a.Lt(a.Add(b.number(), a.Int(p.Offset)), b.size())
	}
	for low := range int64(far + 1) {
		for high := range int64(far + 1) {
			row := b.row(low, high)
			if a.Subst(always, row) != a.Subst(short, row) {
				return always
			}
		}
	}
	return short
}

func (p Partners) kind() Kind {
	if p.Shift {
		return Shift
	}
	return Copy
}

// MayReach reports whether what is sent to the partners of p can be what q
// receives from its own: from as far above as p sends below, and the other way
// round.
func (p *Passed) MayReach(q *Passed) bool {
	x, y := p.Partners, q.Partners
	if !x.Shift || !y.Shift {
		return !x.Shift && !y.Shift
	}
	return x.Offset == -y.Offset
}

// Opposite is the number of the processor that has this one as its partner, by a rule like
// partner: as far away on the other side. 0 where the partner is at no fixed distance.
func (b *Builder) Opposite(partner symbolic.Expr) symbolic.Expr {
	p := b.partners(partner)
	if !p.Shift {
		return 0
	}
	at := b.A.Sub(b.number(), b.A.Int(p.Offset))
	if p.Circular {
		return b.A.Mod(at, b.size())
	}
	return at
}

// text names the partner.
func (p Partners) text(known bool) string {
	switch {
	case p.Shift && p.Offset == 0:
		return "the processor itself"
	case p.Shift && p.Circular:
		return fmt.Sprintf("the processor %s, round a ring", p.distance())
	case p.Shift:
		return "the processor " + p.distance()
	case p.Root:
		return "one processor"
	case p.Several:
		return "several processors"
	case known:
		return "a processor that depends on its number"
	}
	return "a processor that is not known before run time"
}

func (p Partners) distance() string {
	switch {
	case p.Offset == 1:
		return "above"
	case p.Offset == -1:
		return "below"
	case p.Offset > 0:
		return fmt.Sprintf("%d above", p.Offset)
	}
	return fmt.Sprintf("%d below", -p.Offset)
}
