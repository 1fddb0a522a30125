package advise

// A mapping that is slow as a whole may still be the best for one of several phases. Where
// one phase takes nearly all the time, what is slower than the best is of no use, and its
// prediction ends when that is known.
const (
	slower     = 4    // times the best, where one phase takes the time
	muchSlower = 1024 // where several do: a row of elements is passed on in one message or in as many
)

// limit is the longest time that is of use beside a best mapping.
type limit struct {
	beside *trial
	time   float64
}

// longest is that of the best mapping so far.
func (s *search) longest() float64 {
	best := s.fastestNow()
	if s.useful.beside == nil || best != s.useful.beside {
		factor := float64(slower)
		if s.phases != nil && len(s.phases.costly(best)) > 1 {
			factor = muchSlower
		}
		s.useful = limit{best, factor * best.time}
	}
	if s.elsewhere > 0 {
		return min(s.useful.time, slower*s.elsewhere)
	}
	return s.useful.time
}

// fastestNow is the best mapping so far, the present one included.
func (s *search) fastestNow() *trial {
	best := s.useful.beside
	if best == nil {
		best = &trial{outcome: s.now}
	}
	for _, t := range s.order {
		if s.counts(t) && t.time < best.time {
			best = t
		}
	}
	return best
}

// ended is how many mappings took longer than is of use.
func (s *search) ended() int {
	n := 0
	for _, t := range s.order {
		if t.long {
			n++
		}
	}
	return n
}
