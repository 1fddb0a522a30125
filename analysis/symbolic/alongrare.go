package symbolic

import "math"

// rare is how many steps after each other the outcomes of a division may change for
// them to be events: blocks and not columns that are dealt in turn.
const rare = 64

// rare follows what is a polynomial only in special cases: quotients by
// constants, powers with constant exponents, and functions of constants.
func (f *follower) rare(in *instr) bool {
	r, n := f.r, f.n
	switch in.code {
	case cQuo:
		if r[in.y].Degree() == 0 && r[in.y][0] != 0 {
			r[in.dst] = r[in.x].scale(1 / r[in.y][0])
			return true
		}
	case cExactI:
		if n[in.y].Degree() == 0 && n[in.y][0] != 0 {
			n[in.dst] = n[in.x]
			for k := range n[in.dst] {
				n[in.dst][k] /= n[in.y][0]
			}
			return true
		}
	case cAnd:
		n[in.dst] = Poly{float64(int64(n[in.x][0]) & int64(n[in.y][0]))}
		return n[in.x].Degree()+n[in.y].Degree() == 0
	case cOr:
		n[in.dst] = Poly{float64(int64(n[in.x][0]) | int64(n[in.y][0]))}
		return n[in.x].Degree()+n[in.y].Degree() == 0
	case cPow:
		return power(&r[in.dst], r[in.x], r[in.y])
	case cPowI:
		return power(&n[in.dst], n[in.x], n[in.y])
	case cTable:
		return f.table(in)
	}
	return f.constant(in)
}

// power raises to a small whole number.
func power(dst *Poly, x, k Poly) bool {
	if x.Degree()+k.Degree() == 0 {
		*dst = Poly{math.Pow(x[0], k[0])}
		return !math.IsNaN(dst[0]) && !math.IsInf(dst[0], 0)
	}
	e := k[0]
	if k.Degree() > 0 || e != math.Trunc(e) || e < 0 || e > followedDegree {
		return false
	}
	p, ok := Poly{1}, true
	for ; e > 0 && ok; e-- {
		p, ok = p.times(x)
	}
	*dst = p
	return ok
}

// table follows a size table between two of its points.
func (f *follower) table(in *instr) bool {
	table, x := f.t.tables[in.y], f.r[in.x]
	switch x.Degree() {
	case 0:
		f.r[in.dst] = Poly{table.At(x[0])}
		return true
	case 1:
		from, to := table.around(x[0], x[1] > 0)
		if x[1] > 0 {
			f.stop(math.Floor((to - x[0]) / x[1]))
		} else {
			f.stop(math.Floor((from - x[0]) / x[1]))
		}
		slope := table.At(x.At(1)) - table.At(x[0])
		f.r[in.dst] = Poly{table.At(x[0]), slope}
		return f.steps >= 1
	}
	return false
}

// around is the stretch between two points that holds x and what comes after it
// upwards or downwards.
func (t *SizeTable) around(x float64, up bool) (from, to float64) {
	from, to = math.Inf(-1), math.Inf(1)
	for _, p := range t.Points {
		if s := p.Size; s < x || up && s == x {
			from = s
		} else if to > s {
			to = s
		}
	}
	return from, to
}

// constant runs an instruction whose operands do not change.
func (f *follower) constant(in *instr) bool {
	m := f.t.scratch()
	defer f.t.pool.Put(m)
	switch in.code {
	case cLog2:
		m.r[in.x] = f.r[in.x][0]
		if f.r[in.x].Degree() > 0 || f.t.special(m, in) != nil {
			return false
		}
		f.r[in.dst] = Poly{m.r[in.dst]}
		return true
	case cCLog2:
		m.r[in.x] = f.r[in.x][0]
		if f.r[in.x].Degree() > 0 || f.t.special(m, in) != nil {
			return false
		}
		f.n[in.dst] = Poly{float64(m.i[in.dst])}
		return true
	case cOpaque, cOpaqueI:
		for _, reg := range f.t.calls[in.y].args {
			if f.r[reg].Degree() > 0 {
				return false
			}
			m.r[reg] = f.r[reg][0]
		}
		if f.t.special(m, in) != nil {
			return false
		}
		if in.code == cOpaque {
			f.r[in.dst] = Poly{m.r[in.dst]}
		} else {
			f.n[in.dst] = Poly{float64(m.i[in.dst])}
		}
		return true
	}
	return false
}
