package process

import (
	"cmp"

	"github.com/parlens/parlens/analysis/symbolic"
)

// BusyTime adds up what one processor spends in a term, without waits: amounts over the loops
// around them.
type BusyTime struct {
	Arena   *symbolic.Arena
	Wanted  func(*Delay) bool                 // the delays that count; nil are all
	Numeric func(symbolic.Expr) symbolic.Expr // what an expression of the term is on that processor, in the arena
}

// Of is the seconds of a term; nil takes none.
func (b BusyTime) Of(t Term) symbolic.Expr {
	switch t := t.(type) {
	case *Delay:
		if t != nil && t.Amount != 0 && (b.Wanted == nil || b.Wanted(t)) {
			return b.Numeric(t.Amount)
		}
	case Series:
		sum := b.Arena.Int(0)
		for _, part := range t {
			sum = b.Arena.Add(sum, b.Of(part))
		}
		return sum
	case *Loop:
		return b.loop(t)
	case *If:
		return b.choice(t)
	case *Exchange:
		return b.exchange(t)
	case *Sweep:
		strip := b.Arena.Add(b.Of(t.Message), b.Of(t.Body))
		if t.Strips == 0 {
			return strip
		}
		return b.Arena.Sum(cmp.Or(t.Index, "strip"), b.Arena.Int(1), b.Numeric(t.Strips), strip)
	}
	return b.Arena.Int(0)
}

// exchange is what an exchange takes without waits; a processor is taken to send
// as much as it receives, and what has arrived when it asks is still counted.
func (b BusyTime) exchange(x *Exchange) symbolic.Expr {
	sum := b.Arena.Int(0)
	for _, c := range append([]*Delay{x.Call, x.Message}, x.Cost...) {
		sum = b.Arena.Add(sum, b.Of(c))
	}
	return sum
}

func (b BusyTime) loop(l *Loop) symbolic.Expr {
	body := b.Of(l.Body)
	if c, ok := b.Arena.Const(body); ok && c == 0 {
		return body
	}
	return b.Arena.Sum(l.Index, b.Numeric(l.Lo), b.Numeric(l.Hi), body)
}

func (b BusyTime) choice(c *If) symbolic.Expr {
	sum, left := b.Arena.Int(0), b.Arena.Int(1)
	for _, br := range c.Branches {
		w := b.Arena.Int(1)
		for _, part := range []symbolic.Expr{br.Cond, br.Weight} {
			if part != 0 {
				w = b.Arena.Mul(w, b.Numeric(part))
			}
		}
		sum = b.Arena.Add(sum, b.Arena.Mul(left, w, b.Of(br.Body)))
		left = b.Arena.Mul(left, b.Arena.Sub(b.Arena.Int(1), w))
	}
	return sum
}
