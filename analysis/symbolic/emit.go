package symbolic

// wideOps need no integer rounding: what is integer in them is as well a float64, where
// it does not overflow.
var wideOps = map[op]bool{opAdd: true, opMul: true, opMax: true, opCond: true, opSum: true, opMaxO: true}

// emitNode emits the instructions of one node in the given arithmetic.
func (c *compiler) emitNode(e Expr, t Type) int32 {
	a := c.a
	n := a.nodes[e]
	if t == Real && n.typ == Index && !wideOps[n.op] {
		return c.emit(instr{code: cReal, x: c.value(e, Index)}, Real)
	}
	switch n.op {
	case opUndef:
		return c.fail(a.text(e))
	case opNone:
		return c.fail("missing expression")
	case opAdd:
		return c.emitLin(a.linOf(e), t)
	case opMul:
		return c.emitProduct(e, t)
	case opMax:
		if a.cutsSum(e) {
			defer func(old bool) { c.whole = old }(c.whole)
			c.whole = true
		}
		return c.chain(pick(t, cMax, cMaxI), a.kidsOf(e), t)
	case opAnd:
		return c.chain(cAnd, a.kidsOf(e), Index)
	case opOr:
		return c.chain(cOr, a.kidsOf(e), Index)
	case opDiv:
		return c.binary(cDivI, e, Index)
	case opMod:
		return c.binary(cModI, e, Index)
	case opPow:
		return c.binary(pick(t, cPow, cPowI), e, t)
	case opFloor:
		return c.emit(instr{code: cFloor, x: c.value(a.kid(e, 0), Real)}, Index)
	case opLog2:
		return c.emit(instr{code: cLog2, x: c.value(a.kid(e, 0), Real)}, Real)
	case opCLog2:
		return c.emit(instr{code: cCLog2, x: c.value(a.kid(e, 0), Real)}, Index)
	case opEQ, opNE, opGE, opGT:
		k := a.kid(e, 0)
		kt := a.nodes[k].typ
		return c.emit(instr{code: pick(kt, cTest, cTestI), x: c.value(k, kt), y: int32(n.op)}, Index)
	case opCond:
		return c.emitCond(e, t)
	case opSum, opMaxO:
		return c.emitLoop(e, t)
	case opTable:
		c.t.tables = append(c.t.tables, a.tables[n.aux])
		return c.emit(instr{code: cTable, x: c.value(a.kid(e, 0), Real), y: int32(len(c.t.tables) - 1)}, Real)
	case opOpaque:
		return c.emitCall(e, t)
	}
	return c.fail("unknown symbol")
}

func pick(t Type, real, index code) code {
	if t == Real {
		return real
	}
	return index
}

func (c *compiler) binary(o code, e Expr, t Type) int32 {
	return c.emit(instr{code: o, x: c.value(c.a.kid(e, 0), t), y: c.value(c.a.kid(e, 1), t)}, t)
}

// chain folds kids with a two-operand instruction.
func (c *compiler) chain(o code, kids []Expr, t Type) int32 {
	acc := c.value(kids[0], t)
	for _, k := range kids[1:] {
		acc = c.emit(instr{code: o, x: acc, y: c.value(k, t)}, t)
	}
	return acc
}

// emitLin emits c + sum of k*m over one common denominator, so that an integer
// result is exact in both arithmetics.
func (c *compiler) emitLin(l lin, t Type) int32 {
	den := one
	if c.wholeTerms(l) {
		den = lcmDenominators(l)
		l.scale(den)
	}
	acc := c.terms(l, t)
	if den.isOne() {
		return acc
	}
	d := c.number(den, t)
	return c.emit(instr{code: pick(t, cQuo, cExactI), x: acc, y: d}, t)
}

// wholeTerms tells whether all terms are index terms with fractions that a
// common denominator of reasonable size clears.
func (c *compiler) wholeTerms(l lin) bool {
	for _, t := range l.t {
		if c.a.nodes[t.m].typ != Index {
			return false
		}
	}
	_, ok := lcmDenominators(l).int64()
	return ok
}

// terms emits a linear combination with multiply-adds.
func (c *compiler) terms(l lin, t Type) int32 {
	acc, started := int32(0), !l.c.isZero() || len(l.t) == 0
	if started {
		acc = c.number(l.c, t)
	}
	for _, x := range l.t {
		v := c.value(x.m, t)
		switch {
		case started && x.k.isOne():
			acc = c.emit(instr{code: pick(t, cAdd, cAddI), x: acc, y: v}, t)
		case started:
			acc = c.emit(instr{code: pick(t, cMulAdd, cMulAddI), x: v, y: c.number(x.k, t), z: acc}, t)
		case x.k.isOne():
			acc = v
		default:
			acc = c.emit(instr{code: pick(t, cMul, cMulI), x: v, y: c.number(x.k, t)}, t)
		}
		started = true
	}
	return acc
}

