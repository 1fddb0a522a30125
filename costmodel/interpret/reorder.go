package interpret

import (
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// interchanged is the order of a unit's DO loops after loop interchange: of those
// that stand directly in each other the one along which most references lie side
// by side becomes the innermost, where no dependence forbids it and no bound of
// another depends on it. What the loops themselves cost is not counted again.
func (i *interpreter) interchanged(u *aag.AAU, order []*comm.Loop) []*comm.Loop {
	band := i.band(order)
	best, least := -1, 0.0
	for k := len(band) - 1; k >= 0; k-- {
		far := distant(u.Element, band[k])
		if best < 0 || far < least && i.movable(u, band, k) {
			best, least = k, far
		}
	}
	if best < 0 || best == len(band)-1 {
		return order
	}
	at := len(order) - len(band) + best
	moved := order[at]
	return append(slices.Delete(order, at, at+1), moved)
}

// Reordered is a statement whose loops the compiler nests in another order.
type Reordered struct {
	At        source.Span
	Innermost *program.Symbol // the index of the loop that is now the innermost
}

// ReorderedLoops lists the statements of a graph whose DO loops are interchanged.
func ReorderedLoops(g *aag.Graph) []Reordered {
	if !g.Builder.Scheme.Reorder {
		return nil
	}
	var out []Reordered
	i := &interpreter{a: g.Builder.A, b: g.Builder}
	for _, u := range g.Units {
		if u.Kind != aag.Seq || len(u.Loops) == 0 || len(u.Element.Loops) > 0 {
			continue
		}
		order := i.nestOrder(u)
		if last := order[len(order)-1]; last != u.Loops[len(u.Loops)-1] && last.Index != nil {
			out = append(out, Reordered{u.At, last.Index})
		}
	}
	return out
}

// band returns the innermost loops of which each but the last has nothing else in
// its body than the next, and whose bounds do not depend on each other.
func (i *interpreter) band(loops []*comm.Loop) []*comm.Loop {
	first := len(loops)
	for k := len(loops) - 1; k >= 0; k-- {
		l := loops[k]
		if l.Do == nil || k+1 < len(loops) && !holdsOnly(l.Do, loops[k+1].Do) || i.bounds(loops[k+1:], l) {
			break
		}
		first = k
	}
	return loops[first:]
}

func holdsOnly(outer, inner *program.Do) bool {
	return len(outer.Body) == 1 && outer.Body[0] == program.Stmt(inner)
}

// bounds reports whether the bounds of some of the loops depend on another.
func (i *interpreter) bounds(loops []*comm.Loop, on *comm.Loop) bool {
	return slices.ContainsFunc(loops, func(l *comm.Loop) bool { return i.mentions(l.Lo, on) || i.mentions(l.Hi, on) })
}

// distant counts the references of an element that go far with each iteration of a
// loop; those that stay where they are count nothing, neighbours a little.
func distant(e *comm.Element, l *comm.Loop) float64 {
	all := e.Reads
	if e.Left != nil {
		all = append(all[:len(all):len(all)], e.Left)
	}
	far := 0.0
	for _, x := range all {
		for d, s := range x.Subs {
			switch {
			case s.Loop != l:
			case d == 0 && (s.Scale == 1 || s.Scale == -1):
				far += 0.1
			default:
				far++
			}
		}
	}
	return far
}

// movable reports whether a loop of the band may become its innermost.
func (i *interpreter) movable(u *aag.AAU, band []*comm.Loop, k int) bool {
	var order []*program.Do
	for n, l := range band {
		if n != k {
			order = append(order, l.Do)
		}
	}
	order = append(order, band[k].Do)
	for _, l := range band {
		known := (*depend.Loop)(nil)
		if i.b.Depend != nil {
			known = i.b.Depend.Loop(l.Do)
		}
		switch {
		case known != nil && !accumulates(u, band, known):
			return false
		case l.Unordered || l.Independent:
		case known == nil || known.Verdict == depend.Unknown || len(known.Inductions) > 0:
			return false
		case slices.ContainsFunc(known.Carried(), func(d *depend.Dependence) bool { return reversed(d, order) }):
			return false
		}
	}
	return true
}

// accumulates reports whether what a loop combines stays in the order in which it
// is combined: into elements of the array on the left, in one loop of the band.
func accumulates(u *aag.AAU, band []*comm.Loop, l *depend.Loop) bool {
	for _, r := range l.Reductions {
		left := u.Element.Left
		if left == nil || left.Sym != r.Sym {
			return false
		}
		follows := func(in *comm.Loop) bool {
			return slices.ContainsFunc(left.Subs, func(s comm.Affine) bool { return s.Loop == in && !s.Irregular })
		}
		idle := 0
		for _, in := range band {
			if !follows(in) {
				idle++
			}
		}
		if idle > 1 {
			return false
		}
	}
	return true
}

// reversed reports whether a dependence may run backwards when its loops are in
// another order.
func reversed(d *depend.Dependence, order []*program.Do) bool {
	for _, do := range order {
		at := slices.Index(d.Loops, do)
		if at < 0 || at >= len(d.Vector) {
			continue
		}
		switch direction := d.Vector[at].Direction; {
		case direction&depend.After != 0:
			return true
		case direction == depend.Before:
			return false
		}
	}
	return false
}
