package interpret

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/costmodel/core"
)

// jam finds the loop around of which the compiler does several iterations together in the
// innermost one, because they add to the same elements (unroll and jam): each of these is
// loaded and stored once for all of them, and the loop is controlled once.
func (i *interpreter) jam(k *kernel, bodies []core.Work) {
	k.jammed = 1
	n, ok := i.m.Number("processing.jams")
	if !ok || n.Value <= 1 || k.outer || len(k.loops) < 2 || len(k.units) != 1 || k.inner.Do == nil {
		return
	}
	u, l := k.units[0], k.loops[1]
	left, t := u.Element.Left, i.trees[u.At]
	if left == nil || t.left == nil || l.Do == nil || !holdsOnly(l.Do, k.inner.Do) || i.bounds(k.loops[:1], l) ||
		len(u.Element.Loops) > 0 || u.Element.Masked || len(u.Element.Functions) > 0 || i.follows(left, l) || !i.follows(left, k.inner) || !addsToItself(t) {
		return
	}
	k.jammed = n.Value
	bodies[0].Stores /= n.Value
	bodies[0].Loads -= float64(i.kept(u.Element.Reads, l)) * (1 - 1/n.Value)
}

// follows reports whether an element is another one in the next iteration of a loop.
func (i *interpreter) follows(x *comm.Access, l *comm.Loop) bool {
	return slices.ContainsFunc(x.Subs, func(s comm.Affine) bool { return s.Irregular || s.Loop == l || i.mentions(s.Offset, l) })
}

// kept is how many of the references of the innermost loop are the same in all iterations of
// the loop around.
func (i *interpreter) kept(reads []*comm.Access, l *comm.Loop) int {
	n := 0
	for _, x := range reads {
		if len(x.Subs) > 0 && !i.follows(x, l) {
			n++
		}
	}
	return n
}

// addsToItself reports whether a statement adds to its element, and mentions the array
// nowhere else.
func addsToItself(t tree) bool {
	sum, ok := t.right.(*program.Binary)
	if !ok || sum.Op != program.Add && sum.Op != program.Sub {
		return false
	}
	own, other := sum.X, sum.Y
	if sum.Op == program.Add && program.Text(own) != program.Text(t.left) {
		own, other = other, own
	}
	return program.Text(own) == program.Text(t.left) && !program.Mentions(t.left.Sym, other)
}
