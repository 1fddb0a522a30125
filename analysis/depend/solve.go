package depend

// answer says whether a system has an integer solution.
type answer uint8

const (
	none  answer = iota
	some         // there is one
	maybe        // none was excluded, none found
)

// Limits of one system; past them the answer is maybe.
const (
	maxColumns = 40
	spare      = 6 // columns for the variables that solving equations introduces
	maxRows    = 120
	maxCases   = 40      // eliminations that lose exactness
	maxWork    = 1 << 14 // rows made or compared
)

// maxNestWork bounds the systems of one nest together, in rows made or compared.
const maxNestWork = 1 << 18

// solver decides systems of linear equations and inequalities over integers.
// A row holds the constant, then the coefficients of the columns.
type solver struct {
	width  int // columns and the constant
	used   int // columns in use
	memory []int64
	free   int
	equal  [][]int64 // = 0
	least  [][]int64 // >= 0
	cases  int
	work   int  // rows made or compared
	total  int  // the same for the nest
	failed bool // a limit was met

	// symbols are columns that are not eliminated when the question is whether
	// there are solutions for all large enough sizes; nil otherwise.
	symbols []bool
	sizes   []bool // symbols that may be taken large
}

// reset prepares for a system of the given number of columns.
func (s *solver) reset(columns int) {
	s.used, s.width = columns, columns+1+spare
	s.free, s.equal, s.least = 0, s.equal[:0], s.least[:0]
	s.cases, s.failed = 0, columns > maxColumns
	s.work = 0
}

// spend counts work.
func (s *solver) spend(rows int) {
	s.work += rows
	s.total += rows
	s.failed = s.failed || s.work > maxWork
}

// row returns a row of zeros.
func (s *solver) row() []int64 {
	if s.free+s.width > len(s.memory) {
		s.memory = make([]int64, max(2*len(s.memory), 64*s.width))
		s.free = 0
	}
	r := s.memory[s.free : s.free+s.width : s.free+s.width]
	s.free += s.width
	clear(r)
	return r
}

func (s *solver) copy(of []int64) []int64 {
	r := s.row()
	copy(r, of)
	return r
}

// solve answers for the rows in equal and least.
func (s *solver) solve() answer {
	if s.failed {
		return maybe
	}
	if a, done := s.equations(); done {
		return a
	}
	return s.inequalities(s.least)
}

// equations solves all equations for one variable after another and puts the
// solution into the other rows. It is done when one has no solution.
func (s *solver) equations() (answer, bool) {
	for len(s.equal) > 0 {
		e := s.equal[len(s.equal)-1]
		g := divisor(e)
		if g == 0 && e[0] != 0 || g > 1 && e[0]%g != 0 { // the GCD test
			return none, true
		}
		if g == 0 {
			s.equal = s.equal[:len(s.equal)-1]
			continue
		}
		divide(e, g)
		k := s.smallest(e)
		if k == 0 {
			return maybe, true
		}
		if e[k] == 1 || e[k] == -1 {
			s.equal = s.equal[:len(s.equal)-1]
			s.replace(k, e, -e[k])
		} else if !s.reduce(k, e) {
			return maybe, true
		}
		if s.failed {
			return maybe, true
		}
	}
	return some, false
}

// divisor is the greatest common divisor of a row's coefficients.
func divisor(r []int64) int64 {
	g := int64(0)
	for _, k := range r[1:] {
		for k != 0 {
			g, k = k, g%k
		}
	}
	return max(g, -g)
}

func divide(r []int64, g int64) {
	for i := range r {
		r[i] /= g
	}
}

// smallest is the column of the smallest coefficient that may be eliminated, 0
// for none.
func (s *solver) smallest(r []int64) int {
	best := 0
	for i := 1; i <= s.used; i++ {
		if r[i] == 0 || s.symbols != nil && i < len(s.symbols) && s.symbols[i] {
			continue
		}
		if best == 0 || abs(r[i]) < abs(r[best]) {
			best = i
		}
	}
	return best
}

// replace puts column k := sign * (e without k) into all rows; e has a
// coefficient of 1 or -1 there.
func (s *solver) replace(k int, e []int64, sign int64) {
	e[k] = 0
	for _, rows := range [2][][]int64{s.equal, s.least} {
		for _, r := range rows {
			if f := r[k]; f != 0 {
				r[k] = 0
				s.addRow(r, f*sign, e)
			}
		}
	}
}

// addRow adds f*e to r.
func (s *solver) addRow(r []int64, f int64, e []int64) {
	if f > limit || f < -limit {
		s.failed = true
		return
	}
	for i, v := range e {
		r[i] += f * v
		if r[i] > limit || r[i] < -limit {
			s.failed = true
			return
		}
	}
}

// reduce makes an equation without unit coefficients smaller: with m one more
// than the smallest coefficient, the remainders modulo m give an equation with
// a unit coefficient for a new variable (Pugh: The Omega test, section 2.3).
func (s *solver) reduce(k int, e []int64) bool {
	if s.used+1 >= s.width {
		return false
	}
	s.used++
	m, sign := abs(e[k])+1, int64(1)
	if e[k] < 0 {
		sign = -1
	}
	x := s.row()
	for i := range e {
		x[i] = sign * remainder(e[i], m)
	}
	x[k] = 0
	x[s.used] = -sign * m
	s.replace(k, x, 1)
	return true
}

// remainder is a modulo m, the one nearest to zero.
func remainder(a, m int64) int64 { return a - m*floorDiv(2*a+m, 2*m) }

func abs(x int64) int64 { return max(x, -x) }
