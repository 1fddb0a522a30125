package memory

import (
	"encoding/binary"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// key writes all that the misses of a nest that stands alone are made of, but for the
// machine.
func (n Nest) key() []byte {
	k := nestKey{make([]byte, 0, 128)}
	k.nest(n)
	return k.bytes
}

func (k *nestKey) nest(n Nest) {
	k.exprs(n.Trips...)
	k.numbers(int64(len(n.Streams)))
	for _, s := range n.Streams {
		k.stream(s)
	}
}

// Among adds to a key all that the transfers of a nest are made of, but for the
// machine: also the nests that are executed between two uses of its lines. number tells
// nests apart by their Own.
func (n *Nest) Among(key []byte, number func(*Nest) int64) []byte {
	k := nestKey{key}
	k.numbers(number(n))
	for _, s := range n.Streams {
		k.numbers(int64(len(s.Between)))
		for _, returns := range s.Between {
			k.numbers(int64(len(returns)))
			for _, r := range returns {
				k.numbers(int64(r.Share), int64(r.Bytes), int64(len(r.Passages)))
				for _, p := range r.Passages {
					k.numbers(number(p.Nest), int64(p.Inner), truth(p.Half))
				}
			}
		}
	}
	return k.bytes
}

// Own writes a nest for itself, with the names of its arrays.
func (n *Nest) Own() []byte {
	k := nestKey{make([]byte, 0, 256)}
	k.nest(*n)
	for _, s := range n.Streams {
		k.numbers(int64(len(s.Array)))
		k.bytes = append(k.bytes, s.Array...)
	}
	return k.bytes
}

// alone reports whether nothing else stands between the iterations of the nest.
func (n Nest) alone() bool {
	return !slices.ContainsFunc(n.Streams, func(s Stream) bool { return len(s.Between) > 0 })
}

type nestKey struct{ bytes []byte }

func (k *nestKey) numbers(all ...int64) {
	for _, n := range all {
		k.bytes = binary.AppendVarint(k.bytes, n)
	}
}

func (k *nestKey) exprs(all ...symbolic.Expr) {
	k.numbers(int64(len(all)))
	for _, e := range all {
		k.numbers(int64(e))
	}
}

func (k *nestKey) stream(s Stream) {
	k.numbers(int64(s.Bytes), truth(s.Store), truth(s.Again), truth(s.Scattered), int64(s.Whole), int64(len(s.Steps)), int64(len(s.Columns)))
	for _, step := range s.Steps {
		k.numbers(truth(step.Idle), int64(step.Bytes), int64(step.Along))
	}
	for _, c := range s.Columns {
		k.numbers(int64(c.From), int64(len(c.Ahead)), int64(len(c.Apart)))
		k.numbers(c.Ahead...)
		k.bytes = append(k.bytes, c.Apart...)
	}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
