package symbolic

import (
	"encoding/binary"
	"math"
	"sync"
)

// followed are the segments of a tape that were asked for last. A statement that has
// not been edited is followed from the same values again.
type followed struct {
	mu       sync.Mutex
	segments map[string]Segment // guarded by mu; by limit and inputs
	courses  map[uint64]*course // guarded by mu; by the inputs that move
}

// mostSegments is the number of segments above which all of a tape are forgotten:
// some hundred pieces of a loop for each of a few processors.
const mostSegments = 1 << 10

func (f *followed) get(t *Tape, in []Poly, limit float64) Segment {
	var room [256]byte
	key := binary.LittleEndian.AppendUint64(room[:0], math.Float64bits(limit))
	for _, p := range in {
		degree := p.Degree()
		key = append(key, byte(degree))
		for _, c := range p[:degree+1] {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(c))
		}
	}
	f.mu.Lock()
	c, known := f.segments[string(key)]
	f.mu.Unlock()
	if known {
		return c
	}
	c = t.follow(in, limit)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.segments == nil || len(f.segments) >= mostSegments {
		f.segments = map[string]Segment{}
	}
	f.segments[string(key)] = c
	return c
}
