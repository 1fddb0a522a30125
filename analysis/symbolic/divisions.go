package symbolic

// Division is the quotient of Inner by Size, or the remainder where Cyclic: Inner
// is affine in an index with a whole Slope other than 0, Size does not mention
// it.
type Division struct {
	Inner, Size Expr
	Slope       int64
	Cyclic      bool
}

// Divisions lists the quotients and remainders through which alone e sees an
// index; false where it sees it otherwise. Between two indices at which none of
// them changes, e has one value.
func (a *Arena) Divisions(e Expr, index string) ([]Division, bool) {
	i, ok := a.syms[index]
	if !ok {
		return nil, true
	}
	var out []Division
	seen := map[Expr]bool{}
	var visit func(e Expr) bool
	visit = func(e Expr) bool {
		if seen[e] || !a.mentions(e, i) {
			return true
		}
		seen[e] = true
		if e == i {
			return false
		}
		if o := a.op(e); (o == opDiv || o == opMod) && !a.mentions(a.kid(e, 1), i) {
			if slope, _, ok := a.affine(a.kid(e, 0), i); ok {
				if k, ok := a.ConstInt(slope); ok && k != 0 {
					out = append(out, Division{a.kid(e, 0), a.kid(e, 1), k, o == opMod})
					return true
				}
			}
		}
		for _, k := range a.kidsOf(e) {
			if !visit(k) {
				return false
			}
		}
		return true
	}
	return out, visit(e)
}
