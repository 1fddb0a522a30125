package symbolic

import "math"

// one runs an instruction without control flow.
func (h *huller) one(in *instr) {
	r, n := h.r, h.n
	switch in.code {
	case cMove:
		r[in.dst] = r[in.x]
	case cMoveI:
		n[in.dst] = n[in.x]
	case cReal:
		r[in.dst] = n[in.x]
	case cAdd:
		r[in.dst] = r[in.x].plus(r[in.y])
	case cAddI:
		n[in.dst] = n[in.x].plus(n[in.y])
	case cMul:
		r[in.dst] = h.product(in.x, in.y, r)
	case cMulI:
		n[in.dst] = h.product(in.x, in.y, n)
	case cMulAdd:
		r[in.dst] = h.product(in.x, in.y, r).plus(r[in.z])
	case cMulAddI:
		n[in.dst] = h.product(in.x, in.y, n).plus(n[in.z])
	case cMax:
		r[in.dst] = r[in.x].larger(r[in.y])
	case cMaxI:
		n[in.dst] = n[in.x].larger(n[in.y])
	case cTest:
		n[in.dst] = r[in.x].tested(op(in.y))
	case cTestI:
		n[in.dst] = n[in.x].tested(op(in.y))
	case cDivI, cModI:
		n[in.dst] = divided(in.code, n[in.x], n[in.y])
	case cExactI, cQuo:
		h.quotient(in)
	case cAnd:
		n[in.dst] = amid(min(n[in.x].lo, n[in.y].lo), min(n[in.x].hi, n[in.y].hi))
	case cOr:
		n[in.dst] = amid(max(n[in.x].lo, n[in.y].lo), max(n[in.x].hi, n[in.y].hi))
	default:
		h.rare(in)
	}
}

// product multiplies; a register with itself is not below zero.
func (h *huller) product(x, y int32, file []enclosed) enclosed {
	z := file[x].times(file[y])
	if x == y && z.lo < 0 {
		z.lo = 0
	}
	return z
}

func divided(c code, x, y enclosed) enclosed {
	switch {
	case y.point() && y.lo > 0 && c == cDivI:
		return x.floorOver(y.lo)
	case y.point() && y.lo > 0:
		return remainder(x, y.lo)
	case y.lo > 0:
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, v := range []float64{x.lo / y.lo, x.lo / y.hi, x.hi / y.lo, x.hi / y.hi} {
			lo, hi = min(lo, math.Floor(v)), max(hi, math.Floor(v))
		}
		if c == cDivI {
			return amid(lo, hi)
		}
		return amid(0, y.hi-1)
	case x.point() && y.point() && y.lo != 0:
		q := math.Floor(x.lo / y.lo)
		if c == cModI {
			q = x.lo - y.lo*q
		}
		return exact(q)
	}
	return unknown
}

// remainder is x modulo a positive number.
func remainder(x enclosed, y float64) enclosed {
	if x.every > 0 && math.Mod(x.every, y) == 0 {
		return exact(modulo(x.at, y))
	}
	if q := math.Floor(x.lo / y); q == math.Floor(x.hi/y) {
		return x.plus(exact(-y * q))
	}
	z := amid(0, y-1)
	if g := gcd(x.every, y); !z.point() && g > 1 {
		z.every, z.at = lattice(g, x.at)
		z.lo, z.hi = z.at, y-g+z.at
		z = z.narrowed()
	}
	return z
}

func (h *huller) quotient(in *instr) {
	file := h.r
	if in.code == cExactI {
		file = h.n
	}
	x, y := file[in.x], file[in.y]
	switch {
	case x.point() && y.point() && y.lo != 0:
		file[in.dst] = exact(x.lo / y.lo)
	case y.point() && y.lo != 0:
		file[in.dst] = x.over(y.lo)
	case y.lo > 0 || y.hi < 0:
		file[in.dst] = x.times(amid(min(1/y.lo, 1/y.hi), max(1/y.lo, 1/y.hi)))
		file[in.dst].every = math.NaN()
	default:
		file[in.dst] = unknown
	}
}

