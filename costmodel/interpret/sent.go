package interpret

import "github.com/parlens/parlens/analysis/comm"

// sends are the messages that statements before have sent and none has received:
// the global communication structure of paper 003, section 2.3, as far as the
// text shows which receive belongs to which send. Messages of one pattern are
// received in the order in which they are sent.
type sends map[comm.Partners][]sentAt

// sentAt is the mark of a send, with the loops around it that are distinguished.
type sentAt struct{ mark, depth int }

// send notes a message.
func (s sends) send(c *comm.Communication, mark, depth int) {
	p := from(c)
	s[p] = append(s[p], sentAt{mark, depth})
}

// receive returns the mark of the message that is received, 0 where none is
// known: the first of the same loop, else of one around it. A loop behind a send may
// receive it from one partner in each iteration.
func (s sends) receive(c *comm.Communication, depth int) int {
	p := reached(c)
	for i, sent := range s[p] {
		if sent.depth == depth {
			s[p] = append(s[p][:i:i], s[p][i+1:]...)
			return sent.mark
		}
	}
	for _, sent := range s[p] {
		if sent.depth < depth {
			return sent.mark
		}
	}
	return 0
}

// awaits reports whether a message that is received has been sent before.
func (s sends) awaits(c *comm.Communication) bool { return len(s[reached(c)]) > 0 }

// leave forgets the messages that were sent in loops which end.
func (s sends) leave(depth int) {
	for p, all := range s {
		var left []sentAt
		for _, sent := range all {
			if sent.depth <= depth {
				left = append(left, sent)
			}
		}
		s[p] = left
	}
}

// from is the pattern of a send: where it goes to.
func from(c *comm.Communication) comm.Partners {
	if p := c.Passed.Partners; p.Shift {
		return p
	}
	return comm.Partners{}
}

// reached is the pattern of the send that a receive belongs to. Where the partner
// is any, or the root, so is the other side.
func reached(c *comm.Communication) comm.Partners {
	p := from(c)
	p.Offset = -p.Offset
	return p
}
