package symbolic

// unfoldShifts writes the neighbours' blocks in a body as tests of the place r
// in a block of c: with 0 <= r < c,
//
//	(r + s) div c = s div c + (r + s mod c >= c ? 1 : 0)
//
// and (r + s) mod c is what is left. So the owners of i-1, i and i+1 are read
// off one place, and the range can be cut where one of them changes.
func (a *Arena) unfoldShifts(body, r, c Expr) Expr {
	with := map[Expr]Expr{}
	a.eachNode([]Expr{body}, func(e Expr) {
		if o := a.op(e); o != opDiv && o != opMod || a.kid(e, 1) != c {
			return
		}
		slope, shift, ok := a.affine(a.kid(e, 0), r)
		if k, isConst := a.ConstInt(slope); !ok || !isConst || k != 1 {
			return
		}
		over := a.Le(c, a.Add(r, a.Mod(shift, c)))
		block := a.Add(a.FloorDiv(shift, c), a.Cond(over, a.Int(1), a.Int(0)))
		if a.op(e) == opDiv {
			with[e] = block
		} else {
			with[e] = a.Sub(a.kid(e, 0), a.Mul(c, block))
		}
	})
	if len(with) == 0 {
		return body
	}
	return a.replace(body, with)
}
