package interpret

import (
	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/memory"
)

// loopControl is the operations that a loop adds to its body: increment, test,
// branch.
const loopControl = 3

// codes returns how many operations the compiled body of each loop has, once for
// every statement in it.
func codes(g *aag.Graph) map[any]float64 {
	out := map[any]float64{}
	for _, u := range g.Units {
		if u.Kind != aag.Seq || u.Element == nil {
			continue
		}
		seen := map[any]bool{}
		for _, loops := range [][]*comm.Loop{u.Repeat, u.Loops} {
			for _, l := range loops {
				if at := identity(l); !seen[at] {
					seen[at] = true
					out[at] += operationsOf(u.Element)
				}
			}
		}
	}
	return out
}

// identity is the same for the loops of statements in one DO.
func identity(l *comm.Loop) any {
	if l.Do != nil {
		return l.Do
	}
	return l
}

func operationsOf(e *comm.Element) float64 {
	total := float64(loopControl)
	for _, n := range e.Ops {
		total += n
	}
	return total
}

// instructions is the time of what the instruction cache misses, for one
// execution of the element.
func (i *interpreter) instructions(u *aag.AAU) symbolic.Expr {
	if i.holdsCode(u) {
		return i.a.Real(0)
	}
	s := newStreams(i, u)
	c := memory.Code{Own: operationsOf(u.Element), Trips: s.trips}
	for _, l := range s.loops {
		c.Bodies = append(c.Bodies, i.codes[identity(l)])
	}
	return i.mem.Instructions(c)
}

// holdsCode reports whether the instructions of all loops around a statement stay in
// their cache.
func (i *interpreter) holdsCode(u *aag.AAU) bool {
	for _, loops := range [][]*comm.Loop{i.apart, u.Loops} {
		for _, l := range loops {
			if !i.mem.HoldsCode(i.codes[identity(l)]) {
				return false
			}
		}
	}
	return true
}
