package symbolic

// maxBlocks is the nesting of block sums: (i div k) mod P takes two.
const maxBlocks = 2

// blocks describes u div c and u mod c in a body, with u = i + shift or
// u = shift - i.
type blocks struct {
	shift, c Expr
	down     bool
}

// sumBlocks closes the sum of f(u div c, u mod c): whole blocks first, then the
// two broken ones at the ends. With u from U0 to U1, Q = u div c, R = u mod c:
//
//	sum over q = Q0..Q1-1 of sum over r = 0..c-1 of f(q, r)
//	- sum over r = 0..R0-1 of f(Q0, r) + sum over r = 0..R1-1 of f(Q1, r)
//
// where Q0, R0 belong to U0 and Q1, R1 to U1+1. This is the rule
// "sum f(i div c) -> sum g(v)" of PAMELA's simplifier, carried through.
func (a *Arena) sumBlocks(s span, body Expr, splits int) (Expr, bool) {
	b, ok := a.findBlocks(body, s.i)
	if !ok || a.blocks == maxBlocks {
		return 0, false
	}
	a.blocks++
	defer func() { a.blocks-- }()
	if b.down { // run the index backwards
		back := a.openIndex(a.Neg(s.hi), a.Neg(s.lo))
		defer a.closeIndex()
		body = a.replace(body, map[Expr]Expr{s.i: a.Neg(back)})
		s = a.newSpan(back, a.Neg(s.hi), a.Neg(s.lo))
	}
	first, beyond := a.Add(s.lo, b.shift), a.Add(s.hi, b.shift, a.Int(1))
	extra := a.Int(0)
	if v, ok := a.ConstInt(first); ok && v == 1 { // start at 0, a block's first place
		s.lo = a.Sub(s.lo, a.Int(1))
		first, extra = a.Int(0), a.replace(body, map[Expr]Expr{s.i: s.lo})
	}
	q0, q1 := a.FloorDiv(first, b.c), a.FloorDiv(beyond, b.c)
	q, r := a.openIndex(q0, q1), a.openIndex(a.Int(0), a.Sub(b.c, a.Int(1)))
	defer func() { a.closeIndex(); a.closeIndex() }()
	body = a.replace(body, map[Expr]Expr{s.i: a.Add(a.Mul(b.c, q), r, a.Neg(b.shift))})
	body = a.unfoldShifts(body, r, b.c)
	part := func(block, n Expr) (Expr, bool) {
		f := a.replace(body, map[Expr]Expr{q: block})
		return a.closeSum(a.newSpan(r, a.Int(0), a.Sub(n, a.Int(1))), f, splits)
	}
	whole, ok1 := part(q, b.c)
	head, ok2 := part(q0, a.Mod(first, b.c))
	tail, ok3 := part(q1, a.Mod(beyond, b.c))
	if !ok1 || !ok2 || !ok3 {
		return 0, false
	}
	return a.Add(a.sumSplit(q, q0, a.Sub(q1, a.Int(1)), whole, splits), a.Neg(head), tail, a.Neg(extra)), true
}

// findBlocks finds the first division or remainder by something that does not
// mention i and is at least 1.
func (a *Arena) findBlocks(body, i Expr) (blocks, bool) {
	var found blocks
	ok := false
	a.eachNode([]Expr{body}, func(e Expr) {
		if ok || a.op(e) != opDiv && a.op(e) != opMod || a.nodes[e].bound != 0 || a.mentions(a.kid(e, 1), i) {
			return
		}
		slope, rest, isAffine := a.affine(a.kid(e, 0), i)
		k, isConst := a.ConstInt(slope)
		if !isAffine || !isConst || k != 1 && k != -1 || a.nodes[a.kid(e, 1)].rng.lo < 1 {
			return
		}
		found, ok = blocks{shift: rest, c: a.kid(e, 1), down: k == -1}, true
	})
	return found, ok
}
