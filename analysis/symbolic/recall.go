package symbolic

// A tape is evaluated for thousands of processors one after the other, and many of its
// long sums and maxima are the same for all of them: the longest row of a matrix. A
// machine keeps what such a loop came to last, with the inputs that it depends on.

// recall is what a loop came to.
type recall struct {
	known       bool
	in          []float64 // values of what it depends on
	allow, work int64     // limits under which it was evaluated
	acc         accumulator
	steps       int64 // that it took
}

// fewestRecalled is the terms of a loop that is worth it.
const fewestRecalled = 64

// recalled is what is kept of a loop of n terms; nil for one that is evaluated each time.
func (t *Tape) recalled(m *machine, loop int32, n int64) *recall {
	if n < fewestRecalled || m.sample != exactly {
		return nil
	}
	if m.recalls == nil {
		m.recalls = make([]recall, len(t.loops))
	}
	return &m.recalls[loop]
}

// dependsOn are the inputs, and the indices of loops around it, that a loop depends on.
func (t *Tape) dependsOn(loop int32) []register {
	t.once.Do(func() {
		d := &dependence{t: t, of: map[register]inputs{}, needs: make([][]register, len(t.loops))}
		for i, s := range t.inputs {
			g := register{t.inReg[i], s.Type == Real}
			d.of[g] = inputs{g: true}
		}
		d.follow(0, len(t.code))
		t.needs = d.needs
	})
	return t.needs[loop]
}

// holds tells whether what is kept is of the present inputs and limits; if not, it is
// prepared for them.
func (c *recall) holds(m *machine, needs []register) bool {
	known := c.known && c.allow == m.allow && c.work == m.work
	if c.in == nil {
		c.in = make([]float64, len(needs))
	}
	for i, g := range needs {
		v := 0.0
		if g.real {
			v = m.r[g.number]
		} else {
			v = float64(m.i[g.number])
		}
		known = known && c.in[i] == v
		c.in[i] = v
	}
	c.known, c.allow, c.work = known, m.allow, m.work
	return known
}

// inputs are registers of inputs, and of the indices of loops.
type inputs map[register]bool

// dependence finds what every register of a tape is computed from.
type dependence struct {
	t     *Tape
	of    map[register]inputs
	tests []within
	needs [][]register // of each loop
}

// within is a condition, up to the end of both sides.
type within struct {
	of  inputs
	end int
}

// follow goes through the instructions from pc up to end, both sides of conditions.
func (d *dependence) follow(pc, end int) {
	for ; pc < end; pc++ {
		in := &d.t.code[pc]
		for k := len(d.tests); k > 0 && d.tests[k-1].end < pc; k-- {
			d.tests = d.tests[:k-1]
		}
		switch {
		case in.code == cSkip:
			then := pc + int(in.y)
			d.tests = append(d.tests, within{d.of[register{in.x, false}], then + int(d.t.code[then].y)})
		case in.code == cJump, in.code == cFail:
		case in.isLoop():
			d.loop(in, pc)
			pc += int(d.t.loops[in.y].size)
		default:
			var from []inputs
			for _, g := range in.reads(d.t) {
				from = append(from, d.of[g])
			}
			d.write(register{in.dst, in.result() == Real}, from)
		}
	}
}

func (d *dependence) loop(in *instr, pc int) {
	l := &d.t.loops[in.y]
	index := register{l.index, false}
	d.of[index] = inputs{index: true}
	d.follow(pc+1, pc+1+int(l.size))
	real := in.result() == Real
	all := inputs{}
	for _, g := range []register{{l.lo, false}, {l.hi, false}, {l.result, real}} {
		for x := range d.of[g] {
			all[x] = true
		}
	}
	delete(all, index)
	for g := range all {
		d.needs[in.y] = append(d.needs[in.y], g)
	}
	d.write(register{in.dst, real}, []inputs{all})
}

// write notes what a register is computed from, on both sides of conditions.
func (d *dependence) write(g register, from []inputs) {
	all := inputs{}
	for _, t := range d.tests {
		from = append(from, t.of)
	}
	for _, of := range append(from, d.of[g]) {
		for x := range of {
			all[x] = true
		}
	}
	d.of[g] = all
}
