package symbolic

import "slices"

// rhythms are those of the registers of a stretch of a tape.
type rhythms struct {
	t       *Tape
	n, r    []rhythm
	written map[register]bool
	now     []int64   // what the integers are at present; nil where that is not known
	tests   []guarded // conditions around, the innermost last
}

// guarded is a condition and the last instruction that it decides on.
type guarded struct {
	of  rhythm
	end int
}

// newRhythms begins with registers that hold the same for all indices.
func newRhythms(t *Tape, ints []int64) *rhythms {
	h := &rhythms{t: t, n: make([]rhythm, len(ints)), r: make([]rhythm, len(t.real0)), written: map[register]bool{}}
	h.begin(ints)
	return h
}

// begin starts again from registers that hold the same for all indices.
func (h *rhythms) begin(ints []int64) {
	for i, v := range ints {
		h.n[i] = rhythm{period: 1, even: true, known: true, value: v}
	}
	for i := range h.r {
		h.r[i] = rhythm{period: 1, even: true}
	}
	h.tests = h.tests[:0]
	clear(h.written)
}

// Repeats is after how many steps of an input, an integer, the outputs repeat, in
// whatever way the inputs that are not given stay the same; 0 where they do not, or where
// that is not found out.
func (t *Tape) Repeats(in []float64, given []bool, input int) int64 {
	h := t.rhythms(in, given, input)
	period := int64(1)
	for i, reg := range t.outReg {
		x := h.at(register{reg, t.outType[i] == Real})
		if !x.repeats() {
			return 0
		}
		period = commonPeriod(period, x.period)
	}
	return period
}

// Strides are numbers of steps of an input over which the quotients and remainders on the
// way grow evenly, or repeat between two places, each once.
func (t *Tape) Strides(in []float64, given []bool, input int) []int64 {
	var out []int64
	for _, x := range t.rhythms(in, given, input).n {
		if x.even && x.slope != 0 {
			x.stride = x.period
		}
		if x.stride > 1 && !slices.Contains(out, x.stride) {
			out = append(out, x.stride)
		}
	}
	return out
}

// Same is for how many of at most limit steps of an input, each by stride, the outputs
// surely stay what they are.
func (t *Tape) Same(in []float64, input int, stride, limit float64) float64 {
	f := t.follower()
	defer t.followers.Put(f)
	f.restart(limit)
	for i, s := range t.inputs {
		p := Poly{in[i]}
		if i == input {
			p[1] = stride
		}
		if s.Type == Real {
			f.r[t.inReg[i]] = p
		} else {
			f.n[t.inReg[i]] = p
		}
	}
	if !f.exec(0, len(t.code)) {
		return 0
	}
	for i, reg := range t.outReg {
		if t.outType[i] == Index {
			f.flatten(reg)
			if f.n[reg].Degree() > 0 {
				return 0
			}
		} else if f.r[reg].Degree() > 0 {
			return 0
		}
	}
	return max(0, f.steps)
}

// rhythms are those of a tape along an input.
func (t *Tape) rhythms(in []float64, given []bool, input int) *rhythms {
	h := newRhythms(t, t.int0)
	for i, s := range t.inputs {
		if s.Type == Index {
			h.n[t.inReg[i]] = rhythm{period: 1, even: true, known: given[i], value: int64(in[i])}
		}
	}
	h.n[t.inReg[input]] = rhythm{period: 1, slope: 1, even: true, grain: 1}
	m := t.scratch()
	m.sample = exactly
	if t.begin(m, in) == nil && t.exec(m, 0, len(t.code)) == nil {
		h.now = slices.Clone(m.i)
	}
	t.pool.Put(m)
	h.follow(0, len(t.code))
	return h
}

// bodyPeriod is the period of the divisions in the body of a loop; 0 for none.
func (h *rhythms) bodyPeriod(l *tapeLoop, pc int, real bool) int64 {
	h.n[l.index] = rhythm{period: 1, slope: 1, even: true}
	h.follow(pc, pc+int(l.size))
	return h.at(register{l.result, real}).period
}

func (h *rhythms) at(g register) rhythm {
	if g.real {
		return h.r[g.number]
	}
	return h.n[g.number]
}

// follow runs through the instructions from pc up to end, both sides of conditions.
func (h *rhythms) follow(pc, end int) {
	for ; pc < end; pc++ {
		in := &h.t.code[pc]
		for k := len(h.tests); k > 0 && h.tests[k-1].end < pc; k-- {
			h.tests = h.tests[:k-1]
		}
		switch {
		case in.code == cSkip:
			then := pc + int(in.y)
			h.tests = append(h.tests, guarded{h.n[in.x], then + int(h.t.code[then].y)})
		case in.code == cJump, in.code == cFail:
		case in.isLoop():
			l := &h.t.loops[in.y]
			h.n[l.index] = rhythm{period: 1, even: true}
			h.follow(pc+1, pc+1+int(l.size))
			real := in.result() == Real
			h.write(register{in.dst, real}, together(h.n[l.lo], h.n[l.hi], h.at(register{l.result, real})))
			pc += int(l.size)
		default:
			h.write(register{in.dst, in.result() == Real}, h.one(in))
		}
	}
}

// write joins what both sides of a condition leave in a register.
func (h *rhythms) write(g register, x rhythm) {
	for _, t := range h.tests {
		x = x.under(t.of)
	}
	if h.written[g] {
		x = x.or(h.at(g))
	}
	h.written[g] = true
	if g.real {
		h.r[g.number] = x
	} else {
		h.n[g.number] = x
	}
}

// one is the result of an instruction without control flow.
func (h *rhythms) one(in *instr) rhythm {
	n := h.n
	var of []rhythm
	known := h.now != nil && len(h.tests) == 0 && in.writes()
	for _, reg := range in.read() {
		of, known = append(of, n[reg]), known && n[reg].known
	}
	if known && len(of) > 0 {
		return rhythm{period: 1, even: true, known: true, value: h.now[in.dst]}
	}
	switch in.code {
	case cMoveI:
		return n[in.x]
	case cMove:
		return h.r[in.x]
	case cAddI:
		return n[in.x].plus(n[in.y])
	case cMulI:
		return n[in.x].times(n[in.y])
	case cMulAddI:
		return n[in.x].times(n[in.y]).plus(n[in.z])
	case cDivI, cExactI, cModI:
		return n[in.x].over(n[in.y], in.code == cModI)
	}
	for _, reg := range in.readReal() {
		of = append(of, h.r[reg])
	}
	if in.code == cOpaque || in.code == cOpaqueI {
		for _, g := range in.others(h.t) {
			of = append(of, h.r[g.number])
		}
	}
	return together(of...)
}
