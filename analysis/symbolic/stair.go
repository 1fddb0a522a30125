package symbolic

import "math"

// stair is an integer that goes in steps: c + k*floor(x/y) for an x of degree 1. As
// long as it is only compared it need not be cut where it changes, but where the
// comparison does: the owner of a row changes from block to block, whether it is one
// processor only twice.
type stair struct {
	c, k float64
	x    Poly
	y    float64
}

// stairs follows an instruction on integers that go in steps, where they stay so or
// are compared; false where they must be constant, which they are made.
func (f *follower) stairs(in *instr) bool {
	n := f.n
	switch in.code {
	case cMoveI:
		if s, ok := f.steep[in.x]; ok {
			n[in.dst] = n[in.x]
			f.steep[in.dst] = s
			return true
		}
	case cAddI:
		return f.shifted(in.dst, in.x, in.y, 1) || f.shifted(in.dst, in.y, in.x, 1)
	case cMulI:
		return f.scaledStair(in.dst, in.x, in.y) || f.scaledStair(in.dst, in.y, in.x)
	case cMulAddI:
		if f.level(in.z) && (f.scaledStair(in.dst, in.x, in.y) || f.scaledStair(in.dst, in.y, in.x)) {
			if s, ok := f.steep[in.dst]; ok {
				s.c += n[in.z][0]
				f.steep[in.dst] = s
			}
			n[in.dst][0] += n[in.z][0]
			return true
		}
	case cTestI:
		if s, ok := f.steep[in.x]; ok {
			sign := f.sideOf(s, n[in.x][0])
			delete(f.steep, in.dst)
			n[in.dst] = Poly{float64(test(op(in.y), sign))}
			return true
		}
	}
	return false
}

// level reports whether a register holds a constant.
func (f *follower) level(reg int32) bool {
	_, steep := f.steep[reg]
	return !steep && f.n[reg].Degree() == 0
}

// shifted adds a constant to a stair.
func (f *follower) shifted(dst, x, y int32, sign float64) bool {
	s, ok := f.steep[x]
	if !ok || !f.level(y) {
		return false
	}
	s.c += sign * f.n[y][0]
	f.n[dst] = Poly{f.n[x][0] + sign*f.n[y][0]}
	f.steep[dst] = s
	return true
}

// scaledStair multiplies a stair by a constant.
func (f *follower) scaledStair(dst, x, y int32) bool {
	s, ok := f.steep[x]
	if !ok || !f.level(y) {
		return false
	}
	by := f.n[y][0]
	s.c, s.k = s.c*by, s.k*by
	f.n[dst] = Poly{f.n[x][0] * by}
	if delete(f.steep, dst); by != 0 {
		f.steep[dst] = s
	}
	return true
}

// flatten makes an integer constant up to its next step.
func (f *follower) flatten(reg int32) {
	s, ok := f.steep[reg]
	if !ok {
		return
	}
	delete(f.steep, reg)
	f.untilNext(s.x, s.y)
}

// untilNext stops before floor(x/y) changes.
func (f *follower) untilNext(x Poly, y float64) {
	if y == math.Trunc(y) && math.Abs(y) < rare*math.Abs(x[1]) {
		f.period = lcm(f.period, math.Abs(y))
	}
	q := math.Floor(x[0] / y)
	if (x[1] > 0) == (y > 0) { // towards the next one
		f.stop(math.Ceil(((q+1)*y-x[0])/x[1]) - 1)
	} else {
		f.stop(math.Floor((q*y - x[0]) / x[1]))
	}
}

// sideOf is the sign of a stair, whose value is now, for as long as it stays.
func (f *follower) sideOf(s stair, now float64) int {
	rises := (s.x[1] > 0) == (s.y > 0)
	side := sign(now)
	switch {
	case side == 0:
		f.untilNext(s.x, s.y)
	case side > 0 != (rises == (s.k > 0)): // towards 0
		reach := -s.c / s.k
		if rises {
			f.stop(math.Ceil((math.Ceil(reach)*s.y-s.x[0])/s.x[1]) - 1)
		} else {
			f.stop(math.Floor(((math.Floor(reach)+1)*s.y - s.x[0]) / s.x[1]))
		}
	}
	return side
}

// read are the integers that an instruction takes.
func (in *instr) read() []int32 {
	switch in.code {
	case cReal, cMoveI, cTestI, cSkip:
		return []int32{in.x}
	case cAddI, cMulI, cMaxI, cDivI, cModI, cExactI, cAnd, cOr, cPowI:
		return []int32{in.x, in.y}
	case cMulAddI:
		return []int32{in.x, in.y, in.z}
	}
	return nil
}

// writes reports whether an instruction has an integer for its result.
func (in *instr) writes() bool {
	switch in.code {
	case cMoveI, cAddI, cMulI, cMulAddI, cExactI, cMaxI, cDivI, cModI, cFloor, cCLog2, cPowI, cTest, cTestI, cAnd, cOr, cSumI, cMaxOI, cOpaqueI:
		return true
	}
	return false
}
