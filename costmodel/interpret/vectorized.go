package interpret

import (
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/core"
)

// vectorLength is how many iterations of a kernel an instruction does; 1 where the
// compiler does not vectorise it.
func (i *interpreter) vectorLength(k *kernel, chains []core.Chain, bodies []core.Work) symbolic.Expr {
	one := i.a.Int(1)
	along := k.inner
	bytes := i.alongMemory(k, along)
	if i.m.Vectorizes == "nothing" || i.m.Vectorizes == "" {
		return one
	}
	if bytes == 0 || !i.vectorizable(k, chains, bodies) {
		if along, bytes = i.aroundInner(k, chains, bodies); bytes == 0 {
			return one
		}
		k.outer = true
	}
	n, ok := i.m.Number("processing.vector_bytes")
	lanes := math.Floor(n.Value / float64(bytes))
	if !ok || lanes < 2 {
		return one
	}
	parts := int64(1)
	if i.m.Vectorizes == "whole-counts" { // a half of a vector is one too, where the count is a whole number of these only
		trip, known := i.counted(along)
		for ; lanes >= 2 && math.Mod(trip, lanes) != 0; lanes /= 2 {
			parts *= 2
		}
		if !known || lanes < 2 || trip < lanes {
			return one
		}
	}
	return i.a.Max(one, i.a.Quo(i.parameter("vector_bytes"), i.a.Int(parts*int64(bytes))))
}

// aroundInner is the loop around the innermost one, where the compiler does its
// iterations together: nothing else stands between the two, its iterations are
// independent, its references lie side by side and the inner loop's bounds do not
// change in it. A chain of the inner loop is then one for each of them, if it is a sum:
// what one iteration of the inner loop stores and the next one loads is kept in a
// register, and that is not done for several at a time.
func (i *interpreter) aroundInner(k *kernel, chains []core.Chain, bodies []core.Work) (*comm.Loop, int) {
	if len(k.loops) < 2 || k.inner.Do == nil || len(k.units[0].Element.Loops) > 0 {
		return nil, 0
	}
	l := k.loops[1]
	if l.Do == nil || l.Scale != 1 || !holdsOnly(l.Do, k.inner.Do) || i.bounds(k.loops[:1], l) || !(l.Independent || i.unordered(l.Do)) {
		return nil, 0
	}
	if slices.ContainsFunc(chains, func(c core.Chain) bool { return !c.Sum }) {
		return nil, 0
	}
	for n, u := range k.units {
		if left := u.Element.Left; left == nil || len(left.Subs) == 0 || left.Subs[0].Loop != l || u.Element.Masked || u.Element.IsMask || len(u.Element.Functions) > 0 || (core.Model{A: i.a, M: i.m}).Scalar(bodies[n].Ops) {
			return nil, 0
		}
	}
	for _, s := range k.inner.Do.Body {
		if _, ok := s.(*program.Assign); !ok {
			return nil, 0
		}
	}
	return l, i.alongMemory(k, l)
}

// counted is the iterations of a loop, where the compiler knows them.
func (i *interpreter) counted(l *comm.Loop) (float64, bool) { return i.withConstants(l.Trip(i.a)) }

// withConstants is an expression with the constants that the program declares.
func (i *interpreter) withConstants(e symbolic.Expr) (float64, bool) {
	known := map[string]float64{}
	for name, v := range i.b.Constants {
		known[name] = float64(v)
	}
	x, err := i.a.Eval(e, known)
	return x, err == nil
}

// alongMemory is the bytes of the largest element of a kernel whose references all lie side
// by side along a loop, or stay where they are; else 0.
func (i *interpreter) alongMemory(k *kernel, along *comm.Loop) int {
	largest := 0
	for _, u := range k.units {
		all := u.Element.Reads
		if u.Element.Left != nil {
			all = append(all[:len(all):len(all)], u.Element.Left)
		}
		for _, x := range all {
			largest = max(largest, x.Sym.Bytes)
			for d, s := range x.Subs {
				switch {
				case s.Irregular, s.Loop == along && (d > 0 || s.Scale != 1 && s.Scale != -1), s.Loop != along && i.mentions(s.Offset, along):
					return 0
				}
			}
		}
	}
	return largest
}

// vectorizable reports whether iterations may be done together, and are by this
// compiler.
func (i *interpreter) vectorizable(k *kernel, chains []core.Chain, bodies []core.Work) bool {
	masked := i.m.Vectorizes == "masked-loops"
	for _, c := range chains {
		if !(c.Sum && i.m.Sums || c.Free) {
			return false
		}
	}
	for n, u := range k.units {
		if len(u.Element.Functions) > 0 || (u.Element.Masked || u.Element.IsMask) && !masked || (core.Model{A: i.a, M: i.m}).Scalar(bodies[n].Ops) {
			return false
		}
	}
	do := k.inner.Do
	if do == nil || len(k.units[0].Element.Loops) > 0 {
		return true
	}
	straight := true
	program.Statements(do.Body, func(s program.Stmt) bool {
		switch s.(type) {
		case *program.Assign:
		case *program.If:
			straight = straight && masked
		default:
			straight = false
		}
		return straight
	})
	if !straight || k.inner.Scale != 1 && k.inner.Scale != -1 {
		return false
	}
	return k.inner.Independent || i.unordered(do)
}

// unordered reports whether the iterations of a loop are independent, or read only
// what later ones store.
func (i *interpreter) unordered(do *program.Do) bool {
	if i.b.Depend == nil {
		return false
	}
	l := i.b.Depend.Loop(do)
	if l == nil || l.Verdict == depend.Unknown || len(l.Inductions) > 0 {
		return false
	}
	for _, d := range l.Carried() {
		if d.Kind != depend.Anti && d.Reduction == "" && d.Sym.Rank() > 0 {
			return false
		}
	}
	return true
}
