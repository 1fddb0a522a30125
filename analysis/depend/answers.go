package depend

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// Answers remembers what earlier analyses found. What the solver answered is
// found by the system: the columns of a system are numbered as its rows mention
// them, so that equal questions make equal systems, whichever loops and
// variables they are about. The dependences of a pair of references are found by
// their shapes, whose numbers last. Analyses that share answers must not run at
// the same time. The zero Answers has none.
type Answers struct {
	known map[string]answered
	key   []byte // under construction

	numbers map[string]int32 // of shapes, names and variables
	pairs   map[lastingPair]*pairOutcomes
	round   int // analyses so far

	refs    int       // of the last analysis
	carried [][]found // room for the dependences that loops carry, by loop
}

// lastingPair is a pairKey, and which variables are sizes.
type lastingPair struct {
	pairKey
	sizes int32
}

// pairOutcomes are the dependences of a pair with what they cost.
type pairOutcomes struct {
	out    []outcome
	work   int
	round  int     // of the last analysis that asked for them
	listed []*loop // by outcome: in whose list that analysis has last entered it
}

// answered is an answer with what it cost, which the limits of a nest count as
// if it were found again.
type answered struct {
	answer answer
	work   int
}

// mostAnswers is the number of answers after which they are forgotten.
const mostAnswers = 1 << 15

// mostNumbers is the same for the numbers.
const mostNumbers = 1 << 14

// mostRoom is the number of dependences of a loop for which room is kept.
const mostRoom = 1 << 13

// begin forgets the pairs that the last analysis did not ask for.
func (a *Answers) begin() {
	if a.numbers == nil || len(a.numbers) > mostNumbers {
		a.numbers, a.pairs = map[string]int32{}, nil
	}
	if a.pairs == nil {
		a.pairs = map[lastingPair]*pairOutcomes{}
	}
	for key, x := range a.pairs {
		if x.round < a.round {
			delete(a.pairs, key)
		}
		clear(x.listed)
	}
	a.round++
}

// lend gives the loops room that earlier analyses have needed.
func (a *Answers) lend(loops []*loop) {
	for i, l := range loops[:min(len(loops), len(a.carried))] {
		l.carried = a.carried[i]
	}
}

// takeBack keeps the room, empty.
func (a *Answers) takeBack(loops []*loop) {
	a.carried = a.carried[:0]
	for _, l := range loops {
		clear(l.carried)
		if cap(l.carried) > mostRoom {
			l.carried = nil
		}
		a.carried = append(a.carried, l.carried[:0])
		l.carried = nil
	}
}

// number returns the number of a description, from 1.
func (a *Answers) number(of []byte) int32 {
	n, known := a.numbers[string(of)]
	if !known {
		n = int32(len(a.numbers)) + 1
		a.numbers[string(of)] = n
	}
	return n
}

// lasting numbers a name or variable of the analysis by its description and by
// how many before it are described so.
func (a *analysis) lasting(description string) int32 {
	n := a.alike[description]
	a.alike[description] = n + 1
	return a.answers.number(fmt.Appendf(nil, "%d %s", n, description))
}

// sizes numbers which variables are sizes.
func (a *analysis) sizes() int32 {
	var all []int32
	for i := range a.vars {
		if a.vars[i].size {
			all = append(all, a.vars[i].lasting)
		}
	}
	slices.Sort(all)
	key := []byte{'S'}
	for _, n := range all {
		key = binary.AppendVarint(key, int64(n))
	}
	return a.answers.number(key)
}

// answered returns the dependences of the pair at hand. Those that a limit of
// the nest cut short are not remembered, nor is a limit passed unseen.
func (t *tester) answered(key pairKey) *pairOutcomes {
	a, lasting := t.a.answers, lastingPair{key, t.sizes}
	if x := t.cut[key]; x != nil {
		return x
	}
	if x := a.pairs[lasting]; x != nil {
		if x.round == a.round {
			return x
		}
		if t.compared < maxCompared && t.solver.total+x.work <= maxNestWork {
			t.compared++
			t.solver.total += x.work
			x.round = a.round
			return x
		}
	}
	before := t.solver.total
	t.out = nil
	t.pair()
	x := &pairOutcomes{out: t.out, work: t.solver.total - before, round: a.round, listed: make([]*loop, len(t.out))}
	if t.compared <= maxCompared && t.solver.total <= maxNestWork {
		a.pairs[lasting] = x
	} else {
		t.cut[key] = x
	}
	return x
}

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
