package symbolic

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// Free lists the free symbols of the expressions, sorted by name.
func (a *Arena) Free(es ...Expr) []Symbol {
	if len(es) == 0 || len(es) == 1 && a.nodes[es[0]].names == 0 {
		return nil
	}
	if len(es) > 1 {
		return a.free(es)
	}
	a.names.mu.Lock()
	defer a.names.mu.Unlock()
	names, known := a.names.of[es[0]]
	if !known {
		names = slices.Clip(a.free(es))
		a.names.of[es[0]] = names
	}
	return names
}

// freeNames are results of Free, of an arena and its views: evaluations at the same time
// ask for them.
type freeNames struct {
	mu sync.Mutex
	of map[Expr][]Symbol
}

func (f *freeNames) clone() *freeNames {
	f.mu.Lock()
	defer f.mu.Unlock()
	return &freeNames{of: maps.Clone(f.of)}
}

func (a *Arena) free(es []Expr) []Symbol {
	var out []Symbol
	a.eachNodeIf(es, func(n *node) bool { return n.names != 0 }, func(e Expr) {
		if a.op(e) == opSym {
			out = append(out, Symbol{a.text(e), a.nodes[e].typ})
		}
	})
	slices.SortFunc(out, func(x, y Symbol) int { return strings.Compare(x.Name, y.Name) })
	return out
}

// Mentioning returns what tells whether an expression mentions a symbol of some kind. What it
// has found out of a part of one expression is not looked for again in another.
func (a *Arena) Mentioning(kind func(Symbol) bool) func(Expr) bool {
	known := map[Expr]bool{}
	var mentions func(Expr) bool
	mentions = func(e Expr) bool {
		switch {
		case a.nodes[e].names == 0:
			return false
		case a.op(e) == opSym:
			return kind(Symbol{a.text(e), a.nodes[e].typ})
		}
		found, ok := known[e]
		if !ok {
			found = slices.ContainsFunc(a.kidsOf(e), mentions)
			known[e] = found
		}
		return found
	}
	return mentions
}

// Size is the number of distinct nodes of e.
func (a *Arena) Size(e Expr) int {
	n := 0
	a.eachNode([]Expr{e}, func(Expr) { n++ })
	return n
}

// mentions tells whether the symbol or bound variable x occurs in e.
func (a *Arena) mentions(e, x Expr) bool {
	return a.search(e, x, a.nodes[x].names, map[Expr]bool{})
}

func (a *Arena) search(e, x Expr, bit uint64, seen map[Expr]bool) bool {
	if e == x {
		return true
	}
	if a.nodes[e].names&bit == 0 || seen[e] {
		return false
	}
	if a.nodes[e].n > 1 {
		seen[e] = true
	}
	for _, k := range a.kidsOf(e) {
		if a.search(k, x, bit, seen) {
			return true
		}
	}
	return false
}

// eachNode calls f once for every distinct node, parts first.
func (a *Arena) eachNode(es []Expr, f func(Expr)) {
	a.eachNodeIf(es, func(*node) bool { return true }, f)
}

// eachNodeIf leaves out the nodes, with all their parts, that are not wanted.
func (a *Arena) eachNodeIf(es []Expr, wanted func(*node) bool, f func(Expr)) {
	last := Expr(0)
	for _, e := range es {
		last = max(last, e)
	}
	seen := make([]uint64, last/64+1) // parts have smaller numbers
	var visit func(Expr)
	visit = func(e Expr) {
		if e == 0 || seen[e/64]&(1<<(e%64)) != 0 || !wanted(&a.nodes[e]) {
			return
		}
		seen[e/64] |= 1 << (e % 64)
		for _, k := range a.kidsOf(e) {
			visit(k)
		}
		f(e)
	}
	for _, e := range es {
		visit(e)
	}
}
