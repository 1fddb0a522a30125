package symbolic

import "slices"

// Part is a part of an expression with the name that stands for it.
type Part struct {
	Name string
	Expr Expr
}

// maxParts bounds the parts that are named in one expression.
const maxParts = 20

// leastGain is the number of nodes that a name must save.
const leastGain = 6

// Common names the parts that a long expression repeats: putting the parts back
// for their names, the last one first, gives an expression equal to e. The names come from name, which
// is called with 1, 2, ...; a part may mention the names of those before it.
func (a *Arena) Common(e Expr, name func(n int) string) (parts []Part, rest Expr) {
	defer func(old bool) { a.kept = old }(a.kept)
	a.kept, rest = true, e
	for n := 1; n <= maxParts; n++ {
		whole := []Expr{rest}
		for _, p := range parts {
			whole = append(whole, p.Expr)
		}
		best, ok := a.mostRepeated(whole)
		if !ok {
			break
		}
		p := Part{name(n), best}
		if used, ok := a.syms[p.Name]; ok && a.nodes[used].typ != a.nodes[best].typ {
			break
		}
		a.setFact(p.Name, a.nodes[best].rng) // of a name that no node has yet: nothing is worked out again
		s := a.Sym(p.Name, a.nodes[best].typ)
		with := map[Expr]Expr{best: s}
		rest = a.replace(rest, with)
		for i := range parts {
			parts[i].Expr = a.replace(parts[i].Expr, with)
		}
		parts = append(parts, p)
	}
	return a.inNaturalOrder(parts), rest
}

// inNaturalOrder puts parts behind those that they mention.
func (a *Arena) inNaturalOrder(parts []Part) []Part {
	var out []Part
	for range parts { // each pass places one at least
		for _, p := range parts {
			later := func(q Part) bool { return !slices.Contains(out, q) && a.mentions(p.Expr, a.syms[q.Name]) }
			if !slices.Contains(out, p) && !slices.ContainsFunc(parts, later) {
				out = append(out, p)
			}
		}
	}
	return out
}

// mostRepeated is the node whose repetitions take the most nodes, when all are
// written out; among equals the first by hash.
func (a *Arena) mostRepeated(es []Expr) (Expr, bool) {
	var order []Expr // parts first
	length, times := map[Expr]float64{}, map[Expr]float64{}
	a.eachNode(es, func(x Expr) {
		order = append(order, x)
		length[x] = 1
		for _, k := range a.kidsOf(x) {
			length[x] += length[k]
		}
	})
	for _, e := range es {
		times[e]++
	}
	best, most := Expr(0), float64(leastGain)
	for i := len(order) - 1; i >= 0; i-- {
		x := order[i]
		for _, k := range a.kidsOf(x) {
			times[k] += times[x]
		}
		gain := (times[x] - 1) * (length[x] - 1)
		if a.nodes[x].bound != 0 || a.isTest(x) || gain < most || gain == most && best != 0 && a.byHash(x, best) > 0 {
			continue
		}
		best, most = x, gain
	}
	return best, best != 0
}
