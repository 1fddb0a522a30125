package process

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/parlens/parlens/analysis/symbolic"
)

// signature is what a term means, wherever it stands in a program: equal for terms
// that do the same to the clocks, whatever spans and tags they have.
type signature [sha256.Size]byte

// signing writes a term down.
type signing struct {
	arena *symbolic.Arena
	out   []byte
	open  bool // it depends on what has happened before it beside the clocks
}

// sign is the signature of terms; false where what they do depends on more than the
// clocks before them.
func (c *compiler) sign(terms []Term) (signature, bool) {
	s := &c.signing
	*s = signing{arena: c.arena, out: s.out[:0]}
	for _, t := range terms {
		s.term(t)
	}
	return sha256.Sum256(s.out), !s.open
}

func (s *signing) number(n int) { s.out = binary.AppendVarint(s.out, int64(n)) }

func (s *signing) text(t string) {
	s.number(len(t))
	s.out = append(s.out, t...)
}

func (s *signing) exprs(es ...symbolic.Expr) {
	for _, e := range es {
		var h symbolic.Hash
		if e != 0 {
			h = s.arena.Hash(e)
		}
		s.out = binary.LittleEndian.AppendUint64(s.out, h.Lo)
		s.out = binary.LittleEndian.AppendUint64(s.out, h.Hi)
	}
}

func (s *signing) delay(l *Delay) {
	if l == nil {
		s.number(-1)
		return
	}
	s.number(int(l.Kind))
	s.exprs(l.Amount)
}

func (s *signing) term(t Term) {
	switch t := t.(type) {
	case nil:
		s.text("nothing")
	case *Delay:
		s.text("delay")
		s.delay(t)
	case Series:
		s.text("series")
		s.number(len(t))
		for _, x := range t {
			s.term(x)
		}
	case *Loop:
		s.text("loop")
		s.text(t.Index)
		s.exprs(t.Lo, t.Hi, t.Step)
		s.term(t.Body)
	case *If:
		s.text("if")
		s.number(len(t.Branches))
		for _, b := range t.Branches {
			s.exprs(b.Cond, b.Weight)
			s.term(b.Body)
		}
	case *Exchange:
		s.exchange(t)
	case *Sweep:
		s.text("sweep")
		s.text(t.Index)
		s.exprs(t.Strips, t.Awaits)
		for _, o := range t.Order {
			s.number(o)
		}
		s.delay(t.Message)
		s.term(t.Body)
	default: // a Mark, which an exchange further on looks at
		s.open = true
	}
}

func (s *signing) exchange(x *Exchange) {
	s.open = s.open || x.Since > 0 || x.Behind != 0
	s.text("exchange")
	s.number(len(x.From))
	for _, r := range x.From {
		s.exprs(r.Lo, r.Hi)
	}
	s.exprs(x.Receives, x.Fits, x.Follows)
	s.number(int(x.Sends))
	s.delay(x.Call)
	s.delay(x.Message)
	s.number(len(x.Cost))
	for _, l := range x.Cost {
		s.delay(l)
	}
}
