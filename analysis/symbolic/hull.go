package symbolic

import "math"

// Ranging is the values that an input may have: From, From+By, up to From+Steps*By.
type Ranging struct{ From, By, Steps float64 }

// Hull is what a value lies between; both may be infinite.
type Hull struct{ Lo, Hi float64 }

var endless = Hull{math.Inf(-1), math.Inf(1)}

// Hulls finds what the outputs lie between, whichever of their values the inputs
// have. Nothing is sampled; where an operation is not followed, the hull is infinite.
func (t *Tape) Hulls(in []Ranging, out []Hull) {
	h := t.huller()
	defer t.hullers.Put(h)
	ways := 0
	for i, v := range in {
		x := exact(v.From)
		if v.Steps > 0 && v.By != 0 {
			half := v.By * v.Steps / 2
			x = amid(min(v.From, v.From+2*half), max(v.From, v.From+2*half))
			if x.every, x.at = lattice(math.Abs(v.By), v.From); ways < mostWays {
				x.center, x.rest, x.along[ways] = v.From+half, 0, half
				ways++
			}
		}
		if t.inputs[i].Type == Real {
			h.r[t.inReg[i]] = x
		} else {
			h.n[t.inReg[i]] = x
		}
	}
	h.exec(0, len(t.code))
	for i, reg := range t.outReg {
		file := h.n
		if t.outType[i] == Real {
			file = h.r
		}
		out[i] = file[reg].outward(t.outType[i])
		if h.left < 0 {
			out[i] = endless
		}
	}
}

// huller starts from registers that hold constants.
func (t *Tape) huller() *huller {
	h, ok := t.hullers.Get().(*huller)
	if !ok {
		h = &huller{t: t, r: make([]enclosed, len(t.real0)), n: make([]enclosed, len(t.int0))}
		for i, v := range t.real0 {
			h.r[i] = exact(v)
		}
		for i, v := range t.int0 {
			h.n[i] = exact(float64(v))
		}
	}
	h.left = maxFollowed
	return h
}

// outward is the bounds with what rounding may have added.
func (x *enclosed) outward(of Type) Hull {
	switch {
	case math.IsNaN(x.lo) || math.IsNaN(x.hi):
		return endless
	case x.point():
		return Hull{x.lo, x.hi}
	case of == Index:
		return Hull{math.Ceil(x.lo - hullRounding*math.Abs(x.lo)), math.Floor(x.hi + hullRounding*math.Abs(x.hi))}
	}
	by := hullRounding * max(math.Abs(x.lo), math.Abs(x.hi))
	return Hull{x.lo - by, x.hi + by}
}

const (
	hullRounding = 1e-12
	hullTerms    = 24 // of a sum that are looked at one by one
	hullValues   = 256
)

// huller runs a tape on enclosed values.
type huller struct {
	t    *Tape
	r, n []enclosed
	left int
}

// exec runs the instructions from pc up to end.
func (h *huller) exec(pc, end int) {
	for ; pc < end; pc++ {
		if h.left--; h.left < 0 {
			return
		}
		in := &h.t.code[pc]
		switch in.code {
		case cSkip:
			pc = h.choose(in, pc)
		case cJump:
			pc += int(in.y)
		case cSum, cSumI, cMaxO, cMaxOI:
			h.loop(in, pc+1)
			pc += int(h.t.loops[in.y].size)
		default:
			h.one(in)
		}
	}
}

// choose runs one of two parts, or both, and returns the last instruction of the
// second.
func (h *huller) choose(in *instr, pc int) int {
	then := pc + int(in.y) // a jump over the other part
	last := then + int(h.t.code[then].y)
	switch x := &h.n[in.x]; {
	case x.never0():
		h.exec(pc+1, then)
	case x.point():
		h.exec(then+1, last+1)
	default:
		written := h.written(pc+1, last+1)
		before := h.taken(written, nil)
		h.exec(pc+1, then)
		one := h.taken(written, before)
		h.exec(then+1, last+1)
		for i, x := range h.taken(written, nil) {
			*h.at(written[i]) = x.or(one[i])
		}
	}
	return last
}

