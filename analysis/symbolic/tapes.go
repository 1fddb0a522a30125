package symbolic

import "encoding/binary"

// Tapes remembers what has been compiled in an arena. Who compiles much the same
// again and again calls Next between two times: what the last one has not asked for
// is forgotten. The zero Tapes is empty.
type Tapes struct {
	now, before map[string]*Tape // by the numbers of the expressions
	key         []byte
}

// Next begins another round.
func (t *Tapes) Next() {
	t.before, t.now = t.now, make(map[string]*Tape, len(t.now))
}

// Back takes a round back that was not finished: nothing is forgotten because of it.
func (t *Tapes) Back() {
	for key, tape := range t.before {
		t.now[key] = tape
	}
	t.before = nil
}

// Compile is a.Compile, where a is always the same arena.
func (t *Tapes) Compile(a *Arena, es ...Expr) *Tape {
	t.key = t.key[:0]
	for _, e := range es {
		t.key = binary.AppendVarint(t.key, int64(e))
	}
	if tape := t.now[string(t.key)]; tape != nil {
		return tape
	}
	key := string(t.key)
	tape := t.before[key]
	if tape == nil {
		tape = a.Compile(es...)
	}
	if t.now == nil {
		t.now = map[string]*Tape{}
	}
	t.now[key] = tape
	return tape
}
