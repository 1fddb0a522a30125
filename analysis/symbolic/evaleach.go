package symbolic

import (
	"errors"
	"math"
)

// ErrNotFinite is an output that is no number, or infinite.
var ErrNotFinite = errors.New("a value is not finite")

// EvalEach computes the outputs that have a finite value, sums of too many terms
// sampled; the others are 0, and their errors say why: what they share with one that
// has none may be missing too. Inputs that are not what they
// should be are an error of all outputs.
func (t *Tape) EvalEach(in, out []float64) []error {
	m := t.scratch()
	defer t.pool.Put(m)
	m.sample = middle
	errs := make([]error, len(out))
	if err := t.begin(m, in); err != nil {
		for i := range errs {
			out[i], errs[i] = 0, err
		}
		return errs
	}
	missing := registers{}
	from := 0
	for i, end := range t.outEnd {
		t.execEach(m, from, int(end), missing)
		from, out[i] = int(end), 0
		if errs[i] = missing[register{t.outReg[i], t.outType[i] == Real}]; errs[i] == nil {
			if out[i] = t.output(m, i); math.IsNaN(out[i]) || math.IsInf(out[i], 0) {
				out[i], errs[i] = 0, ErrNotFinite
			}
		}
	}
	return errs
}

// execEach runs the instructions from pc up to end that have what they read, and
// notes what the others would have written.
func (t *Tape) execEach(m *machine, pc, end int, missing registers) {
	for pc < end {
		in, next := &t.code[pc], pc+1
		read, result := next, int32(-1)
		switch in.code {
		case cSum, cSumI, cMaxO, cMaxOI:
			l := &t.loops[in.y]
			if next += int(l.size); m.i[l.lo] <= m.i[l.hi] {
				read, result = next, l.result
			}
		case cSkip:
			if missing[register{in.x, false}] == nil && m.i[in.x] == 0 {
				next += int(in.y)
			}
		case cJump:
			next += int(in.y)
		}
		why := missing.reason(t, t.code[pc:read])
		if in.code == cSkip || in.code == cJump {
			if why = missing[register{in.x, false}]; in.code == cSkip && why != nil { // neither side is known
				missing.add(t.code[pc+1:end], why)
				return
			}
			pc = next
			continue
		}
		for _, real := range []bool{true, false} {
			if why == nil {
				why = missing[register{result, real}]
			}
		}
		if why == nil {
			why = t.exec(m, pc, min(next, end))
		}
		dst := register{in.dst, !in.writes()}
		if delete(missing, dst); why != nil {
			missing[dst] = why
		}
		pc = next
	}
}

// register is one of the two kinds.
type register struct {
	number int32
	real   bool
}

func (g register) kind() Type {
	if g.real {
		return Real
	}
	return Index
}

// reads are the registers that an instruction takes, of a loop its bounds.
func (in *instr) reads(t *Tape) []register {
	var out []register
	for _, n := range in.read() {
		out = append(out, register{n, false})
	}
	for _, n := range in.readReal() {
		out = append(out, register{n, true})
	}
	return append(out, in.others(t)...)
}

// registers are those that have no value, and why.
type registers map[register]error

// add notes what instructions would have written.
func (s registers) add(code []instr, why error) {
	for i := range code {
		s[register{code[i].dst, !code[i].writes()}] = why
	}
}

// reason is why something that instructions read has no value, nil where all has one.
func (s registers) reason(t *Tape, code []instr) error {
	if len(s) == 0 {
		return nil
	}
	for i := range code {
		for _, g := range code[i].reads(t) {
			if err := s[g]; err != nil {
				return err
			}
		}
	}
	return nil
}

// readReal are the reals that an instruction takes.
func (in *instr) readReal() []int32 {
	switch in.code {
	case cMove, cTest, cFloor, cTable, cLog2, cCLog2:
		return []int32{in.x}
	case cAdd, cMul, cMax, cQuo, cPow:
		return []int32{in.x, in.y}
	case cMulAdd:
		return []int32{in.x, in.y, in.z}
	}
	return nil
}

// others are the registers that loops and calls take.
func (in *instr) others(t *Tape) []register {
	var out []register
	switch in.code {
	case cSum, cSumI, cMaxO, cMaxOI:
		l := &t.loops[in.y]
		return []register{{l.lo, false}, {l.hi, false}}
	case cOpaque, cOpaqueI:
		for _, n := range t.calls[in.y].args {
			out = append(out, register{n, true})
		}
	}
	return out
}