// rare runs the instructions that are monotone functions, or not known.
func (h *huller) rare(in *instr) {
	switch in.code {
	case cFloor:
		h.set(in, h.r[in.x].floorOver(1))
	case cTable:
		h.set(in, h.table(h.t.tables[in.y], h.r[in.x]))
	case cLog2:
		h.monotone(in, h.r[in.x], math.Log2)
	case cCLog2:
		h.monotone(in, h.r[in.x], ceilLog2)
	case cPow, cPowI:
		file := h.r
		if in.code == cPowI {
			file = h.n
		}
		h.power(in, file[in.x], file[in.y])
	case cOpaque, cOpaqueI:
		h.set(in, h.call(&h.t.calls[in.y]))
	default:
		h.set(in, unknown)
	}
}

// monotone sets a function that never falls where its argument grows.
func (h *huller) monotone(in *instr, x enclosed, f func(float64) float64) {
	if x.lo <= 0 {
		h.set(in, unknown)
		return
	}
	h.set(in, amid(f(x.lo), f(x.hi)))
}

func (h *huller) power(in *instr, x, k enclosed) {
	if !k.point() || x.lo < 0 || x.lo == 0 && k.lo < 0 {
		if e := k.lo; k.point() && e == math.Trunc(e) && 0 <= e && e <= 8 {
			p := exact(1)
			for ; e > 0; e-- {
				p = p.times(x)
			}
			h.set(in, p)
			return
		}
		h.set(in, unknown)
		return
	}
	y, z := math.Pow(x.lo, k.lo), math.Pow(x.hi, k.lo)
	h.set(in, amid(min(y, z), max(y, z)))
}

// table encloses a size table: its ends and the points between them.
func (h *huller) table(t *SizeTable, x enclosed) enclosed {
	if math.IsInf(x.lo, 0) || math.IsInf(x.hi, 0) {
		return unknown
	}
	lo, hi := min(t.At(x.lo), t.At(x.hi)), max(t.At(x.lo), t.At(x.hi))
	for _, p := range t.Points {
		if x.lo < p.Size && p.Size < x.hi {
			lo, hi = min(lo, p.Value), max(hi, p.Value)
		}
	}
	return amid(lo, hi)
}

// call encloses a function of arguments that are known, or of one that has few values,
// or of those that it follows.
func (h *huller) call(c *tapeCall) enclosed {
	low, high := make([]float64, len(c.args)), make([]float64, len(c.args))
	varies, followed := -1, true
	for i, reg := range c.args {
		x := &h.r[reg]
		low[i], high[i] = x.lo, x.hi
		if x.point() {
			continue
		}
		if varies >= 0 {
			varies = len(c.args)
		} else {
			varies = i
		}
		switch {
		case i < len(c.fn.Monotone) && c.fn.Monotone[i] == Increasing:
		case i < len(c.fn.Monotone) && c.fn.Monotone[i] == Decreasing:
			low[i], high[i] = x.hi, x.lo
		default:
			followed = false
		}
	}
	all := amid(c.fn.rng().lo, c.fn.rng().hi)
	switch {
	case varies < 0 || followed || c.fn.Grows != nil && c.fn.Grows(low, high):
		lo, err := c.result(low)
		hi, err2 := c.result(high)
		if err != nil || err2 != nil {
			return all
		}
		return amid(lo, hi)
	case varies < len(c.args):
		return h.values(c, low, varies, all)
	}
	return all
}

// values tries all values of one argument.
func (h *huller) values(c *tapeCall, args []float64, varies int, all enclosed) enclosed {
	x := h.r[c.args[varies]]
	every := 1.0
	if x.every > 1 { // not where it is not a number
		every = x.every
	}
	if math.Trunc(x.lo) != x.lo || (x.hi-x.lo)/every > hullValues {
		return all
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for args[varies] = x.lo; args[varies] <= x.hi; args[varies] += every {
		v, err := c.result(args)
		if err != nil {
			return all
		}
		h.left--
		lo, hi = min(lo, v), max(hi, v)
	}
	return amid(lo, hi)
}
