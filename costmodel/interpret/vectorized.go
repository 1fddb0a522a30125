package interpret

import (
	"math"

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
	bytes := i.alongMemory(k)
	if i.m.Vectorizes == "nothing" || i.m.Vectorizes == "" || bytes == 0 || !i.vectorizable(k, chains, bodies) {
		return one
	}
	n, ok := i.m.Number("processing.vector_bytes")
	lanes := math.Floor(n.Value / float64(bytes))
	if !ok || lanes < 2 {
		return one
	}
	if i.m.Vectorizes == "whole-counts" {
		trip, known := i.counted(k.inner)
		if !known || trip < lanes || math.Mod(trip, lanes) != 0 {
			return one
		}
	}
	return i.a.Max(one, i.a.Quo(i.parameter("vector_bytes"), i.a.Int(int64(bytes))))
}

// counted is the iterations of a loop, where the compiler knows them.
func (i *interpreter) counted(l *comm.Loop) (float64, bool) {
	known := map[string]float64{}
	for name, v := range i.b.Constants {
		known[name] = float64(v)
	}
	trip, err := i.a.Eval(l.Trip(i.a), known)
	return trip, err == nil
}

// alongMemory is the bytes of the largest element of a kernel whose references all lie side
// by side in its innermost loop, or stay where they are; else 0.
func (i *interpreter) alongMemory(k *kernel) int {
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
				case s.Irregular, s.Loop == k.inner && (d > 0 || s.Scale != 1 && s.Scale != -1), s.Loop != k.inner && i.mentions(s.Offset, k.inner):
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
		if !(c.Sum && i.m.Sums) {
			return false
		}
	}
	for n, u := range k.units {
		if len(u.Element.Functions) > 0 || (u.Element.Masked || u.Element.IsMask) && !masked || core.Calls(bodies[n].Ops) {
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
