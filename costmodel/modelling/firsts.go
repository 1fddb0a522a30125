package modelling

import (
	"slices"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/symbolic"
)

// line is a direction in which iterations need the same elements: those in between two that need
// one element in one processor do so too, or those that are a multiple of some steps apart.
type line struct {
	moves map[*place.Loop]int64 // by one step
	by    symbolic.Expr         // the distance, in steps, of iterations that need the same in one processor
}

// firsts are tests for the iterations that are the first in their lines; false where iterations
// that need one element stand in no such lines.
func (r *repeats) firsts() ([]notation.Node, bool) {
	if !r.apart() {
		return nil, false
	}
	lines, ok := r.single()
	if !ok {
		if lines, ok = r.diagonal(); !ok {
			return nil, false
		}
	}
	var out []notation.Node
	for _, x := range lines {
		out = append(out, r.first(x))
	}
	return out, true
}

// apart tells whether no condition, no owner and no bound ties a free loop to another one of them, or to
// a loop that the element does not depend on.
func (r *repeats) apart() bool {
	others := slices.Clone(r.free)
	for _, l := range r.gathered.loops {
		if !slices.Contains(r.nest, l) {
			others = append(others, l)
		}
	}
	tied := func(es ...symbolic.Expr) bool {
		n := 0
		for _, l := range others {
			if r.mention(l, es...) {
				n++
			}
		}
		return n > 1
	}
	for _, l := range r.gathered.loops {
		if l.Stated() || slices.Contains(others, l) && r.bounded(l, r.free) || tied(l.Lo, l.Hi) {
			return false
		}
		for _, o := range r.free {
			if a := r.method.Arena; !a.Monotone(l.Lo, o.Index) || !a.Monotone(l.Hi, o.Index) {
				return false
			}
		}
	}
	for _, t := range r.under {
		if slices.ContainsFunc(r.free, func(l *place.Loop) bool { return slices.Contains(namesIn(t), l.Index) }) {
			return false
		}
	}
	return true
}

// owners are the coordinates of the processor that needs the element.
func (r *repeats) owners() []symbolic.Expr {
	if r.To.Grid == nil || r.To.IsReplicated() {
		return nil
	}
	return r.To.Place(r.method.Arena)
}

// single finds a line along each free loop, where each subscript and each coordinate of the
// processor depends on one of them at most.
func (r *repeats) single() ([]line, bool) {
	var out []line
	for _, e := range append(r.owners(), r.values...) {
		n := 0
		for _, l := range r.gathered.loops {
			if r.mention(l, e) && (slices.Contains(r.free, l) || !slices.Contains(r.nest, l)) {
				n++
			}
		}
		if n > 1 {
			return nil, false
		}
	}
	for _, l := range r.free {
		by, ok := r.steps(l)
		if !ok {
			return nil, false
		}
		out = append(out, line{map[*place.Loop]int64{l: 1}, by})
	}
	return out, true
}

// steps are how many iterations of a loop apart one element is needed in one processor: of
// x[i/4] side by side, of x[i%8] 8 apart.
func (r *repeats) steps(l *place.Loop) (symbolic.Expr, bool) {
	a := r.method.Arena
	var values []symbolic.Expr
	monotone := true
	for _, e := range r.values {
		if r.mention(l, e) {
			values = append(values, e)
			monotone = monotone && a.Monotone(e, l.Index)
		}
	}
	if monotone {
		return r.together(a.Int(1), r.owners(), l.Index)
	}
	if len(values) > 1 {
		return 0, false
	}
	period, ok := r.period(values[0], l.Index)
	if _, constant := a.ConstInt(period); !ok || !constant {
		return 0, false
	}
	return r.together(period, r.owners(), l.Index)
}

// period is after how many steps of an index a remainder comes again, and not before.
func (r *repeats) period(e symbolic.Expr, index string) (symbolic.Expr, bool) {
	a := r.method.Arena
	f := a.FormOf(e, index)
	if f.Kind != symbolic.Cyclic {
		return 0, false
	}
	inner := a.FormOf(f.Inner, index)
	if inner.Kind != symbolic.Linear {
		return 0, false
	}
	size, constant := a.ConstInt(f.Size)
	if constant {
		return a.Int(size / symbolic.GCD(size, inner.Slope)), true
	}
	return f.Size, inner.Slope == 1 || inner.Slope == -1
}

// together is the distance of iterations that have a distance for other reasons, and are on one
// processor: where its coordinates are monotone along an index, or come again.
func (r *repeats) together(by symbolic.Expr, owners []symbolic.Expr, index string) (symbolic.Expr, bool) {
	a := r.method.Arena
	for _, e := range owners {
		if a.Monotone(e, index) {
			continue
		}
		period, ok := r.period(e, index)
		if !ok {
			return 0, false
		}
		x, known := a.ConstInt(by)
		y, knownToo := a.ConstInt(period)
		switch {
		case known && knownToo:
			by = a.Int(x / symbolic.GCD(x, y) * y)
		case known && x == 1:
			by = period
		case by != period:
			return 0, false
		}
	}
	return by, true
}

// diagonal finds the line along two free loops in which their sum, as in x[i+j], stays what it is.
func (r *repeats) diagonal() ([]line, bool) {
	if len(r.free) != 2 || len(r.values) != 1 {
		return nil, false
	}
	a := r.method.Arena
	list, linear := r.slopes(r.values[0])
	if !linear {
		return nil, false
	}
	x, ok := a.ConstInt(list[0])
	y, okToo := a.ConstInt(list[1])
	if !ok || !okToo || x == 0 || y == 0 {
		return nil, false
	}
	g := symbolic.GCD(x, y)
	out := line{moves: map[*place.Loop]int64{r.free[0]: y / g, r.free[1]: -x / g}}
	const step = "\x01step"
	var owners []symbolic.Expr
	for _, e := range r.owners() {
		if slices.ContainsFunc(r.gathered.loops, func(l *place.Loop) bool { return !slices.Contains(r.nest, l) && r.mention(l, e) }) {
			return nil, false
		}
		owners = append(owners, a.Subst(e, r.moved(out, a.Sym(step, symbolic.Index))))
	}
	out.by, ok = r.together(a.Int(1), owners, step)
	return []line{out}, ok
}

// moved are the iterations so many steps further on a line.
func (r *repeats) moved(x line, steps symbolic.Expr) map[string]symbolic.Expr {
	a := r.method.Arena
	out := map[string]symbolic.Expr{}
	for l, by := range x.moves {
		out[l.Index] = a.Add(a.Sym(l.Index, symbolic.Index), a.Mul(a.Int(by), steps))
	}
	return out
}

// first tests that the iteration before on a line is none, or needs another element or on another processor.
func (r *repeats) first(x line) notation.Node {
	a := r.method.Arena
	before := r.moved(x, a.Neg(x.by))
	same := a.Int(1)
	for _, l := range r.nest {
		i := a.Subst(a.Sym(l.Index, symbolic.Index), before)
		lo, hi := a.Subst(l.Lo, before), a.Subst(l.Hi, before)
		if before[l.Index] != 0 || lo != l.Lo || hi != l.Hi {
			same = a.And(same, a.Le(lo, i), a.Le(i, hi))
		}
	}
	for _, e := range slices.Concat(r.values, r.owners()) {
		same = a.And(same, a.Eq(e, a.Subst(e, before)))
	}
	return notation.Infix("==", a.Tree(same), notation.Int(0))
}
