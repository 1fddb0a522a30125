package symbolic

import (
	"errors"
	"fmt"
	"math"
)

// exec runs the instructions from pc up to end.
func (t *Tape) exec(m *machine, pc, end int) error {
	r, n := m.r, m.i
	for ; pc < end; pc++ {
		in := &t.code[pc]
		switch in.code {
		case cMove:
			r[in.dst] = r[in.x]
		case cMoveI:
			n[in.dst] = n[in.x]
		case cReal:
			r[in.dst] = float64(n[in.x])
		case cAdd:
			r[in.dst] = r[in.x] + r[in.y]
		case cMul:
			r[in.dst] = r[in.x] * r[in.y]
		case cMulAdd:
			r[in.dst] = float64(r[in.x]*r[in.y]) + r[in.z]
		case cMax:
			r[in.dst] = max(r[in.x], r[in.y])
		case cQuo:
			if r[in.y] == 0 {
				return ErrDivisionByZero
			}
			r[in.dst] = r[in.x] / r[in.y]
		case cAddI:
			v, ok := addInt(n[in.x], n[in.y])
			if !ok {
				return ErrOverflow
			}
			n[in.dst] = v
		case cMulI:
			v, ok := mulInt(n[in.x], n[in.y])
			if !ok {
				return ErrOverflow
			}
			n[in.dst] = v
		case cMulAddI:
			p, ok := mulInt(n[in.x], n[in.y])
			v, ok2 := addInt(p, n[in.z])
			if !ok || !ok2 {
				return ErrOverflow
			}
			n[in.dst] = v
		case cMaxI:
			n[in.dst] = max(n[in.x], n[in.y])
		case cSkip:
			if n[in.x] == 0 {
				pc += int(in.y)
			}
		case cJump:
			pc += int(in.y)
		case cSum, cSumI, cMaxO, cMaxOI:
			if err := t.loop(m, in, pc+1); err != nil {
				return err
			}
			pc += int(t.loops[in.y].size)
		default:
			if err := t.special(m, in); err != nil {
				return err
			}
		}
	}
	return nil
}

// special runs the rarer instructions.
func (t *Tape) special(m *machine, in *instr) error {
	r, n := m.r, m.i
	switch in.code {
	case cDivI, cModI, cExactI:
		return divide(in, n)
	case cFloor:
		return toInt(&n[in.dst], math.Floor(r[in.x]))
	case cCLog2:
		return toInt(&n[in.dst], ceilLog2(r[in.x]))
	case cLog2:
		if r[in.x] <= 0 {
			return ErrDomain
		}
		r[in.dst] = math.Log2(r[in.x])
	case cPow:
		r[in.dst] = math.Pow(r[in.x], r[in.y])
		if math.IsNaN(r[in.dst]) && !math.IsNaN(r[in.x]) && !math.IsNaN(r[in.y]) {
			return ErrDomain
		}
	case cPowI:
		return powInt(&n[in.dst], n[in.x], n[in.y])
	case cTest:
		n[in.dst] = test(op(in.y), sign(r[in.x]))
	case cTestI:
		n[in.dst] = test(op(in.y), int(max(-1, min(1, n[in.x]))))
	case cAnd:
		n[in.dst] = n[in.x] & n[in.y]
	case cOr:
		n[in.dst] = n[in.x] | n[in.y]
	case cTable:
		r[in.dst] = t.tables[in.y].At(r[in.x])
	case cOpaque, cOpaqueI:
		return t.call(m, in)
	case cFail:
		return errors.New(t.reasons[in.y])
	}
	return nil
}

func divide(in *instr, n []int64) error {
	x, y := n[in.x], n[in.y]
	if y == 0 {
		return ErrDivisionByZero
	}
	if x == math.MinInt64 && y == -1 {
		return ErrOverflow
	}
	q := floorDivInt(x, y)
	if in.code == cModI {
		q = x - y*q
	}
	n[in.dst] = q
	return nil
}

func toInt(dst *int64, v float64) error {
	if !(math.Abs(v) < 1<<63) {
		return ErrOverflow
	}
	*dst = int64(v)
	return nil
}

func sign(v float64) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

func test(o op, sign int) int64 {
	if holds(o, sign) {
		return 1
	}
	return 0
}

// powInt is exact; a negative power of an integer other than 1 and -1 is not
// one.
func powInt(dst *int64, x, k int64) error {
	if k < 0 {
		if x != 1 && x != -1 {
			return ErrNotInteger
		}
		k = -k
	}
	v := int64(1)
	for ok := true; k > 0; k >>= 1 {
		if k&1 == 1 {
			if v, ok = mulInt(v, x); !ok {
				return ErrOverflow
			}
		}
		if k > 1 {
			if x, ok = mulInt(x, x); !ok {
				return ErrOverflow
			}
		}
	}
	*dst = v
	return nil
}

func (t *Tape) call(m *machine, in *instr) error {
	c := &t.calls[in.y]
	args := m.r[c.buf : int(c.buf)+len(c.args) : int(c.buf)+len(c.args)]
	for i, reg := range c.args {
		args[i] = m.r[reg]
	}
	v, err := c.result(args)
	if err != nil {
		return fmt.Errorf("%s: %w", c.fn.Name, err)
	}
	if in.code == cOpaque {
		m.r[in.dst] = v
		return nil
	}
	if v != math.Trunc(v) {
		return fmt.Errorf("%s: %w", c.fn.Name, ErrNotInteger)
	}
	return toInt(&m.i[in.dst], v)
}
