package symbolic

// unfoldShifts writes the neighbours' blocks in a body as tests of the place r
// in a block of c: with 0 <= r < c,
//
//	(s + r) div c = s div c + (s mod c + r >= c ? 1 : 0)
//	(s - r) div c = s div c - (r > s mod c ? 1 : 0)
//
// and u mod c is what is left. So the owners of i-1, i and i+1 are read off one
// place, and the range can be cut where one of them changes.
func (a *Arena) unfoldShifts(body, r, c Expr) Expr {
	with := map[Expr]Expr{}
	a.eachNode([]Expr{body}, func(e Expr) {
		if o := a.op(e); o != opDiv && o != opMod || a.kid(e, 1) != c || a.nodes[e].bound != 0 {
			return
		}
		slope, s, ok := a.affine(a.kid(e, 0), r)
		k, _ := a.ConstInt(slope)
		if !ok || k != 1 && k != -1 {
			return
		}
		block := a.FloorDiv(s, c)
		if place := a.Mod(s, c); k == 1 {
			block = a.Add(block, a.Le(c, a.Add(r, place)))
		} else {
			block = a.Sub(block, a.Lt(place, r))
		}
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
