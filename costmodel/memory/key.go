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
	k.exprs(n.Trips...)
	k.numbers(int64(len(n.Streams)))
	for _, s := range n.Streams {
		k.stream(s)
	}
	return k.bytes
}

// amongOthers begins the keys of nests among others: no other key begins so.
const amongOthers = 0xff

// among writes all that the transfers of a nest are made of, but for the machine: also
// the nests that are executed between two uses of its lines, each once.
func (n Nest) among(processes symbolic.Expr) []byte {
	k := nestKey{append(make([]byte, 0, 512), amongOthers)}
	k.numbers(int64(processes))
	k.named(n)
	known := map[*Nest]int64{}
	for _, s := range n.Streams {
		k.numbers(int64(len(s.Between)))
		for _, passages := range s.Between {
			k.numbers(int64(len(passages)))
			for _, p := range passages {
				number, seen := known[p.Nest]
				if !seen {
					number = int64(len(known))
					known[p.Nest] = number
				}
				if k.numbers(number, int64(p.Inner), truth(p.Half)); !seen {
					k.named(*p.Nest)
				}
			}
		}
	}
	return k.bytes
}

// named writes a nest for itself, with the names of its arrays.
func (k *nestKey) named(n Nest) {
	k.bytes = append(k.bytes, n.key()...)
	for _, s := range n.Streams {
		k.numbers(int64(len(s.Array)))
		k.bytes = append(k.bytes, s.Array...)
	}
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
