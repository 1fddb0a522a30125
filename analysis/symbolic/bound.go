package symbolic

import "fmt"

// Limits of expressions in a cost model. What is larger is replaced by a
// pessimistic form, with its reason (see Bounded); loops are cut at most
// MaxSplits times.
const (
	MaxLeafNodes = 64    // one amount of a process term
	MaxUnitNodes = 50000 // all of one program unit
)

// Bounded returns e if it has at most limit nodes. Otherwise it returns an upper
// bound of e that fits, and the reason to show beside it; or e itself with a
// reason when no such bound was found.
func (a *Arena) Bounded(e Expr, limit int) (Expr, string) {
	size := a.Size(e)
	if size <= limit {
		return e, ""
	}
	for level := bounding(1); level <= boundRange; level++ {
		b := bounder{a: a, level: level, done: map[bounded]Expr{}}
		if x := b.bound(e, true); a.Size(x) <= limit && a.op(x) != opUndef {
			return x, fmt.Sprintf("an amount of %d parts (limit %d) is replaced by an upper bound: %s", size, limit, level)
		}
	}
	return e, fmt.Sprintf("an amount of %d parts (limit %d) has no simpler upper bound", size, limit)
}

// bounding is how much a bound gives up.
type bounding uint8

const (
	boundTests  bounding = iota + 1 // conditions
	boundMinima                     // and the operands of minima but one
	boundRange                      // and everything but the range
)

func (l bounding) String() string {
	switch l {
	case boundTests:
		return "the larger side of every condition"
	case boundMinima:
		return "one operand of every minimum"
	}
	return "the largest value that the ranges of its symbols allow"
}

type bounded struct {
	e  Expr
	up bool
}

// bounder replaces an expression by something that is never below it (up) or
// never above it.
type bounder struct {
	a     *Arena
	level bounding
	done  map[bounded]Expr
}

func (b *bounder) bound(e Expr, up bool) Expr {
	if x, ok := b.done[bounded{e, up}]; ok {
		return x
	}
	x := b.node(e, up)
	b.done[bounded{e, up}] = x
	return x
}

func (b *bounder) node(e Expr, up bool) Expr {
	a := b.a
	if b.level == boundRange {
		if x, ok := b.limit(e, up); ok {
			return x
		}
	}
	ks := a.kidsOf(e)
	switch a.op(e) {
	case opAdd:
		l := a.linOf(e)
		out := []Expr{a.num(l.c)}
		for _, t := range l.t {
			out = append(out, a.scaled(t.k, b.bound(t.m, up == (t.k.sign() > 0))))
		}
		return a.Add(out...)
	case opMul:
		return b.product(e, up)
	case opMax:
		if !up && b.level >= boundMinima { // max >= any operand
			return b.bound(b.smallest(ks), up)
		}
		out := make([]Expr, len(ks))
		for i, k := range ks {
			out[i] = b.bound(k, up)
		}
		return a.Max(out...)
	case opEQ, opNE, opGE, opGT, opAnd, opOr:
		return a.bool(up)
	case opCond:
		x, y := b.bound(ks[1], up), b.bound(ks[2], up)
		if up {
			return a.Max(x, y)
		}
		return a.Min(x, y)
	}
	return e
}

// limit is the end of e's range, if it has one.
func (b *bounder) limit(e Expr, up bool) (Expr, bool) {
	r := b.a.nodes[e].rng
	if !up {
		r.hi = r.lo
	}
	if !exactFloat(r.hi) || r.hi >= 1<<53 || r.hi <= -1<<53 {
		return 0, false
	}
	return b.a.Int(int64(r.hi)), true
}

// product bounds factors that are never negative one by one.
func (b *bounder) product(e Expr, up bool) Expr {
	a := b.a
	exps := a.expsOf(e)
	out := make([]Expr, 0, len(exps))
	for i, k := range a.kidsOf(e) {
		x := k
		if exps[i] > 0 {
			x = b.bound(k, up)
		}
		if a.nodes[k].rng.lo < 0 || a.nodes[x].rng.lo < 0 {
			return e
		}
		out = append(out, a.Pow(x, a.Int(int64(exps[i]))))
	}
	return a.Mul(out...)
}

func (b *bounder) smallest(ks []Expr) Expr {
	best := ks[0]
	for _, k := range ks[1:] {
		if b.a.Size(k) < b.a.Size(best) {
			best = k
		}
	}
	return best
}
