package symbolic

import "slices"

// Most of what a tape computes does not depend on the input that moves: that is evaluated
// as ever, and the rest is followed.

// course tells the instructions of a tape apart, for the inputs that move.
type course struct {
	moving [2][]bool    // by type: registers that may move
	read   [2][]bool    // by type: registers that followed instructions, and the caller, read
	still  []int32      // by instruction: how many from this one on are evaluated together; 0: it is followed
	hands  [][]register // by the first of them: what followed instructions read of theirs
}

// course is the one for some inputs; where more than 64 may move, each input is taken to.
func (t *Tape) course(in []Poly) *course {
	moving := uint64(0)
	for i, p := range in {
		if p.Degree() > 0 || len(in) > 64 {
			moving |= 1 << i
		}
	}
	f := &t.followed
	f.mu.Lock()
	defer f.mu.Unlock()
	c := f.courses[moving]
	if c == nil {
		if f.courses == nil {
			f.courses = map[uint64]*course{}
		}
		c = t.newCourse(moving)
		f.courses[moving] = c
	}
	return c
}

func (t *Tape) newCourse(moving uint64) *course {
	none := func() [2][]bool {
		return [2][]bool{Index: make([]bool, len(t.int0)), Real: make([]bool, len(t.real0))}
	}
	c := &course{moving: none(), read: none(), still: make([]int32, len(t.code)), hands: make([][]register, len(t.code))}
	for i, s := range t.inputs {
		if moving&(1<<i) > 0 || i >= 64 {
			c.moving[s.Type][t.inReg[i]] = true
		}
	}
	for i, reg := range t.outReg {
		c.read[t.outType[i]][reg] = true
	}
	c.spread(t, 0, len(t.code))
	c.divide(t, 0, len(t.code))
	c.hand(t)
	return c
}

// reads are the registers that an instruction takes, of a loop also what a term is.
func (c *course) reads(t *Tape, in *instr) []register {
	out := in.reads(t)
	if in.isLoop() {
		out = append(out, register{t.loops[in.y].result, in.result() == Real})
	}
	return out
}

// moves reports whether an instruction reads something that may move.
func (c *course) moves(t *Tape, in *instr) bool {
	return slices.ContainsFunc(c.reads(t, in), func(g register) bool { return c.moving[g.kind()][g.number] })
}

// spread marks the registers that may move: every register is written before it is read.
func (c *course) spread(t *Tape, pc, end int) {
	for ; pc < end; pc++ {
		in := &t.code[pc]
		if in.isLoop() {
			size := int(t.loops[in.y].size)
			c.spread(t, pc+1, pc+1+size)
			if !c.stays(t, pc, pc+1+size) { // its terms are followed one by one
				c.moving[Index][t.loops[in.y].index] = true
				c.spread(t, pc+1, pc+1+size)
				c.moving[in.result()][in.dst] = true
			}
			pc += size
			continue
		}
		if in.code != cSkip && c.moves(t, in) {
			c.moving[in.result()][in.dst] = true
		}
	}
}

// divide finds the stretches of a block that do not move.
func (c *course) divide(t *Tape, pc, end int) {
	first := pc
	for pc < end {
		next := pc + 1
		in := &t.code[pc]
		switch {
		case in.isLoop():
			next += int(t.loops[in.y].size)
		case in.code == cSkip:
			then := pc + int(in.y)
			next = then + int(t.code[then].y) + 1
		}
		if c.stays(t, pc, next) {
			c.still[first] = int32(next - first)
			pc = next
			continue
		}
		for _, g := range c.reads(t, in) {
			c.read[g.kind()][g.number] = true
		}
		switch {
		case in.isLoop():
			c.divide(t, pc+1, next)
		case in.code == cSkip:
			then := pc + int(in.y)
			c.divide(t, pc+1, then)
			c.divide(t, then+1, next)
		}
		pc, first = next, next
	}
}

// stays reports whether no instruction from pc up to end moves.
func (c *course) stays(t *Tape, pc, end int) bool {
	for ; pc < end; pc++ {
		if in := &t.code[pc]; in.code == cFail || c.moves(t, in) {
			return false
		}
	}
	return true
}

// hand lists what the stretches hand to the instructions that are followed.
func (c *course) hand(t *Tape) {
	for pc := 0; pc < len(t.code); pc++ {
		n := int(c.still[pc])
		for _, in := range t.code[pc : pc+n] {
			if in.code != cSkip && in.code != cJump && c.read[in.result()][in.dst] {
				c.hands[pc] = append(c.hands[pc], register{in.dst, in.result() == Real})
			}
		}
		pc += max(0, n-1)
	}
}

// stretch evaluates a stretch that stays; false where it has no value.
func (f *follower) stretch(pc int) bool {
	if f.t.exec(f.m, pc, pc+int(f.course.still[pc])) != nil {
		return false
	}
	for _, g := range f.course.hands[pc] {
		if g.real {
			f.r[g.number] = Poly{f.m.r[g.number]}
		} else {
			f.n[g.number] = Poly{float64(f.m.i[g.number])}
			delete(f.steep, g.number) // what the other side of a condition left
		}
	}
	return true
}
