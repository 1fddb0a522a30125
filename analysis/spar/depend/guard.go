package depend

import "github.com/parlens/parlens/analysis/spar"

// tested goes through what an iteration does where a condition holds, which makes some
// forms 0: the elements of one colour, (i+j)%2 == c, are none of the other's.
func (s *scan) tested(zeros []form, f func()) {
	before := s.guards
	s.guards = append(before[:len(before):len(before)], zeros...)
	s.tests++
	s.perhaps(f)
	s.tests--
	s.guards = before
}

// zeros are the forms that a condition makes 0.
func (s *scan) zeros(cond spar.Expr) []form {
	x, ok := cond.(*spar.Binary)
	switch {
	case !ok:
	case x.Op == "&&":
		return append(s.zeros(x.X), s.zeros(x.Y)...)
	case x.Op == "==":
		if d := s.form(x.X).plus(s.form(x.Y), -1); d.known {
			return []form{d}
		}
	}
	return nil
}
