package place

import (
	"strings"

	"github.com/parlens/parlens/analysis/spar"
)

// A loop that ends by what it computes, or by a counter at the latest, is taken to go on
// until the counter ends it: while (error > tolerance && sweeps < 50). That stays an
// assumption.

// guess is how often a loop is assumed to run, and why that is asked.
type guess struct {
	count float64
	why   string
}

// limit is the guess for a loop that has not been entered: until one of its conditions ends
// it, or else what is assumed of any loop. do tells whether the body comes first.
func (m *worker) limit(cond spar.Expr, body spar.Stmt, steps []spar.Expr, do bool, why string) guess {
	out := guess{assumedCount, why}
	known := false
	for _, c := range conjuncts(cond) {
		if n := m.times(c, body, steps, do); n > 0 && (!known || n < out.count) {
			known = true
			text := strings.TrimSuffix(strings.TrimPrefix(spar.Text(spar.Unmarked(c)), "("), ")")
			out = guess{n, "how often this loop runs is not known, at most until " + text + " ends it: add Pamela = (upper e), or (cost e)"}
		}
	}
	return out
}

// conjuncts are the conditions that && joins.
func conjuncts(x spar.Expr) []spar.Expr {
	if b, ok := spar.Unmarked(x).(*spar.Binary); ok && b.Op == "&&" {
		return append(conjuncts(b.X), conjuncts(b.Y)...)
	}
	return []spar.Expr{x}
}

// times is how often a loop runs until one of its conditions ends it; 0 where that is not a
// number.
func (m *worker) times(cond spar.Expr, body spar.Stmt, steps []spar.Expr, do bool) float64 {
	t := m.progressionOf(cond, body, steps)
	if t == nil || t.early || t.square {
		return 0
	}
	a := m.b.arena
	first, bound := t.first, m.b.expr(t.bound, m.scope)
	if do {
		first = t.after(a, first, a.Int(1))
	}
	length := t.length(a, first, bound)
	if length == 0 {
		return 0
	}
	n, ok := a.ConstInt(length)
	if do {
		n++
	}
	if !ok || n < 1 {
		return 0
	}
	return float64(n)
}
