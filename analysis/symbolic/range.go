package symbolic

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Unbounded stands for "no limit on this side" in Assume.
const Unbounded int64 = math.MaxInt64

// Assume states that a symbol lies in lo..hi; Unbounded as hi (or -Unbounded as
// lo) leaves that side open. Ranges of nodes already built are brought up to
// date; their form changes at the next Simplify.
func (a *Arena) Assume(name string, lo, hi int64) {
	r := everything
	if lo != -Unbounded && lo != math.MinInt64 {
		r.lo = float64(lo)
	}
	if hi != Unbounded {
		r.hi = float64(hi)
	}
	a.setFact(name, r)
}

// AssumeAs states of a symbol what another arena assumes of one.
func (a *Arena) AssumeAs(name string, from *Arena, as string) {
	if r, ok := from.facts[as]; ok {
		a.setFact(name, r)
	}
}

// Assumptions writes what is assumed of which symbols. Expressions that are built
// alike in two arenas with the same assumptions are equal, whatever else has
// been built there.
func (a *Arena) Assumptions() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(a.facts)) {
		if !strings.HasPrefix(name, "\x00") { // the index of an open loop
			fmt.Fprintf(&b, "%s %v; ", name, a.facts[name])
		}
	}
	return b.String()
}

// AssumptionsOf writes what is assumed of the free symbols of e, as Assumptions
// does.
func (a *Arena) AssumptionsOf(e Expr) string {
	var b strings.Builder
	for _, s := range a.Free(e) {
		if r, ok := a.facts[s.Name]; ok {
			fmt.Fprintf(&b, "%s %v; ", s.Name, r)
		}
		if of := a.quotients[a.syms[s.Name]]; of != 0 {
			fmt.Fprintf(&b, "%s = %v; ", s.Name, a.Hash(of))
		}
	}
	return b.String()
}

// StandIn is an Index symbol that stands for e, an index expression that is at
// least 1 wherever it matters. Of a quotient e the proofs know that y*(x div y)
// is at most x.
func (a *Arena) StandIn(name string, e Expr) Expr {
	a.Assume(name, 1, Unbounded)
	s := a.Sym(name, Index)
	if a.op(e) == opDiv {
		a.quotients[s] = e
		a.proofs.forget(0)
		a.calls = newCalls()
	}
	return s
}

func (a *Arena) setFact(name string, r interval) {
	if old, ok := a.facts[name]; ok && old == r {
		return
	}
	if a.frozen {
		panic("symbolic: Assume in a frozen arena")
	}
	a.facts[name] = r
	if _, used := a.syms[name]; !used {
		return // nothing that is remembered has the symbol in it
	}
	clear(a.memos[0])
	a.proofs.forget(0)
	clear(a.loops)
	a.calls = newCalls()
	for e := 1; e < len(a.nodes); e++ {
		a.nodes[e].rng = a.rangeOf(Expr(e))
	}
}

// rangeOf computes a node's interval from its parts.
func (a *Arena) rangeOf(e Expr) interval {
	switch n := &a.nodes[e]; n.op {
	case opConst:
		return point(a.coefsOf(e)[0])
	case opSym:
		if r, ok := a.facts[a.text(e)]; ok {
			return r
		}
	case opBound:
		return n.rng
	case opAdd:
		return a.sumRange(e)
	case opMul:
		return a.mulRange(e)
	case opMax:
		return a.maxRange(e)
	case opDiv, opMod, opFloor, opCLog2, opLog2, opPow:
		return a.functionRange(e)
	case opEQ, opNE, opGE, opGT, opAnd, opOr:
		return interval{0, 1}
	case opCond:
		x, y := a.nodes[a.kid(e, 1)].rng, a.nodes[a.kid(e, 2)].rng
		return interval{min(x.lo, y.lo), max(x.hi, y.hi)}
	case opSum, opMaxO:
		return a.loopRange(e)
	case opTable:
		return a.tables[n.aux].rng()
	case opOpaque:
		return a.funcs[n.aux].rng()
	}
	return everything
}

// sumRange is linRange of a sum.
func (a *Arena) sumRange(e Expr) interval {
	cs := a.coefsOf(e)
	r := point(cs[0])
	for i, m := range a.kidsOf(e) {
		r = r.plus(a.nodes[m].rng.times(point(cs[i+1])))
	}
	return r
}

func (a *Arena) linRange(l lin) interval {
	r := point(l.c)
	for _, t := range l.t {
		r = r.plus(a.nodes[t.m].rng.times(point(t.k)))
	}
	return r
}

// diffRange is the interval of x - y, equal terms cancelled.
func (a *Arena) diffRange(x, y Expr) interval {
	l := a.difference(x, y)
	a.collect(&l)
	return a.linRange(l)
}

func (a *Arena) mulRange(e Expr) interval {
	r := interval{1, 1}
	exps := a.expsOf(e)
	for i, k := range a.kidsOf(e) {
		r = r.times(a.nodes[k].rng.power(exps[i]))
	}
	return r
}

func (a *Arena) maxRange(e Expr) interval {
	r := interval{math.Inf(-1), math.Inf(-1)}
	for _, k := range a.kidsOf(e) {
		x := a.nodes[k].rng
		r = interval{max(r.lo, x.lo), max(r.hi, x.hi)}
	}
	return r
}

func (a *Arena) functionRange(e Expr) interval {
	x := a.nodes[a.kid(e, 0)].rng
	switch a.op(e) {
	case opDiv:
		if y := a.nodes[a.kid(e, 1)].rng; y.lo >= 1 {
			q := x.times(y.power(-1))
			if x.hi < 0 {
				q.hi = min(q.hi, -1)
			}
			return interval{math.Floor(q.lo), math.Floor(q.hi)}
		}
	case opMod:
		if y := a.nodes[a.kid(e, 1)].rng; y.lo >= 1 {
			r := interval{0, y.hi - 1}
			if x.lo >= 0 {
				r.hi = min(r.hi, x.hi)
			}
			return r
		}
	case opFloor:
		return interval{math.Floor(x.lo), math.Floor(x.hi)}
	case opCLog2:
		return interval{ceilLog2(x.lo), ceilLog2(x.hi)}
	case opLog2:
		if x.lo >= 1 {
			return interval{0, math.Inf(1)}
		}
	case opPow:
		if x.lo >= 1 && a.nodes[a.kid(e, 1)].rng.lo >= 0 {
			return interval{1, math.Inf(1)}
		}
		if x.lo >= 0 {
			return interval{0, math.Inf(1)}
		}
	}
	return everything
}

func ceilLog2(x float64) float64 {
	if x <= 1 {
		return 0
	}
	if math.IsInf(x, 1) {
		return x
	}
	f, e := math.Frexp(x)
	if f == 0.5 {
		e--
	}
	return float64(e)
}

// loopRange bounds a sum or a maximum over a range that may be empty.
func (a *Arena) loopRange(e Expr) interval {
	b := a.nodes[a.kid(e, 2)].rng
	if a.op(e) == opMaxO {
		return interval{min(0, b.lo), max(0, b.hi)}
	}
	n := a.diffRange(a.kid(e, 1), a.kid(e, 0)).plus(interval{1, 1})
	n = interval{max(0, n.lo), max(0, n.hi)}
	return n.times(b)
}
