package symbolic

// IsPowerOfTwo tells whether e is surely a power of two wherever it is at least 1: products
// and quotients of such, and powers of such numbers.
func (a *Arena) IsPowerOfTwo(e Expr) bool {
	all := func(list []Expr) bool {
		for _, x := range list {
			if !a.IsPowerOfTwo(x) {
				return false
			}
		}
		return true
	}
	switch a.op(e) {
	case opConst:
		n, ok := a.ConstInt(e)
		return ok && n > 0 && n&(n-1) == 0
	case opAdd: // a number times something
		coefs := a.coefsOf(e)
		return len(coefs) == 2 && coefs[0].isZero() && a.IsPowerOfTwo(a.num(coefs[1])) && a.IsPowerOfTwo(a.kid(e, 0))
	case opMul:
		for _, k := range a.expsOf(e) {
			if k < 0 {
				return false
			}
		}
		return all(a.kidsOf(e))
	case opPow:
		return a.Type(e) == Index && a.IsPowerOfTwo(a.kid(e, 0))
	case opDiv, opMax:
		return all(a.kidsOf(e))
	}
	return false
}
