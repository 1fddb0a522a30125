package arrayop

import (
	"fmt"
	"math"
	"sort"

	"github.com/parlens/parlens/machines"
)

// Model evaluates the parameters of a machine of array operations.
type Model struct {
	Machine *machines.Machine
	*machines.Array
}

// New returns the model of a machine that has array operations.
func New(m *machines.Machine) Model { return Model{m, m.Array} }

// Term is a multiple of a parameter: of a whole operation on Elements elements, or
// of an overhead with its argument.
type Term struct {
	Count    float64
	Name     string  // "RS-ADD", "OH-BANKSTRIDE", ...
	Elements float64 // of the operation; of the array, for an overhead that depends on it
	Argument float64 // the stride, percentage or block size of an overhead
	Indexed  bool    // it has an argument
}

// String writes a term as the paper does: "3 x RS-MUL(500000)".
func (t Term) String() string {
	s := t.Name
	switch {
	case t.Indexed && t.Elements > 0:
		s += fmt.Sprintf("(%.6g,%.6g)", t.Argument, t.Elements)
	case t.Indexed:
		s += fmt.Sprintf("(%.6g)", t.Argument)
	case t.Elements > 0:
		s += fmt.Sprintf("(%.9g)", t.Elements)
	}
	if t.Count == 1 {
		return s
	}
	return fmt.Sprintf("%.9g x %s", t.Count, s)
}

// Value is what a term takes; false when the machine has no such parameter.
func (m Model) Value(t Term) (Estimate, bool) {
	c, ok := m.Curve(t.Name)
	if !ok {
		return Estimate{}, false
	}
	switch {
	case t.Name == cacheStride:
		return cacheStrideAt(c, t.Argument, t.Elements).Times(t.Count), true
	case c.Points[0].Argument != 0 || len(c.Points) > 1 && c.Points[1].Argument != 0:
		return held(c, t.Argument).Times(t.Count), true
	}
	return along(c, t.Elements).Times(t.Count), true
}

// Beyond reports whether a term lies outside the sizes that were measured.
func (m Model) Beyond(t Term) bool {
	c, ok := m.Curve(t.Name)
	if !ok || t.Indexed || c.Points[0].Elements == 0 {
		return false
	}
	return t.Elements > c.Points[len(c.Points)-1].Elements
}

// estimate is a measured point with its interval at Confidence.
func estimate(c *machines.Curve, p machines.Point) Estimate {
	k := halfWidth(c.Confidence)
	return Estimate{p.Mean, p.Mean - k*(p.Mean-p.Low), p.Mean + k*(p.High-p.Mean), p.Minimum}
}

// along is an operation on n elements: on the straight line between the measured
// sizes around n, and beyond them on the line through the two that are next. Every
// way to execute it, in distributed memory, in shared memory with static or dynamic
// scheduling, in strips of vectors (equations 1.a, 1.b, 1.c, 2 of section 5), is
// such a line for large n (equation 3). A line that falls with the size is noise of
// the measurement: beyond the sizes the last value holds.
func along(c *machines.Curve, n float64) Estimate {
	p := c.Points
	if len(p) == 1 {
		return estimate(c, p[0])
	}
	i := sort.Search(len(p)-2, func(i int) bool { return n <= p[i+1].Elements })
	a, b := p[i], p[i+1]
	x := (n - a.Elements) / (b.Elements - a.Elements)
	if (x < 0 || x > 1) && b.Mean < a.Mean {
		x = math.Max(0, math.Min(1, x))
	}
	return estimate(c, a).between(estimate(c, b), x)
}

// held is an overhead by its argument: on the straight line between the measured
// arguments, and the nearest beyond them.
func held(c *machines.Curve, x float64) Estimate {
	p := c.Points
	if len(p) == 1 || x <= p[0].Argument {
		return estimate(c, p[0])
	}
	i := sort.Search(len(p)-1, func(i int) bool { return x <= p[i].Argument })
	a, b := p[i-1], p[i]
	return estimate(c, a).between(estimate(c, b), math.Min(1, (x-a.Argument)/(b.Argument-a.Argument)))
}
