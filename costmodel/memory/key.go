package memory

import (
	"encoding/binary"

	"github.com/parlens/parlens/analysis/symbolic"
)

// key writes all that the misses of a nest are made of, but for the machine.
func (n Nest) key() []byte {
	k := nestKey{make([]byte, 0, 128)}
	k.exprs(n.Trips...)
	k.numbers(int64(len(n.Streams)))
	for _, s := range n.Streams {
		k.stream(s)
	}
	return k.bytes
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
	k.numbers(int64(s.Bytes), truth(s.Store), truth(s.Again), int64(len(s.Steps)), int64(len(s.Columns)))
	for _, step := range s.Steps {
		k.numbers(truth(step.Idle), int64(step.Bytes))
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
