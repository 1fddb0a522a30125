package symbolic

// Derivative is the derivative of e by a symbol, Index symbols taken as real.
// A maximum has the derivative of its winner, the first one in hash order among
// equals; rounding and tests have derivative 0. It fails where e holds a table,
// an opaque function, a power or an unclosed loop that depends on the symbol in
// a way that has no form here; Tape.Sensitivity serves those.
func (a *Arena) Derivative(e Expr, name string) (Expr, bool) {
	x, ok := a.syms[name]
	if !ok {
		return a.Int(0), true
	}
	d := derivative{a: a, x: x, done: map[Expr]Expr{}}
	r, ok := d.of(e)
	return r, ok
}

type derivative struct {
	a    *Arena
	x    Expr
	done map[Expr]Expr
}

func (d *derivative) of(e Expr) (Expr, bool) {
	if r, ok := d.done[e]; ok {
		return r, true
	}
	r, ok := d.node(e)
	if ok {
		d.done[e] = r
	}
	return r, ok
}

func (d *derivative) node(e Expr) (Expr, bool) {
	a := d.a
	switch {
	case e == d.x:
		return a.Int(1), true
	case !a.mentions(e, d.x):
		return a.Int(0), true
	}
	ks := a.kidsOf(e)
	switch a.op(e) {
	case opAdd:
		return d.sum(a.linOf(e))
	case opMul:
		return d.product(e)
	case opMax:
		return d.maximum(ks)
	case opDiv, opMod, opFloor, opCLog2, opEQ, opNE, opGE, opGT, opAnd, opOr:
		return a.Int(0), a.op(e) != opMod
	case opLog2:
		u, ok := d.of(ks[0])
		return a.Quo(u, a.Mul(a.Real(0.6931471805599453), ks[0])), ok
	case opCond:
		x, ok1 := d.of(ks[1])
		y, ok2 := d.of(ks[2])
		return a.Cond(ks[0], x, y), ok1 && ok2
	case opSum:
		return d.loop(e)
	}
	return 0, false
}

func (d *derivative) sum(l lin) (Expr, bool) {
	out := make([]Expr, 0, len(l.t))
	for _, t := range l.t {
		u, ok := d.of(t.m)
		if !ok {
			return 0, false
		}
		out = append(out, d.a.scaled(t.k, u))
	}
	return d.a.Add(out...), true
}

// product: every factor b^k in turn becomes k * b^(k-1) * b'.
func (d *derivative) product(e Expr) (Expr, bool) {
	a := d.a
	exps := a.expsOf(e)
	var out []Expr
	for i, b := range a.kidsOf(e) {
		u, ok := d.of(b)
		if !ok {
			return 0, false
		}
		out = append(out, a.Mul(a.Int(int64(exps[i])), a.Quo(e, b), u))
	}
	return a.Add(out...), true
}

func (d *derivative) maximum(ks []Expr) (Expr, bool) {
	a := d.a
	last := len(ks) - 1
	out, ok := d.of(ks[last])
	for i := last - 1; i >= 0 && ok; i-- {
		var u Expr
		if u, ok = d.of(ks[i]); ok {
			out = a.Cond(a.Le(a.Max(ks[i+1:]...), ks[i]), u, out)
		}
	}
	return out, ok
}

// loop differentiates a sum's body; its bounds must not mention the symbol.
func (d *derivative) loop(e Expr) (Expr, bool) {
	a := d.a
	ks := a.kidsOf(e)
	if a.mentions(ks[0], d.x) || a.mentions(ks[1], d.x) {
		return 0, false
	}
	i := a.openIndex(ks[0], ks[1])
	defer a.closeIndex()
	inner := derivative{a: a, x: d.x, done: map[Expr]Expr{}}
	u, ok := inner.of(a.replace(ks[2], map[Expr]Expr{ks[3]: i}))
	if !ok {
		return 0, false
	}
	return a.sum(i, ks[0], ks[1], u), true
}

// Sensitivity is the change of the first output relative to the change of input
// k at a point: 1 means that 1% more of the input gives 1% more output, 0 that
// the input does not matter there. Real inputs are varied by 0.1% either way,
// Index inputs by one upwards, and what that gives is scaled to the same
// meaning. It is 0 where output or input is 0. Errors are those of Eval.
func (t *Tape) Sensitivity(in []float64, k int) (float64, error) {
	at := append([]float64(nil), in...)
	out := make([]float64, len(t.outReg))
	value := func(x float64) (float64, error) {
		at[k] = x
		err := t.Eval(at, out)
		return out[0], err
	}
	mid, err := value(in[k])
	if err != nil || mid == 0 || in[k] == 0 {
		return 0, err
	}
	below, above := in[k]*0.999, in[k]*1.001
	if t.inputs[k].Type == Index {
		below, above = in[k], in[k]+1
	}
	lo, err := value(below)
	if err != nil {
		return 0, err
	}
	hi, err := value(above)
	if err != nil {
		return 0, err
	}
	return (hi - lo) / (above - below) * in[k] / mid, nil
}
