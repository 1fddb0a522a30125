package symbolic

// Compile turns expressions into one tape; they share their common parts.
// Index parts of a real expression that need no integer rounding are evaluated
// in float64, so that a time does not overflow where its operation counts do.
func (a *Arena) Compile(es ...Expr) *Tape {
	c := &compiler{a: a, t: &Tape{}, reals: map[float64]int32{}, ints: map[int64]int32{}}
	c.scopes = []*scope{newScope(0, false)}
	c.t.inputs = a.Free(es...)
	for _, s := range c.t.inputs {
		e := a.syms[s.Name]
		reg := c.newReg(s.Type)
		c.t.inReg = append(c.t.inReg, reg)
		c.scopes[0].regs[slot{e, s.Type}] = reg
	}
	for _, e := range es {
		t := Real
		if a.nodes[e].typ == Index && a.op(e) != opConst {
			t = Index
		}
		c.t.outType = append(c.t.outType, t)
		c.t.outReg = append(c.t.outReg, c.value(e, t))
		c.t.outEnd = append(c.t.outEnd, int32(len(c.scopes[0].code)))
	}
	c.t.code = c.scopes[0].code
	return c.t
}

type slot struct {
	e Expr
	t Type
}

// scope is a stretch of the tape that may not run: a loop's body, or one side
// of a condition. Its registers are unknown outside.
type scope struct {
	binds  uint64 // the binder of a loop's body
	branch bool
	regs   map[slot]int32
	code   []instr
}

func newScope(binds uint64, branch bool) *scope {
	return &scope{binds: binds, branch: branch, regs: map[slot]int32{}}
}

type compiler struct {
	a      *Arena
	t      *Tape
	scopes []*scope
	reals  map[float64]int32
	ints   map[int64]int32
	whole  bool // loops are evaluated whole
}

func (c *compiler) newReg(t Type) int32 {
	if t == Index {
		c.t.int0 = append(c.t.int0, 0)
		return int32(len(c.t.int0) - 1)
	}
	c.t.real0 = append(c.t.real0, 0)
	return int32(len(c.t.real0) - 1)
}

func (c *compiler) realConst(v float64) int32 {
	reg, ok := c.reals[v]
	if !ok {
		reg = c.newReg(Real)
		c.t.real0[reg] = v
		c.reals[v] = reg
	}
	return reg
}

func (c *compiler) intConst(v int64) int32 {
	reg, ok := c.ints[v]
	if !ok {
		reg = c.newReg(Index)
		c.t.int0[reg] = v
		c.ints[v] = reg
	}
	return reg
}

// value emits e in the given arithmetic, once per scope, and returns its
// register.
func (c *compiler) value(e Expr, t Type) int32 {
	if c.a.op(e) == opConst {
		return c.number(c.a.coefsOf(e)[0], t)
	}
	at := c.home(e)
	if reg, ok := c.known(at, slot{e, t}); ok {
		return reg
	}
	inner := c.scopes
	c.scopes = c.scopes[: at+1 : at+1] // a push must not overwrite the inner scopes
	var reg int32
	if whole, ok := c.known(at, slot{e, Index}); ok {
		reg = c.emit(instr{code: cReal, x: whole}, Real)
	} else {
		reg = c.emitNode(e, t)
	}
	c.scopes[at].regs[slot{e, t}] = reg
	c.scopes = inner
	return reg
}

// known is the register of e in one of the scopes up to at.
func (c *compiler) known(at int, s slot) (int32, bool) {
	for i := at; i >= 0; i-- {
		if reg, ok := c.scopes[i].regs[s]; ok {
			return reg, true
		}
	}
	return 0, false
}

// home is the outermost scope that may hold e: inside the loops whose variables
// it mentions, and not above a branch, which may guard it.
func (c *compiler) home(e Expr) int {
	at := len(c.scopes) - 1
	for at > 0 && !c.scopes[at].branch && c.scopes[at].binds&c.a.nodes[e].bound == 0 {
		at--
	}
	return at
}

func (c *compiler) number(v num, t Type) int32 {
	if t == Real {
		return c.realConst(v.float())
	}
	if n, ok := v.int64(); ok {
		return c.intConst(n)
	}
	return c.fail("integer overflow")
}

func (c *compiler) fail(reason string) int32 {
	c.t.reasons = append(c.t.reasons, reason)
	return c.emit(instr{code: cFail, y: int32(len(c.t.reasons) - 1)}, Index)
}

// emit appends an instruction that writes a new register.
func (c *compiler) emit(in instr, t Type) int32 {
	in.dst = c.newReg(t)
	c.put(in)
	return in.dst
}

func (c *compiler) put(in instr) {
	s := c.scopes[len(c.scopes)-1]
	s.code = append(s.code, in)
}
