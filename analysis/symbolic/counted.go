package symbolic

import (
	"fmt"
	"slices"
)

// Counted is a sum of how often several integers have given values at once: over the
// values of the indices in Loops, Each where every Of[k], which mentions an index, is At[k],
// which mentions none. Blocks between processors are such sums: how many elements owner s
// has of those that owner r needs. Where there are indices in Some, values of Loops count
// once if that holds for one of theirs at least. As stands for the sum.
type Counted struct {
	As          string
	Loops, Some []CountedLoop // outermost first
	Each        Expr
	Of, At      []Expr
}

// CountedLoop is an index of such a sum. Solved is what it must be for the others, where
// a test says so: it is an index of Loops then, and the others in Loops and Some mention
// it nowhere else.
type CountedLoop struct {
	Index          string
	Lo, Hi, Solved Expr
}

// Counted puts a symbol in the place of each sum in e that counts and stays a sum.
func (a *Arena) Counted(e Expr) (rest Expr, sums []Counted) {
	with := map[Expr]Expr{}
	a.eachNode([]Expr{e}, func(x Expr) {
		if a.op(x) != opSum || a.nodes[x].bound != 0 || a.nodes[x].typ != Index {
			return
		}
		if c, ok := a.counted(x); ok {
			with[x] = a.Sym(c.As, Index)
			sums = append(sums, c)
		}
	})
	if len(sums) == 0 {
		return e, nil
	}
	return a.replace(e, with), sums
}

// CountsAlongSeveral tells whether e is such a sum over several indices.
func (a *Arena) CountsAlongSeveral(e Expr) bool {
	if a.op(e) != opSum || a.nodes[e].bound != 0 || a.nodes[e].typ != Index {
		return false
	}
	c, ok := a.counted(e)
	return ok && len(c.Loops)+len(c.Some) > 1
}

func (a *Arena) counted(sum Expr) (Counted, bool) {
	w := counter{a: a, names: map[Expr]Expr{}}
	w.As, w.Each = fmt.Sprintf("\x01count%v", a.Hash(sum)), a.Int(1)
	var body Expr
	w.Loops, body = w.enter(sum)
	if some, ok := a.atMostOne(body); ok {
		w.Some, body = w.enter(some)
	}
	tests := []Expr{body}
	if a.op(body) == opAnd {
		tests = a.kidsOf(body)
	}
	if a.nodes[body].depth > 0 {
		return w.Counted, false
	}
	var sides [][2]Expr
	for _, t := range w.solve(tests) {
		of, at, ok := a.parted(t, w.bound)
		if ok {
			sides = append(sides, [2]Expr{a.replace(of, w.names), at})
		} else {
			w.Each = a.And(w.Each, a.replace(t, w.names))
		}
	}
	slices.SortFunc(sides, func(x, y [2]Expr) int { return a.byHash(x[0], y[0]) }) // for Same
	for _, s := range sides {
		w.Of, w.At = append(w.Of, s[0]), append(w.At, s[1])
	}
	return w.Counted, len(w.At) > 0
}

// counter finds the parts of a sum that counts.
type counter struct {
	a *Arena
	Counted
	vars  []Expr // of Loops and Some
	names map[Expr]Expr
	bound uint64 // of vars
}

// enter takes the sums around a body off.
func (w *counter) enter(body Expr) (out []CountedLoop, inside Expr) {
	a := w.a
	for ; a.op(body) == opSum; body = a.kid(body, 2) {
		l := CountedLoop{Index: fmt.Sprintf("\x01counted%d", len(w.vars)), Lo: a.replace(a.kid(body, 0), w.names), Hi: a.replace(a.kid(body, 1), w.names)}
		if first, ok := a.ConstInt(l.Lo); ok { // a fact about the index: its name has it
			l.Index += fmt.Sprintf(":%d", first)
			a.Assume(l.Index, first, Unbounded)
		}
		v := a.kid(body, 3)
		out, w.vars = append(out, l), append(w.vars, v)
		w.names[v], w.bound = a.Sym(l.Index, Index), w.bound|a.nodes[v].bound
	}
	return out, body
}

