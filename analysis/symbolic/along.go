package symbolic

import (
	"slices"
)

// Segment is how the outputs of a tape go along a line: each is one polynomial
// for the steps 0..Steps, because every comparison and division on the way has
// the same outcome.
type Segment struct {
	Out    []Poly
	Steps  float64
	Period float64 // of the divisions: with steps as long as that they would have had the same outcome
}

// Along follows the tape from the values of in, polynomials in the step, for at
// most limit steps. Steps is 0 where it finds no polynomial. What Steps covers
// is a lower bound. The outputs are not to be changed: they are remembered.
func (t *Tape) Along(in []Poly, limit float64) Segment { return t.followed.get(t, in, limit) }

func (t *Tape) follow(in []Poly, limit float64) Segment {
	f := t.follower()
	defer t.followers.Put(f)
	f.restart(limit)
	f.course, f.m = t.course(in), t.scratch()
	defer f.done()
	f.m.sample = exactly
	f.m.start()
	for i, p := range in {
		if t.inputs[i].Type == Real {
			f.r[t.inReg[i]], f.m.r[t.inReg[i]] = p, p[0]
		} else {
			f.n[t.inReg[i]], f.m.i[t.inReg[i]] = p, int64(p[0])
		}
	}
	if !f.exec(0, len(t.code)) {
		return Segment{Period: f.period}
	}
	for i, reg := range t.outReg {
		if t.outType[i] == Index {
			f.flatten(reg)
		}
	}
	c := Segment{Steps: max(0, f.steps), Period: f.period, Out: make([]Poly, len(t.outReg))}
	for i, reg := range t.outReg {
		if t.outType[i] == Index {
			c.Out[i] = f.n[reg]
		} else {
			c.Out[i] = f.r[reg]
		}
	}
	return c
}

// maxFollowed bounds the instructions that are followed.
const maxFollowed = 1 << 16

// follower runs a tape on polynomials.
type follower struct {
	t      *Tape
	r, n   []Poly
	steep  map[int32]stair // integers that go in steps, by register
	steps  float64
	period float64
	left   int
	course *course  // nil: everything is followed
	m      *machine // for what is not

	r0, n0 []Poly // registers to begin with, of one that is used again
}

// follower starts from the constants.
func (t *Tape) follower() *follower {
	f, _ := t.followers.Get().(*follower)
	if f == nil {
		f = newFollower(t, t.real0, t.int0)
		f.r0, f.n0 = slices.Clone(f.r), slices.Clone(f.n)
	}
	copy(f.r, f.r0)
	copy(f.n, f.n0)
	return f
}

// done gives back what is not needed between two ways.
func (f *follower) done() {
	f.t.pool.Put(f.m)
	f.course, f.m = nil, nil
}

// newFollower starts from registers that hold constants.
func newFollower(t *Tape, real []float64, int []int64) *follower {
	f := &follower{t: t, r: make([]Poly, len(real)), n: make([]Poly, len(int)), steep: map[int32]stair{}}
	f.begin(real, int)
	return f
}

// begin starts again from registers that hold constants.
func (f *follower) begin(real []float64, int []int64) {
	for i, v := range real {
		f.r[i] = Poly{v}
	}
	for i, v := range int {
		f.n[i] = Poly{float64(v)}
	}
}

// restart begins another way of at most limit steps.
func (f *follower) restart(limit float64) {
	f.steps, f.period, f.left = limit, 1, maxFollowed
	clear(f.steep)
}

// exec runs the instructions from pc up to end; false where some value is no
// polynomial.
func (f *follower) exec(pc, end int) bool {
	for ; pc < end; pc++ {
		if f.left--; f.left < 0 || f.steps < 1 {
			return false
		}
		if f.course != nil && f.course.still[pc] > 0 {
			if !f.stretch(pc) {
				return false
			}
			pc += int(f.course.still[pc]) - 1
			continue
		}
		in := &f.t.code[pc]
		switch in.code {
		case cSkip:
			f.flatten(in.x)
			x := f.n[in.x]
			if x.Degree() > 0 {
				return false
			}
			if x[0] == 0 {
				pc += int(in.y)
			}
		case cJump:
			pc += int(in.y)
		case cSum, cSumI, cMaxO, cMaxOI:
			if !f.loop(in, pc+1) {
				return false
			}
			pc += int(f.t.loops[in.y].size)
		default:
			if !f.one(in) {
				return false
			}
		}
	}
	return true
}

