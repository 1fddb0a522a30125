package depend

import "slices"

// inequalities eliminates variables one by one (Fourier and Motzkin): every
// lower bound of a variable is at most every upper bound. For integers that is
// exact while the variable's coefficients are 1 on one side; otherwise the
// bounds must leave room for an integer, which is only sufficient (Pugh's dark
// shadow), or need not, which is only necessary.
func (s *solver) inequalities(rows [][]int64) answer {
	rows, ok := s.tidy(rows)
	switch {
	case !ok:
		return none
	case s.failed:
		return maybe
	}
	k, exact := s.choose(rows)
	switch {
	case k == 0:
		return s.rest(rows)
	case !exact:
		return s.inexact(rows, k)
	}
	if rows, ok = s.eliminate(rows, k, false); !ok {
		return maybe
	}
	return s.inequalities(rows)
}

// inexact asks both shadows.
func (s *solver) inexact(rows [][]int64, k int) answer {
	if s.cases++; s.cases > maxCases {
		return maybe
	}
	if s.symbols == nil {
		real, ok := s.eliminate(rows, k, false)
		if !ok {
			return maybe
		}
		if s.inequalities(real) == none {
			return none
		}
	}
	dark, ok := s.eliminate(rows, k, true)
	if !ok {
		return maybe
	}
	a := s.inequalities(dark)
	if a != none || s.symbols != nil {
		return a
	}
	return s.splinters(rows, k)
}

// splinters looks where the dark shadow does not reach: there the variable is
// close to one of its lower bounds, at one of finitely many distances (Pugh,
// section 2.3.3).
func (s *solver) splinters(rows [][]int64, k int) answer {
	a := int64(1)
	for _, r := range rows {
		a = max(a, -r[k])
	}
	out := none
	for _, lower := range rows {
		b := lower[k]
		for i := int64(0); b > 0 && i <= (a*b-a-b)/a; i++ {
			if s.cases++; s.cases > maxCases {
				return maybe
			}
			e := s.copy(lower)
			e[0] -= i
			switch s.also(e, rows) {
			case some:
				return some
			case maybe:
				out = maybe
			}
		}
	}
	return out
}

// also answers for the rows with one equation more.
func (s *solver) also(equation []int64, rows [][]int64) answer {
	least, used := s.least, s.used
	defer func() { s.least, s.used = least, used }()
	s.equal, s.least = append(s.equal[:0], equation), nil
	for _, r := range rows {
		s.least = append(s.least, s.copy(r))
	}
	if a, done := s.equations(); done {
		return a
	}
	return s.inequalities(s.least)
}

// rest answers when no variable is left, or only symbols: then there are
// solutions for all large sizes if no row falls with a symbol.
func (s *solver) rest(rows [][]int64) answer {
	for _, r := range rows {
		for i := 1; i <= s.used; i++ {
			if r[i] < 0 || r[i] > 0 && !s.sizes[i] {
				return maybe
			}
		}
	}
	return some
}

// tidy divides each row by its coefficients' common divisor, rounding its
// constant down, and drops rows that say nothing new; false if one is never
// true.
func (s *solver) tidy(rows [][]int64) ([][]int64, bool) {
	out := make([][]int64, 0, len(rows))
	s.spend(len(rows))
	for _, r := range rows {
		g := divisor(r)
		if g == 0 {
			if r[0] < 0 {
				return nil, false
			}
			continue
		}
		if g > 1 {
			c := floorDiv(r[0], g)
			divide(r, g)
			r[0] = c
		}
		s.spend(len(out) / 8)
		i := slices.IndexFunc(out, func(q []int64) bool { return slices.Equal(q[1:], r[1:]) })
		switch {
		case i < 0:
			out = append(out, r)
		case r[0] < out[i][0]:
			out[i] = r
		}
	}
	return out, true
}

// choose picks the variable whose elimination is exact, if one is, and makes
// the fewest rows; 0 when none is left.
func (s *solver) choose(rows [][]int64) (column int, exact bool) {
	cost := 0
	for k := 1; k <= s.used; k++ {
		if s.symbols != nil && k < len(s.symbols) && s.symbols[k] {
			continue
		}
		lower, upper, unitLower, unitUpper := count(rows, k)
		if lower+upper == 0 {
			continue
		}
		this := lower*upper - lower - upper
		fits := unitLower || unitUpper
		if column == 0 || fits && !exact || fits == exact && this < cost {
			column, exact, cost = k, fits, this
		}
	}
	return column, exact
}

// count returns the lower and upper bounds of a variable, and whether those of
// a side all have the coefficient 1.
func count(rows [][]int64, k int) (lower, upper int, unitLower, unitUpper bool) {
	unitLower, unitUpper = true, true
	for _, r := range rows {
		switch v := r[k]; {
		case v > 0:
			lower++
			unitLower = unitLower && v == 1
		case v < 0:
			upper++
			unitUpper = unitUpper && v == -1
		}
	}
	return lower, upper, unitLower, unitUpper
}

// eliminate returns the rows without variable k; false past a limit.
func (s *solver) eliminate(rows [][]int64, k int, dark bool) ([][]int64, bool) {
	out := make([][]int64, 0, len(rows))
	for _, r := range rows {
		if r[k] == 0 {
			out = append(out, s.copy(r))
		}
	}
	for _, lo := range rows {
		if lo[k] <= 0 {
			continue
		}
		for _, hi := range rows {
			if hi[k] >= 0 {
				continue
			}
			b, a := lo[k], -hi[k]
			r := s.row()
			s.addRow(r, b, hi)
			s.addRow(r, a, lo)
			if dark {
				r[0] -= (a - 1) * (b - 1)
			}
			out = append(out, r)
			s.spend(1)
			if s.failed || len(out) > maxRows {
				return nil, false
			}
		}
	}
	return out, true
}