// solve takes the tests out that say what an index of Loops is, where nothing else mentions it.
func (w *counter) solve(tests []Expr) []Expr {
	a := w.a
	tests = slices.Clone(tests)
	for i := range w.Loops {
		v, at, times := w.vars[i], -1, 0
		for k, t := range tests {
			if a.mentions(t, v) {
				at, times = k, times+1
			}
		}
		for _, l := range slices.Concat(w.Loops, w.Some) {
			if a.mentions(l.Lo, w.names[v]) || a.mentions(l.Hi, w.names[v]) {
				times++
			}
		}
		if times != 1 || at < 0 || a.op(tests[at]) != opEQ {
			continue
		}
		rest := lin{c: a.linOf(a.kid(tests[at], 0)).c}
		k := zero
		for _, t := range a.linOf(a.kid(tests[at], 0)).t {
			if t.m == v {
				k = t.k
			} else {
				rest.t = append(rest.t, t)
			}
		}
		if x := a.build(rest); (k.isOne() || k.neg().isOne()) && !a.mentions(x, v) && a.nodes[x].bound&w.bound != 0 {
			if k.isOne() {
				x = a.Neg(x)
			}
			w.Loops[i].Solved = a.replace(x, w.names)
			tests = slices.Delete(tests, at, at+1)
		}
	}
	return tests
}

// atMostOne takes min(1, sum) apart, which is -max(-1, -sum).
func (a *Arena) atMostOne(e Expr) (sum Expr, ok bool) {
	m, ok := a.negated(e)
	if !ok {
		return 0, false
	}
	return a.cut(m)
}

// cutsSum tells whether e is such a maximum, of which a sample of the sum says nothing.
func (a *Arena) cutsSum(e Expr) bool {
	_, ok := a.cut(e)
	return ok
}

// cut is the sum in max(-1, -sum).
func (a *Arena) cut(m Expr) (sum Expr, ok bool) {
	if a.op(m) != opMax || a.nodes[m].n != 2 {
		return 0, false
	}
	ks := a.kidsOf(m)
	for i, k := range ks {
		if v, isConst := a.ConstInt(k); isConst && v == -1 {
			sum, ok = a.negated(ks[1-i])
			return sum, ok && a.op(sum) == opSum
		}
	}
	return 0, false
}

// negated is x of -x.
func (a *Arena) negated(e Expr) (Expr, bool) {
	l := a.linOf(e)
	if len(l.t) != 1 || !l.c.isZero() || l.t[0].k != minus1 {
		return 0, false
	}
	return l.t[0].m, true
}

// Same tells whether two sums count the same, perhaps for other values.
func (c Counted) Same(d Counted) bool {
	return slices.Equal(c.Loops, d.Loops) && slices.Equal(c.Some, d.Some) && c.Each == d.Each && slices.Equal(c.Of, d.Of)
}

// parted splits the test of = at into the side with bound variables and that without,
// which has symbols.
func (a *Arena) parted(test Expr, bound uint64) (of, at Expr, ok bool) {
	if a.op(test) != opEQ {
		return 0, 0, false
	}
	var with, rest lin
	for _, t := range a.linOf(a.kid(test, 0)).t {
		if a.nodes[t.m].bound&bound != 0 {
			with.t = append(with.t, t)
		} else {
			rest.t = append(rest.t, term{t.k.neg(), t.m})
		}
	}
	if len(with.t) == 0 || len(rest.t) == 0 {
		return 0, 0, false
	}
	with.c, rest.c = a.linOf(a.kid(test, 0)).c, zero
	of, at = a.build(with), a.build(rest)
	if rest.t[0].k.sign() < 0 { // a symbol as itself
		of, at = a.Neg(of), a.Neg(at)
	}
	return of, at, a.nodes[of].typ == Index && a.nodes[at].typ == Index
}

// pairs tells whether a body tests what two integers are that mention an index: a sum that
// counts for two values at once.
func (a *Arena) pairs(body, i Expr) bool {
	if a.op(body) != opAnd {
		return false
	}
	n := 0
	for _, t := range a.kidsOf(body) {
		if a.op(t) != opEQ {
			continue
		}
		at, of := a.groupIn(a.kid(t, 0), i)
		if _, isConst := a.ConstInt(at); !isConst && len(of) > 0 {
			n++
		}
	}
	return n > 1
}
