package symbolic

import (
	"fmt"
	"slices"
)

// Counted is a sum of how often several integers have given values at once: over the
// values Lo..Hi of Index, Each where every Of[k], which mentions the index, is At[k],
// which does not. Blocks between processors are such sums: how many elements owner s has
// of those that owner r needs. As stands for the sum.
type Counted struct {
	Index, As    string
	Lo, Hi, Each Expr
	Of, At       []Expr
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

func (a *Arena) counted(sum Expr) (Counted, bool) {
	k := a.kidsOf(sum)
	body, v := k[2], k[3]
	c := Counted{Index: "\x01counted", As: fmt.Sprintf("\x01count%v", a.Hash(sum)), Lo: k[0], Hi: k[1], Each: a.Int(1)}
	tests := []Expr{body}
	if a.op(body) == opAnd {
		tests = a.kidsOf(body)
	}
	i := map[Expr]Expr{v: a.Sym(c.Index, Index)}
	var sides [][2]Expr
	for _, t := range tests {
		of, at, ok := a.parted(t, v)
		if ok {
			sides = append(sides, [2]Expr{a.replace(of, i), at})
		} else {
			c.Each = a.And(c.Each, a.replace(t, i))
		}
	}
	slices.SortFunc(sides, func(x, y [2]Expr) int { return a.byHash(x[0], y[0]) }) // for Same
	for _, s := range sides {
		c.Of, c.At = append(c.Of, s[0]), append(c.At, s[1])
	}
	return c, len(c.At) > 0
}

// Same tells whether two sums count the same, perhaps for other values.
func (c Counted) Same(d Counted) bool {
	return c.Lo == d.Lo && c.Hi == d.Hi && c.Each == d.Each && slices.Equal(c.Of, d.Of)
}

// parted splits the test of = at into the side with a bound variable and that without,
// which has symbols.
func (a *Arena) parted(test, v Expr) (of, at Expr, ok bool) {
	if a.op(test) != opEQ {
		return 0, 0, false
	}
	var with, rest lin
	for _, t := range a.linOf(a.kid(test, 0)).t {
		if a.nodes[t.m].bound&a.nodes[v].bound != 0 {
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