// emitProduct multiplies the powers above, then divides by those below.
func (c *compiler) emitProduct(e Expr, t Type) int32 {
	above, below := int32(-1), int32(-1)
	exps := c.a.expsOf(e)
	for i, b := range c.a.kidsOf(e) {
		v := c.value(b, t)
		if exps[i] > 0 {
			above = c.times(above, c.power(v, exps[i], t), t)
		} else {
			below = c.times(below, c.power(v, -exps[i], t), t)
		}
	}
	if below < 0 {
		return above
	}
	if above < 0 {
		above = c.number(one, t)
	}
	return c.emit(instr{code: cQuo, x: above, y: below}, t)
}

func (c *compiler) times(acc, v int32, t Type) int32 {
	if acc < 0 {
		return v
	}
	return c.emit(instr{code: pick(t, cMul, cMulI), x: acc, y: v}, t)
}

// power multiplies by repeated squaring.
func (c *compiler) power(v, k int32, t Type) int32 {
	acc := int32(-1)
	for ; k > 0; k >>= 1 {
		if k&1 == 1 {
			acc = c.times(acc, v, t)
		}
		if k > 1 {
			v = c.times(v, v, t)
		}
	}
	return acc
}

// emitCond emits both sides behind skips: only the chosen one runs.
func (c *compiler) emitCond(e Expr, t Type) int32 {
	test := c.value(c.a.kid(e, 0), Index)
	dst := c.newReg(t)
	then := c.branch(c.a.kid(e, 1), dst, t)
	els := c.branch(c.a.kid(e, 2), dst, t)
	then = append(then, instr{code: cJump, y: int32(len(els))})
	c.put(instr{code: cSkip, x: test, y: int32(len(then))})
	s := c.scopes[len(c.scopes)-1]
	s.code = append(append(s.code, then...), els...)
	return dst
}

func (c *compiler) branch(e Expr, dst int32, t Type) []instr {
	s := newScope(0, true)
	c.scopes = append(c.scopes, s)
	v := c.value(e, t)
	s.code = append(s.code, instr{code: pick(t, cMove, cMoveI), dst: dst, x: v})
	c.scopes = c.scopes[:len(c.scopes)-1]
	return s.code
}

// emitLoop puts the body behind the instruction that runs it.
func (c *compiler) emitLoop(e Expr, t Type) int32 {
	a := c.a
	lo, hi := c.value(a.kid(e, 0), Index), c.value(a.kid(e, 1), Index)
	s := newScope(1<<uint(a.nodes[e].aux), false)
	index, before := c.newReg(Index), len(c.t.calls)
	s.regs[slot{a.kid(e, 3), Index}] = index
	c.scopes = append(c.scopes, s)
	result := c.value(a.kid(e, 2), t)
	c.scopes = c.scopes[:len(c.scopes)-1]
	work := int64(0)
	for _, call := range c.t.calls[before:] {
		work += int64(call.fn.Cost)
	}
	c.t.loops = append(c.t.loops, tapeLoop{index, lo, hi, int32(len(s.code)), result, work, c.whole})
	o := pick(t, cSum, cSumI)
	if a.op(e) == opMaxO {
		o = pick(t, cMaxO, cMaxOI)
	}
	dst := c.emit(instr{code: o, y: int32(len(c.t.loops) - 1)}, t)
	outer := c.scopes[len(c.scopes)-1]
	outer.code = append(outer.code, s.code...)
	return dst
}

func (c *compiler) emitCall(e Expr, t Type) int32 {
	call := tapeCall{fn: c.a.funcs[c.a.nodes[e].aux]}
	if call.fn.Cost >= costly {
		call.seen = c.a.answers
	}
	for _, k := range c.a.kidsOf(e) {
		call.args = append(call.args, c.value(k, Real))
	}
	call.buf = int32(len(c.t.real0))
	for range call.args {
		c.newReg(Real)
	}
	c.t.calls = append(c.t.calls, call)
	return c.emit(instr{code: pick(t, cOpaque, cOpaqueI), y: int32(len(c.t.calls) - 1)}, t)
}
