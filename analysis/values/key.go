package values

import (
	"crypto/sha256"
	encoding "encoding/binary"
	"maps"
	"math"
	"slices"
	"sync"
)

// Keys tell the states of one run apart. Most variables hold the same in many of them: what each
// holds is hashed once.
type Keys struct {
	states, cells sync.Map
}

// Of returns what is equal for equal states, and for no others; "" for nil.
func (k *Keys) Of(s *State) string {
	if s == nil {
		return ""
	}
	return remembered(&k.states, s, func() []byte { return k.state(s) })
}

func remembered[K any](known *sync.Map, of K, written func() []byte) string {
	key, found := known.Load(of)
	if !found {
		sum := sha256.Sum256(written())
		key, _ = known.LoadOrStore(of, string(sum[:]))
	}
	return key.(string)
}

func (k *Keys) state(s *State) []byte {
	var out []byte
	for _, list := range [][]held{s.dummies, s.shared} {
		out = encoding.AppendUvarint(out, uint64(len(list)))
		for _, h := range list {
			out = append(withText(out, h.name), remembered(&k.cells, h.cell, h.cell.written)...)
		}
	}
	if s.given == nil {
		return out
	}
	for _, name := range slices.Sorted(maps.Keys(s.given.of)) {
		out = withTruth(withText(out, name), s.given.of[name])
	}
	return append(out, 0)
}

// written is what a variable holds, but not where and how often it was stored to.
func (c *cell) written() []byte {
	out := withValue(make([]byte, 0, 64), c.scalar)
	out = withTruth(withTruth(withText(out, c.unseen), c.array), c.differs)
	out = encoding.AppendVarint(encoding.AppendVarint(out, int64(c.opened.Start)), int64(c.opened.End))
	for _, list := range [][]int64{c.lower, c.extent} {
		out = encoding.AppendUvarint(out, uint64(len(list)))
		for _, x := range list {
			out = encoding.AppendVarint(out, x)
		}
	}
	out = encoding.AppendUvarint(out, uint64(len(c.elems)))
	for _, v := range c.elems {
		out = withValue(out, v)
	}
	return out
}

func withValue(out []byte, v value) []byte {
	out = encoding.AppendVarint(append(out, byte(v.kind), byte(v.from)), v.i)
	return encoding.LittleEndian.AppendUint64(out, math.Float64bits(v.f))
}

func withText(out []byte, s string) []byte {
	return append(encoding.AppendUvarint(out, uint64(len(s))), s...)
}

func withTruth(out []byte, t bool) []byte {
	if t {
		return append(out, 1)
	}
	return append(out, 0)
}
