package symbolic

import (
	"fmt"
	"math"
)

// MaxEffort bounds the nodes rebuilt and the proof steps taken for one outermost
// loop, with everything inside it, while closed forms are looked for; then its
// loops stay as they are.
const MaxEffort = 20000

// maxBinder is the deepest nesting of sums and maxima.
const maxBinder = 60

// Sum adds body for index = lo..hi; an empty range gives 0. It is closed where
// the body allows it (see closeSum); what does not close stays a sum.
func (a *Arena) Sum(index string, lo, hi, body Expr) Expr {
	return a.withIndex(opSum, index, lo, hi, body)
}

// MaxOver is the largest body for index = lo..hi; an empty range gives 0, for
// loads are never negative.
func (a *Arena) MaxOver(index string, lo, hi, body Expr) Expr {
	return a.withIndex(opMaxO, index, lo, hi, body)
}

// Kept has loops stay as they are, closed or not, while do builds expressions.
func (a *Arena) Kept(do func()) {
	defer func(old bool) { a.kept = old }(a.kept)
	a.kept = true
	do()
}

// HasLoops tells whether sums or maxima are left in e.
func (a *Arena) HasLoops(e Expr) bool { return a.nodes[e].depth > 0 }

// loopKey is one call of Sum or MaxOver outside of other loops.
type loopKey struct {
	o               op
	i, lo, hi, body Expr
}

// withIndex renames the index to a fresh symbol that carries its range, and
// with it simplifies the body.
func (a *Arena) withIndex(o op, index string, lo, hi, body Expr) Expr {
	i, u, ok := a.loopIndex(index, lo, hi, body)
	if !ok {
		return u
	}
	key := loopKey{o, i, lo, hi, body}
	memo := len(a.open) == 0 && !a.eager && !a.kept
	if e, ok := a.loops[key]; ok && memo {
		return e
	}
	fresh := a.openIndex(lo, hi)
	defer a.closeIndex()
	e := a.close(o, fresh, lo, hi, a.replace(body, map[Expr]Expr{i: fresh}))
	if memo {
		a.loops[key] = e
	}
	return e
}

// close builds a loop over an open index, in closed form if there is one.
func (a *Arena) close(o op, i, lo, hi, body Expr) Expr {
	if u, ok := a.badBounds(lo, hi, body); ok {
		return u
	}
	if a.nodes[lo].rng.lo > a.nodes[hi].rng.hi {
		return a.Int(0)
	}
	if a.kept {
		return a.loop(o, i, lo, hi, body)
	}
	e := Expr(0)
	if o == opSum {
		e = a.sum(i, lo, hi, body)
	} else {
		e = a.maxOver(i, lo, hi, body)
	}
	if a.nodes[body].typ == Index && a.nodes[e].typ == Real && a.mentions(body, i) {
		return a.loop(o, i, lo, hi, body) // the closed form hides that it is an integer
	}
	return e
}

// loopIndex checks the parts of a loop and returns its index symbol.
func (a *Arena) loopIndex(index string, lo, hi, body Expr) (i, u Expr, ok bool) {
	if u, bad := a.badBounds(lo, hi, body); bad {
		return 0, u, false
	}
	i = a.Sym(index, Index)
	return i, i, a.op(i) == opSym
}

func (a *Arena) badBounds(lo, hi, body Expr) (Expr, bool) {
	if u, ok := a.undef(lo, hi, body); ok {
		return u, true
	}
	if a.join(lo, hi) == Real {
		return a.Undefined("the bounds of a sum or maximum must be index expressions"), true
	}
	return 0, false
}

// count is the number of integers in lo..hi.
func (a *Arena) count(lo, hi Expr) Expr {
	return a.Max(a.Int(0), a.Add(hi, a.Neg(lo), a.Int(1)))
}

// loop binds the index: the bound variable's number is above that of every
// binder inside the body, so equal loops are equal nodes whatever their index
// was called, and substitution cannot capture it.
func (a *Arena) loop(o op, i, lo, hi, body Expr) Expr {
	k := a.nodes[body].depth + 1
	if k > maxBinder {
		return a.Undefined("sums and maxima nested too deeply")
	}
	v := a.boundVar(k, interval{a.nodes[lo].rng.lo, a.nodes[hi].rng.hi})
	body = a.replace(body, map[Expr]Expr{i: v})
	h := seedHash(uint64(o)).mix(uint64(k))
	for _, x := range []Expr{lo, hi, body} {
		h = h.mixHash(a.nodes[x].hash)
	}
	return a.intern(node{op: o, typ: a.nodes[body].typ, hash: h, aux: int32(k)}, []Expr{lo, hi, body, v}, nil)
}

// boundVar is the variable of the binder with number k; it carries its range.
func (a *Arena) boundVar(k uint8, r interval) Expr {
	h := seedHash(uint64(opBound)).mix(uint64(k)).mix(math.Float64bits(r.lo)).mix(math.Float64bits(r.hi))
	return a.intern(node{op: opBound, typ: Index, hash: h, aux: int32(k), bound: 1 << k, rng: r}, nil, nil)
}

// scopeIndex is a fresh symbol that stands for the index of an open loop, with
// the bounds that hold for it there.
type scopeIndex struct{ sym, lo, hi Expr }

// Within builds e again with what holds for an index symbol in lo..hi: for i in
// 1..N-1, max(0, min(N-1, i)) is i. The result equals e there, not elsewhere.
func (a *Arena) Within(index string, lo, hi, e Expr) Expr {
	i, ok := a.syms[index]
	if _, bad := a.badBounds(lo, hi, e); bad || !ok || !a.mentions(e, i) || len(a.open) >= maxBinder {
		return e
	}
	fresh := a.openIndex(lo, hi)
	inside := a.replace(e, map[Expr]Expr{i: fresh})
	a.closeIndex()
	return a.replace(inside, map[Expr]Expr{fresh: i})
}

// openIndex enters a loop: it returns a symbol that no expression mentions yet
// (its name, which no caller can write, counts the open loops), known to lie in
// lo..hi. Every openIndex is followed by closeIndex.
func (a *Arena) openIndex(lo, hi Expr) Expr {
	if len(a.open) == 0 {
		a.effort = MaxEffort
	}
	r := interval{a.nodes[lo].rng.lo, a.nodes[hi].rng.hi}
	name := fmt.Sprintf("\x00%d:%v:%v", len(a.open), r.lo, r.hi)
	if _, known := a.syms[name]; !known {
		a.facts[name] = r
	}
	i := a.Sym(name, Index)
	a.open = append(a.open, scopeIndex{i, lo, hi})
	if len(a.memos) <= len(a.open) {
		a.memos = append(a.memos, map[Expr]Expr{})
	}
	clear(a.memos[len(a.open)])
	a.proofs.forget(len(a.open))
	return i
}

func (a *Arena) closeIndex() { a.open = a.open[:len(a.open)-1] }

// boundsOf are the bounds of an open loop's index.
func (a *Arena) boundsOf(sym Expr) (scopeIndex, bool) {
	for _, s := range a.open {
		if s.sym == sym {
			return s, true
		}
	}
	return scopeIndex{}, false
}
