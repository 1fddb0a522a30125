package symbolic

import "encoding/binary"

// Tapes remembers what has been compiled in an arena, as Formulas does. The zero Tapes is
// empty.
type Tapes struct {
	known Formulas[*Tape] // by the numbers of the expressions
	key   []byte
}

// Next begins another round.
func (t *Tapes) Next() { t.known.Next() }

// Back takes a round back that was not finished.
func (t *Tapes) Back() { t.known.Back() }

// Compile is a.Compile, where a is always the same arena.
func (t *Tapes) Compile(a *Arena, es ...Expr) *Tape {
	t.key = t.key[:0]
	for _, e := range es {
		t.key = binary.AppendVarint(t.key, int64(e))
	}
	return t.known.Get(t.key, func() *Tape { return a.Compile(es...) })
}
