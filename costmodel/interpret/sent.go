package interpret

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// sends are the messages that statements before have sent and none has received:
// the global communication structure of paper 003, section 2.3, as far as the
// text shows which receive belongs to which send. Messages between the same
// processors are received in the order in which they are sent.
type sends struct {
	b     *comm.Builder
	all   []sentAt
	marks int // so far
	rules map[*comm.Passed]rule
}

// sentAt is the mark of a send, with the loops around it that are distinguished, and the
// statements that have received it on some processors.
type sentAt struct {
	c           *comm.Communication
	mark, depth int
	received    []*comm.Passed
}

// rule is the partners of few processors at a statement, for each of rows, and of indices; nil
// where they are not known.
type rule [][]int64

// rows are how many processors are looked at to see which receive belongs to which send.
var rows = [...]int64{2, 3, 4, 5, 8}

// indices are those of the loops around that are looked at: partners may differ by iteration.
var indices = [...]int64{1, 2, 3}

// match is how many of those who receive at a statement get there what is sent at another.
type match uint8

const (
	none match = iota
	some
	all
)

func newSends(b *comm.Builder) *sends { return &sends{b: b, rules: map[*comm.Passed]rule{}} }

// copy returns sends that can be tried out.
func (s *sends) copy() *sends { return &sends{s.b, slices.Clone(s.all), s.marks, s.rules} }

// send notes a message, and returns its mark: a new one, or that of messages which other
// processors have sent, so that who receives from either finds both.
func (s *sends) send(c *comm.Communication, depth int) int {
	mark := s.marks + 1
	for _, sent := range s.all {
		if sent.depth == depth && s.apart(sent.mark, c) {
			mark = sent.mark
			break
		}
	}
	s.marks = max(s.marks, mark)
	s.all = append(s.all, sentAt{c: c, mark: mark, depth: depth})
	return mark
}

// passOn notes what is sent behind a receive of it: 0 where all get it there, else a mark.
func (s *sends) passOn(in, out *comm.Communication, depth int) int {
	sent := sentAt{c: out, depth: depth}
	if s.spent(&sent, in) {
		return 0
	}
	mark := s.send(out, depth)
	s.all[len(s.all)-1].received = []*comm.Passed{in.Passed}
	return mark
}

// apart reports whether none of those who send at a statement has sent what bears the mark.
func (s *sends) apart(mark int, c *comm.Communication) bool {
	at := s.rule(c.Passed)
	return at != nil && !slices.ContainsFunc(s.all, func(sent sentAt) bool {
		other := s.rule(sent.c.Passed)
		return sent.mark == mark && (other == nil || at.meets(other))
	})
}

// meets reports whether some processor has a partner at both statements.
func (r rule) meets(other rule) bool {
	for row := range r {
		for c, q := range r[row] {
			if q >= 0 && other[row][c] >= 0 {
				return true
			}
		}
	}
	return false
}

// receive returns the mark of the message that is received, 0 where none is
// known: the first of the same loop that all get, else some, else of a loop around it. A loop
// behind a send may receive it from one partner in each iteration.
func (s *sends) receive(c *comm.Communication, depth int) int {
	best, found := none, -1
	for i := range s.all {
		if m := s.match(&s.all[i], c); s.all[i].depth == depth && m > best {
			best, found = m, i
		}
	}
	if found >= 0 {
		sent := s.all[found]
		if s.spent(&sent, c) {
			s.all = slices.Delete(slices.Clone(s.all), found, found+1)
		} else {
			s.all[found].received = append(slices.Clip(sent.received), c.Passed)
		}
		return sent.mark
	}
	for i := range s.all {
		if s.all[i].depth < depth && s.match(&s.all[i], c) > none {
			return s.all[i].mark
		}
	}
	return 0
}

// awaits reports whether a message that is received has been sent before, to all who get one.
func (s *sends) awaits(c *comm.Communication) bool {
	return slices.ContainsFunc(s.all, func(sent sentAt) bool { return s.match(&sent, c) == all })
}

// leave forgets the messages that were sent in loops which end.
func (s *sends) leave(depth int) {
	s.all = slices.DeleteFunc(slices.Clone(s.all), func(sent sentAt) bool { return sent.depth > depth })
}

// match compares the partners on few processors, or where they are not known the patterns: where
// the partner is any, or the root, so is the other side.
func (s *sends) match(sent *sentAt, to *comm.Communication) match {
	if (sent.c.Passed.Op == program.Posts) != (to.Passed.Op == program.AwaitsEvent) || to.Passed.Op == program.AwaitsEvent && sent.c.Array != to.Array {
		return none
	}
	from, at := s.rule(sent.c.Passed), s.rule(to.Passed)
	if from == nil || at == nil {
		if pattern(sent.c) == reached(to) && s.different(sent.c.Passed, to.Passed) {
			return all
		}
		return none
	}
	wanted, got := 0, 0
	for row := range at {
		for c, q := range at[row] {
			if q < 0 {
				continue
			}
			wanted++
			if from[row][q] == int64(c) && !slices.ContainsFunc(sent.received, func(p *comm.Passed) bool { return s.rule(p)[row][c] == q }) {
				got++
			}
		}
	}
	switch {
	case wanted > 0 && got == wanted:
		return all
	case got > 0:
		return some
	case wanted == 0 && pattern(sent.c) == reached(to): // more processors than are looked at
		return all
	}
	return none
}

// different reports whether somebody at one statement may be another processor than somebody at
// the other.
func (s *sends) different(x, y *comm.Passed) bool {
	for _, n := range rows {
		at, known := s.b.OnEach(x.Taken, n)
		there, also := s.b.OnEach(y.Taken, n)
		if !known || !also {
			return true
		}
		for q := range at {
			for c := range there {
				if q != c && at[q] != 0 && there[c] != 0 {
					return true
				}
			}
		}
	}
	return false
}

// closes reports whether somebody at a statement may have a partner round a ring, as the first
// processor has the last one.
func (s *sends) closes(c *comm.Communication) bool {
	p := c.Passed.Partners
	at := s.rule(c.Passed)
	if !p.Circular || at == nil {
		return p.Circular
	}
	for _, partners := range at {
		for c, q := range partners {
			if q >= 0 && q != int64(c)+p.Offset {
				return true
			}
		}
	}
	return false
}

// spent reports whether nothing of a message is left when a statement has received it.
func (s *sends) spent(sent *sentAt, at *comm.Communication) bool {
	from, by := s.rule(sent.c.Passed), append(slices.Clip(sent.received), at.Passed)
	if from == nil || s.rule(at.Passed) == nil {
		return true
	}
	for row := range from {
		for q, c := range from[row] {
			if c >= 0 && !slices.ContainsFunc(by, func(p *comm.Passed) bool { return s.rule(p)[row][c] == int64(q) }) {
				return false
			}
		}
	}
	return true
}

// rule is that of a statement.
func (s *sends) rule(p *comm.Passed) rule {
	r, found := s.rules[p]
	if found {
		return r
	}
	for _, n := range rows {
		for _, first := range indices {
			partners, ok := s.b.PartnersOf(p, n, first)
			if !ok {
				s.rules[p] = nil
				return nil
			}
			r = append(r, partners)
		}
	}
	s.rules[p] = r
	return r
}

// pattern is that of a send: where it goes to.
func pattern(c *comm.Communication) comm.Partners {
	if p := c.Passed.Partners; p.Shift {
		return p
	}
	return comm.Partners{}
}

// reached is the pattern of the send that a receive belongs to.
func reached(c *comm.Communication) comm.Partners {
	p := pattern(c)
	p.Offset = -p.Offset
	return p
}
