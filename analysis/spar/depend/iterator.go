package depend

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/spar"
)

// cards declares the iterators of a loop; those of the loop in question are what
// tells iterations apart.
func (s *scan) cards(l *spar.Loop, own bool) {
	for _, c := range l.Cards {
		s.read(c.Low)
		s.read(c.High)
		s.read(c.Stride)
		name := s.new(c.Name)
		m := &meaning{private: true}
		_, wide := s.components(c.High)
		if _, low := s.components(c.Low); low || wide {
			lows, highs, by := s.parts(c.Low), s.parts(c.High), s.parts(c.Stride)
			for k := range s.length(c.High) {
				m.vector = append(m.vector, s.iterator(fmt.Sprintf("%s.%d", name, k), lows[k], highs[k], by[k], c.Stride != nil, own))
			}
		} else {
			m.value = s.iterator(name, s.parts(c.Low)[0], s.form(c.High), s.form(c.Stride), c.Stride != nil, own)
		}
		s.names.of[c.Name] = m
	}
}

// iterator is the value of an iterator, or of a component of one: where the stride is known, its atom
// counts iterations.
func (s *scan) iterator(name string, low, high, by form, strided, own bool) form {
	s.moving[name] = true
	if own {
		s.iterators = append(s.iterators, name)
	}
	switch {
	case !strided:
		s.bounds[name] = [2]form{low, high}
	case low.known && by.isConstant() && by.c > 0:
		return low.plus(atom(name), by.c)
	}
	return atom(name)
}

// parts are the components of a bound or a stride; a number is each of them, and so is the 0 that is
// not written.
func (s *scan) parts(x spar.Expr) []form {
	if list, ok := s.components(x); ok {
		return list
	}
	of := constant(0)
	if x != nil {
		of = s.form(x)
	}
	return slices.Repeat([]form{of}, vectorParts)
}
