package symbolic

import (
	"encoding/binary"
	"math"
	"sync"
)

// followed are the courses of a tape that were asked for last. A statement that has
// not been edited is followed from the same values again.
type followed struct {
	mu      sync.Mutex
	courses map[string]Course // guarded by mu; by limit and inputs
}

// mostCourses is the number of courses above which all of a tape are forgotten:
// some hundred pieces of a loop for each of a few processors.
const mostCourses = 1 << 10

func (f *followed) get(t *Tape, in []Poly, limit float64) Course {
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
	c, known := f.courses[string(key)]
	f.mu.Unlock()
	if known {
		return c
	}
	c = t.follow(in, limit)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.courses == nil || len(f.courses) >= mostCourses {
		f.courses = map[string]Course{}
	}
	f.courses[string(key)] = c
	return c
}
