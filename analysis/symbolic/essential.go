package symbolic

import "slices"

// essential drops the alternatives of a maximum that others are never below:
// alone (by proof) or together (by linear programming).
func (a *Arena) essential(alts []lin) []lin {
	slices.SortFunc(alts, a.compareLins)
	alts = slices.CompactFunc(alts, func(x, y lin) bool { return a.compareLins(x, y) == 0 })
	alts = a.dropDominated(alts)
	if len(alts) < 3 || len(alts) > MaxAlternatives {
		return alts
	}
	for i := 0; i < len(alts); {
		others := slices.Delete(slices.Clone(alts), i, i+1)
		if a.covered(alts[i], others) {
			alts = others
		} else {
			i++
		}
	}
	return alts
}

func (a *Arena) dropDominated(alts []lin) []lin {
	var out []lin
	for i, x := range alts {
		dominated := false
		for j, y := range alts {
			if i == j || !a.above(y, x) {
				continue
			}
			if dominated = j < i || !a.above(x, y); dominated {
				break
			}
		}
		if !dominated {
			out = append(out, x)
		}
	}
	return out
}

// above proves y >= x.
func (a *Arena) above(y, x lin) bool {
	minus := lin{c: x.c, t: slices.Clone(x.t)}
	minus.scale(minus1)
	return a.provenNonNegative(a.addLins(y, minus))
}

func (a *Arena) compareLins(x, y lin) int {
	if len(x.t) != len(y.t) {
		return len(x.t) - len(y.t)
	}
	for i := range x.t {
		if c := a.byHash(x.t[i].m, y.t[i].m); c != 0 {
			return c
		}
		if c := x.t[i].k.cmp(y.t[i].k); c != 0 {
			return c
		}
	}
	return x.c.cmp(y.c)
}

// covered tells whether f is nowhere above the maximum of the others. By
// Farkas' lemma that is so if and only if some mixture of the others is at
// least f, coefficient by coefficient, once every monomial is counted from the
// end of its range (monomials taken as independent of each other).
func (a *Arena) covered(f lin, others []lin) bool {
	var rows [][]num // one per monomial: coefficients of the mixture
	names := a.monomials(append([]lin{f}, others...))
	constants := make([]num, len(others))
	for j, g := range others {
		constants[j] = g.c.sub(f.c)
	}
	for _, m := range names {
		row := make([]num, len(others))
		end, dir, bounded := a.anchor(m)
		for j, g := range others {
			k := a.coefficient(g, m).sub(a.coefficient(f, m))
			row[j] = k.mul(dir)
			constants[j] = constants[j].add(k.mul(end))
		}
		rows = append(rows, row)
		if !bounded {
			back := make([]num, len(others))
			for j := range row {
				back[j] = row[j].neg()
			}
			rows = append(rows, back)
		}
	}
	return mixtureExists(append(rows, constants))
}

func (a *Arena) monomials(ls []lin) []Expr {
	var out []Expr
	for _, l := range ls {
		for _, t := range l.t {
			out = append(out, t.m)
		}
	}
	slices.SortFunc(out, a.byHash)
	return slices.Compact(out)
}

func (a *Arena) coefficient(l lin, m Expr) num {
	if i := a.findTerm(l, m); i >= 0 {
		return l.t[i].k
	}
	return zero
}
