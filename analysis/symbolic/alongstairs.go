package symbolic

import "math"

// stair is an integer register as one that goes in steps; false where it is of a
// higher degree.
func (f *follower) stair(reg int32) (stair, bool) {
	if s, ok := f.steep[reg]; ok {
		return s, true
	}
	return stair{line: f.n[reg]}, f.n[reg].Degree() <= 1
}

// set puts a stair into a register, if it is short.
func (f *follower) set(reg int32, s stair) bool {
	if len(s.treads) == 0 {
		delete(f.steep, reg)
		f.n[reg] = s.line
		return true
	}
	if s.size() > mostTreads {
		return false
	}
	f.n[reg], f.steep[reg] = Poly{s.at(0)}, s
	return true
}

// stairs follows an instruction on integers that go in steps, where they stay so or
// are compared; false where they must be constant, which they are made.
func (f *follower) stairs(in *instr) bool {
	var of [3]stair
	steep := false
	for i, reg := range in.read() {
		s, ok := f.stair(reg)
		if !ok {
			return false
		}
		of[i], steep = s, steep || len(s.treads) > 0
	}
	if !steep {
		return false
	}
	x, y := of[0], of[1]
	switch in.code {
	case cMoveI:
		return f.set(in.dst, x)
	case cAddI:
		return f.set(in.dst, x.plus(y))
	case cMulI, cMulAddI:
		if x.level() {
			x, y = y, x
		}
		return y.level() && f.set(in.dst, x.scale(y.line[0]).plus(of[2]))
	case cDivI, cModI:
		return y.level() && f.divided(in, x, y.line[0])
	case cTestI:
		side, ok := f.sideOf(x)
		return ok && f.set(in.dst, stair{line: Poly{float64(test(op(in.y), side))}})
	}
	return false
}

// divided is the quotient or the remainder of a stair.
func (f *follower) divided(in *instr, x stair, y float64) bool {
	if y == 0 {
		return false
	}
	quotient, remainder := x.over(y)
	if in.code == cModI {
		return f.set(in.dst, remainder)
	}
	return f.set(in.dst, quotient)
}

// flatten makes an integer a line up to its next step.
func (f *follower) flatten(reg int32) {
	s, ok := f.steep[reg]
	if !ok {
		return
	}
	delete(f.steep, reg)
	f.n[reg] = f.flat(s)
}

func (f *follower) flat(s stair) Poly {
	line := s.line
	for _, t := range s.treads {
		line[0] += t.k * math.Floor(t.x.at(0)/t.y)
		f.untilStep(t)
	}
	return line
}

// untilStep stops before floor(x/y) changes.
func (f *follower) untilStep(t tread) {
	up, down := t.x.direction()
	if len(t.x.treads) == 0 || !up && !down {
		f.untilNext(f.flat(t.x), t.y)
		return
	}
	q := math.Floor(t.x.at(0) / t.y)
	f.stop(f.last(func(m float64) bool { return math.Floor(t.x.at(m)/t.y) == q }))
}

// untilNext stops before floor(x/y) changes.
func (f *follower) untilNext(x Poly, y float64) {
	if x[1] == 0 {
		return
	}
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

// sideOf is the sign of a stair for as long as it stays, of one that only rises or falls.
func (f *follower) sideOf(s stair) (int, bool) {
	up, down := s.direction()
	if !up && !down {
		return 0, false
	}
	side := sign(s.at(0))
	f.stop(f.last(func(m float64) bool { return sign(s.at(m)) == side }))
	return side, true
}

// last is the last step up to which something holds that holds at first and, once it
// does not, never again.
func (f *follower) last(holds func(m float64) bool) float64 {
	no := math.Floor(min(f.steps, 1<<53))
	if no < 1 || holds(no) {
		return f.steps
	}
	yes := 0.0
	for m := 1.0; m < no; m *= 2 {
		if !holds(m) {
			no = m
			break
		}
		yes = m
	}
	for no-yes > 1 {
		if m := math.Floor((yes + no) / 2); holds(m) {
			yes = m
		} else {
			no = m
		}
	}
	return yes
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
