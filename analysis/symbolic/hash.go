package symbolic

import "math/bits"

// Hash is a 128-bit structural hash: equal for equal expressions in every arena.
type Hash struct{ Hi, Lo uint64 }

// Less orders hashes; it is the operand order of every commutative node.
func (h Hash) Less(o Hash) bool {
	return h.Hi < o.Hi || h.Hi == o.Hi && h.Lo < o.Lo
}

func seedHash(v uint64) Hash {
	return Hash{0x9e3779b97f4a7c15, 0xd1b54a32d192ed03}.mix(v)
}

// mix folds one word in: two independent multiply-fold lanes.
func (h Hash) mix(v uint64) Hash {
	return Hash{
		fold(h.Hi^v, 0xa0761d6478bd642f) + h.Lo,
		fold(h.Lo^bits.RotateLeft64(v, 29), 0xe7037ed1a0b428db) ^ h.Hi,
	}
}

func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a+0x2d358dccaa6c78a5, b)
	return hi ^ lo
}

func (h Hash) mixHash(o Hash) Hash { return h.mix(o.Hi).mix(o.Lo) }

func (h Hash) mixString(s string) Hash {
	h = h.mix(uint64(len(s)))
	for len(s) >= 8 {
		h = h.mix(uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56)
		s = s[8:]
	}
	var v uint64
	for i := 0; i < len(s); i++ {
		v = v<<8 | uint64(s[i])
	}
	return h.mix(v)
}

func (h Hash) mixNum(x num) Hash {
	if x.b != nil {
		return h.mixString(x.b.RatString())
	}
	return h.mix(uint64(x.n)).mix(uint64(x.d))
}
