package memory

import "github.com/parlens/parlens/analysis/symbolic"

// Code is how many operations the compiled code around an element has.
type Code struct {
	Own    float64         // of the element
	Bodies []float64       // of the body of each loop around it, innermost first
	Trips  []symbolic.Expr // iterations of each
}

// Instructions returns the extra seconds that the instruction cache costs for one
// execution of the element, on the average: what an element's instructions take
// is missed again in each iteration of a loop whose body is larger than the
// cache. Little more than the cache loses some of it, twice as much all.
func (m Model) Instructions(c Code) symbolic.Expr {
	a := m.A
	n := len(c.Bodies)
	if n == 0 || m.HoldsCode(c.Bodies[n-1]) {
		return a.Real(0)
	}
	each := m.parameter("instruction_bytes")
	missed := a.Real(0) // of the lines in one iteration of a loop
	for k := n - 1; k >= 0; k-- {
		size := a.Mul(a.Real(c.Bodies[k]), each)
		beyond := a.Sub(a.Int(1), a.Quo(m.parameter("instruction_cache_bytes"), size))
		lost := a.Min(a.Real(1), a.Max(a.Real(0), a.Mul(a.Int(2), beyond)))
		kept := a.Quo(missed, a.Max(a.Int(1), c.Trips[k]))
		missed = a.Add(kept, a.Mul(lost, a.Sub(a.Int(1), kept)))
	}
	lines := a.Quo(a.Mul(a.Real(c.Own), each), m.parameter("instruction_line_bytes"))
	return a.Mul(lines, missed, m.parameter("instruction_miss_s"))
}

// HoldsCode reports whether a loop of so many operations misses no instructions after its
// first iteration.
func (m Model) HoldsCode(operations float64) bool {
	return !m.has("instruction_cache_bytes", "instruction_line_bytes", "instruction_bytes", "instruction_miss_s") ||
		operations*m.number("instruction_bytes") <= m.number("instruction_cache_bytes")
}
