package depend

import "encoding/binary"

// Answers remembers what the solver answered, by the system: the columns of a
// system are numbered as its rows mention them, so that equal questions make
// equal systems, whichever loops and variables they are about. Analyses that
// share answers must not run at the same time. The zero Answers has none.
type Answers struct {
	known map[string]answered
	key   []byte // under construction
}

// answered is an answer with what it cost, which the limits of a nest count as
// if it were found again.
type answered struct {
	answer answer
	work   int
}

// mostAnswers is the number of answers after which they are forgotten.
const mostAnswers = 1 << 15

// solve answers for the system that the solver holds.
func (a *Answers) solve(s *solver) answer {
	a.key = s.appendSystem(a.key[:0])
	if x, ok := a.known[string(a.key)]; ok {
		s.total += x.work
		return x.answer
	}
	if a.known == nil || len(a.known) >= mostAnswers {
		a.known = map[string]answered{}
	}
	key := string(a.key)
	before := s.total
	x := answered{answer: s.solve()}
	x.work = s.total - before
	a.known[key] = x
	return x.answer
}

// appendSystem writes the rows, and which columns are no iterations.
func (s *solver) appendSystem(key []byte) []byte {
	key = binary.AppendUvarint(key, uint64(s.used))
	key = binary.AppendUvarint(key, uint64(len(s.equal)))
	for _, rows := range [2][][]int64{s.equal, s.least} {
		for _, r := range rows {
			for _, k := range r[:s.used+1] {
				key = binary.AppendVarint(key, k)
			}
		}
	}
	for i := range s.symbols {
		key = append(key, byte(truth(s.symbols[i])<<1|truth(s.sizes[i])))
	}
	return key
}