// written are the registers that some instructions may write to: the others, of a long tape
// most, are what they were whichever of two parts runs.
func (h *huller) written(pc, end int) []register {
	var out []register
	for ; pc < end; pc++ {
		switch in := &h.t.code[pc]; in.code {
		case cSkip, cJump:
		case cSum, cSumI, cMaxO, cMaxOI:
			out = append(out, register{h.t.loops[in.y].index, false}, register{in.dst, in.result() == Real})
		default:
			out = append(out, register{in.dst, in.result() == Real})
		}
	}
	return out
}

func (h *huller) at(x register) *enclosed {
	if x.real {
		return &h.r[x.number]
	}
	return &h.n[x.number]
}

// taken are the values of some registers, which get others then, where there are any.
func (h *huller) taken(of []register, then []enclosed) []enclosed {
	out := make([]enclosed, len(of))
	for i, x := range of {
		out[i] = *h.at(x)
	}
	for i, x := range then {
		*h.at(of[i]) = x
	}
	return out
}

// loop encloses a sum or maximum whose body starts at pc.
func (h *huller) loop(in *instr, pc int) {
	l := &h.t.loops[in.y]
	lo, hi := h.n[l.lo], h.n[l.hi]
	a := &hullSum{h: h, l: l, pc: pc, in: in}
	switch {
	case lo.lo > hi.hi || math.IsInf(lo.lo, 0) || math.IsInf(hi.hi, 0):
		if !(lo.lo > hi.hi) {
			a.acc, a.some = unknown, true
		}
	case lo.point() && hi.point():
		a.surely(lo.lo, hi.hi)
	case lo.hi <= hi.lo:
		a.surely(lo.hi, hi.lo)
		a.perhaps(lo.lo, lo.hi-1, 0, lo.hi-lo.lo)
		a.perhaps(hi.lo+1, hi.hi, 0, hi.hi-hi.lo)
	default:
		count := hi.plus(lo.scaled(-1)).plus(exact(1))
		a.perhaps(lo.lo, hi.hi, max(0, count.lo), max(0, count.hi))
	}
	switch acc := a.acc; {
	case !a.some:
		h.set(in, exact(0))
	case in.code == cMaxO || in.code == cMaxOI:
		if a.maybe && lo.hi > hi.lo { // an empty maximum is 0
			acc = acc.or(exact(0))
		}
		h.set(in, acc)
	default:
		h.set(in, acc)
	}
}

// set stores the result of an instruction.
func (h *huller) set(in *instr, x enclosed) {
	if in.result() == Real {
		h.r[in.dst] = x
	} else {
		h.n[in.dst] = x
	}
}

// hullSum gathers the terms of a sum or maximum.
type hullSum struct {
	h           *huller
	l           *tapeLoop
	pc          int
	in          *instr
	acc         enclosed
	some, maybe bool
}

// term is the body for an index.
func (a *hullSum) term(i enclosed) enclosed {
	a.h.n[a.l.index] = i
	a.h.exec(a.pc, a.pc+int(a.l.size))
	if a.in.result() == Real {
		return a.h.r[a.l.result]
	}
	return a.h.n[a.l.result]
}

func (a *hullSum) add(x enclosed, times enclosed) {
	switch {
	case a.in.code == cSum || a.in.code == cSumI:
		a.acc = a.acc.plus(x.times(times))
	case a.some:
		a.acc = a.acc.larger(x)
	default:
		a.acc = x
	}
	a.some = true
}

// surely adds the terms from one place to another: one by one, or some at a time.
func (a *hullSum) surely(from, to float64) {
	each := max(1, math.Ceil((to-from+1)/hullTerms))
	for i := from; i <= to; i += each {
		last := min(to, i+each-1)
		a.add(a.term(among(i, last)), exact(last-i+1))
	}
}

// perhaps adds at least and at most so many of the terms from one place to another.
func (a *hullSum) perhaps(from, to, least, most float64) {
	if to < from || most < 1 {
		return
	}
	a.maybe = true
	x := a.term(among(from, to))
	switch {
	case a.in.code == cSum || a.in.code == cSumI:
		a.add(x, amid(least, most))
	case a.some:
		a.acc = a.acc.or(a.acc.larger(x))
	default:
		a.add(x, exact(1))
	}
}

// among is any integer from one to another.
func among(from, to float64) enclosed {
	if from == to {
		return exact(from)
	}
	return amid(from, to)
}
