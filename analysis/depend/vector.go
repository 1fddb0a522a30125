package depend

import (
	"strconv"
	"strings"
)

// Direction is a set of signs of a distance.
type Direction uint8

// The directions, by the sign of the sink's iteration less the source's.
const (
	Before Direction = 1 << iota // "<": the sink comes later
	Same                         // "="
	After                        // ">"
	Any    = Before | Same | After
)

// Step is a dependence's extent in one loop, in iterations of it. Inside the
// loop that carries the dependence, where the bounds may differ from one start
// of a loop to the next, loops with a step of 1 or -1 are compared by their
// indices, others by counting from their starts.
type Step struct {
	Direction Direction
	Distance  int64
	Constant  bool // Distance holds for all pairs
}

var directionNames = [...]string{"none", "<", "=", "<=", ">", "<>", ">=", "*"}

// String returns the distance, or the direction where that varies.
func (s Step) String() string {
	if s.Constant {
		return strconv.FormatInt(s.Distance, 10)
	}
	return directionNames[s.Direction&Any]
}

// distance is the step of a constant distance.
func distance(d int64) Step {
	s := Step{Direction: Same, Distance: d, Constant: true}
	switch {
	case d > 0:
		s.Direction = Before
	case d < 0:
		s.Direction = After
	}
	return s
}

// VectorText returns the steps as in "(0,1,*)".
func (d *Dependence) VectorText() string {
	parts := make([]string, len(d.Vector))
	for i, s := range d.Vector {
		parts[i] = s.String()
	}
	return "(" + strings.Join(parts, ",") + ")"
}