// one follows an instruction without control flow.
func (f *follower) one(in *instr) (ok bool) {
	if len(f.steep) > 0 {
		if f.stairs(in) {
			return true
		}
		for _, reg := range in.read() {
			f.flatten(reg)
		}
		if in.writes() {
			delete(f.steep, in.dst)
		}
	}
	r, n := f.r, f.n
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
		r[in.dst], ok = r[in.x].times(r[in.y])
		return ok
	case cMulI:
		n[in.dst], ok = n[in.x].times(n[in.y])
		return ok
	case cMulAdd:
		r[in.dst], ok = fused(r[in.x], r[in.y], r[in.z])
		return ok
	case cMulAddI:
		n[in.dst], ok = fused(n[in.x], n[in.y], n[in.z])
		return ok
	case cMax:
		r[in.dst] = f.larger(r[in.x], r[in.y])
	case cMaxI:
		n[in.dst] = f.larger(n[in.x], n[in.y])
	case cTest:
		n[in.dst] = Poly{float64(test(op(in.y), f.sign(r[in.x])))}
	case cTestI:
		n[in.dst] = Poly{float64(test(op(in.y), f.sign(n[in.x])))}
	case cDivI, cModI:
		return f.divide(in)
	case cFloor:
		n[in.dst], ok = f.floor(r[in.x], 1)
		return ok
	default:
		return f.rare(in)
	}
	return true
}

// loop follows a sum or maximum whose bounds do not change, term by term.
func (f *follower) loop(in *instr, pc int) bool {
	l := &f.t.loops[in.y]
	if f.n[l.hi][0]-f.n[l.lo][0] >= fewestRecalled && f.still(in.y) {
		return f.evaluated(in, pc)
	}
	f.flatten(l.lo)
	f.flatten(l.hi)
	delete(f.steep, in.dst)
	lo, terms := f.n[l.lo], f.n[l.hi].plus(f.n[l.lo].scale(-1))
	if terms.Degree() > 0 || terms[0]*float64(l.size) > float64(f.left) { // another number of them in each step, or too many
		return false
	}
	var acc Poly
	for k := 0.0; k <= terms[0]; k++ {
		delete(f.steep, l.index)
		f.n[l.index] = lo.plus(Poly{k})
		if !f.exec(pc, pc+int(l.size)) {
			return false
		}
		term := f.result(in.code, l.result)
		switch {
		case in.code == cSum || in.code == cSumI:
			acc = acc.plus(term)
		case k == 0:
			acc = term
		default:
			acc = f.larger(acc, term)
		}
	}
	if in.code == cSum || in.code == cMaxO {
		f.r[in.dst] = acc
	} else {
		f.n[in.dst] = acc
	}
	return true
}

// still tells whether a loop depends on nothing that moves.
func (f *follower) still(loop int32) bool {
	return !slices.ContainsFunc(f.t.dependsOn(loop), func(g register) bool {
		if g.real {
			return f.r[g.number].Degree() > 0
		}
		_, steep := f.steep[g.number]
		return steep || f.n[g.number].Degree() > 0
	})
}

// evaluated runs a loop for the values at the beginning.
func (f *follower) evaluated(in *instr, pc int) bool {
	m := f.m
	if f.course == nil {
		m = f.t.scratch()
		defer f.t.pool.Put(m)
		m.sample = exactly
	}
	for i, p := range f.r {
		if f.course == nil || f.course.moving[Real][i] {
			m.r[i] = p[0]
		}
	}
	for i, p := range f.n {
		if f.course == nil || f.course.moving[Index][i] {
			m.i[i] = int64(p[0])
		}
	}
	m.start()
	if f.t.loop(m, in, pc) != nil {
		return false
	}
	delete(f.steep, in.dst)
	if in.result() == Real {
		f.r[in.dst] = Poly{m.r[in.dst]}
	} else {
		f.n[in.dst] = Poly{float64(m.i[in.dst])}
	}
	return true
}

func (f *follower) result(c code, reg int32) Poly {
	if c == cSum || c == cMaxO {
		return f.r[reg]
	}
	f.flatten(reg)
	return f.n[reg]
}
