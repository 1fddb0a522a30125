package assignment

import (
	"math"
	"slices"
)

// elimination replaces the tables of a variable by one that has the least over its
// candidates, variable after variable (Bertelè and Brioschi). Where that table would
// have more entries than the limit, the tables are split into groups, and the least of
// each group is taken by itself: their sum is a lower bound (Dechter and Rish).
type elimination struct {
	Problem
	limit    int
	order    []int     // of elimination
	at       []int     // the place of a variable in it
	buckets  [][]Table // by place: the problem's tables that are added up there
	messages [][]Table // by place: what eliminations before have left there
	sent     [][]Table // by place: what its elimination has left in later buckets
	alone    []float64 // by place: what its elimination has left that is of no variable
	constant float64   // all of that, and the tables of no variable
	exact    bool
}

func newElimination(p Problem, limit int) *elimination {
	n := len(p.Candidates)
	e := &elimination{Problem: p, limit: limit, at: make([]int, n), buckets: make([][]Table, n), messages: make([][]Table, n), sent: make([][]Table, n), alone: make([]float64, n), exact: true}
	e.order = leastTables(p)
	for i, v := range e.order {
		e.at[v] = i
	}
	for _, t := range p.Tables {
		if len(t.Of) == 0 {
			e.constant += t.Cost[0]
			continue
		}
		at := e.first(t)
		e.buckets[at] = append(e.buckets[at], t)
	}
	return e
}

// first is the place where the first variable of a table is eliminated.
func (e *elimination) first(t Table) int {
	at := len(e.order)
	for _, v := range t.Of {
		at = min(at, e.at[v])
	}
	return at
}

func (e *elimination) run() {
	for i, v := range e.order {
		all := slices.Concat(e.buckets[i], e.messages[i])
		groups := e.groups(v, all)
		if len(groups) > 1 {
			e.exact = false
		}
		for _, group := range groups {
			m := e.least(v, group)
			if len(m.Of) == 0 {
				e.constant += m.Cost[0]
				e.alone[i] += m.Cost[0]
				continue
			}
			at := e.first(m)
			e.messages[at] = append(e.messages[at], m)
			e.sent[i] = append(e.sent[i], m)
		}
	}
}

// groups splits tables so that the elimination of v from each group stays within the
// limit: the largest tables first, each into the first group that has room.
func (e *elimination) groups(v int, tables []Table) [][]Table {
	tables = slices.Clone(tables)
	slices.SortStableFunc(tables, func(a, b Table) int { return len(b.Cost) - len(a.Cost) })
	var groups [][]Table
	var scopes [][]int
	for _, t := range tables {
		placed := false
		for g := range groups {
			joint := union(scopes[g], t.Of)
			if entries(e.Candidates, joint) <= e.limit*e.Candidates[v] {
				groups[g], scopes[g], placed = append(groups[g], t), joint, true
				break
			}
		}
		if !placed {
			groups, scopes = append(groups, []Table{t}), append(scopes, slices.Clone(t.Of))
		}
	}
	return groups
}

// least is the table of the other variables with the least sum over v's candidates.
func (e *elimination) least(v int, group []Table) Table {
	var scope []int
	for _, t := range group {
		scope = union(scope, t.Of)
	}
	scope = slices.DeleteFunc(scope, func(x int) bool { return x == v })
	slices.Sort(scope)
	out := Table{Of: scope, Cost: make([]float64, entries(e.Candidates, scope))}
	choice, sums := make([]int, len(e.Candidates)), make([]float64, e.Candidates[v])
	steps := make([]int, len(group)) // how far the costs of two candidates of v lie apart
	for g, t := range group {
		steps[g] = t.step(e.Candidates, v)
	}
	for i := range out.Cost {
		clear(sums)
		choice[v] = 0
		for g, t := range group {
			from := t.index(e.Candidates, choice)
			for x := range sums {
				sums[x] += t.Cost[from+x*steps[g]]
			}
		}
		out.Cost[i] = slices.Min(sums)
		next(e.Candidates, scope, choice)
	}
	return out
}

func (t Table) index(candidates, choice []int) int {
	i := 0
	for _, v := range t.Of {
		i = i*candidates[v] + choice[v]
	}
	return i
}

// step is how far apart the costs of two successive candidates of v are; 0 where the
// table is not of v.
func (t Table) step(candidates []int, v int) int {
	step := 1
	for _, w := range slices.Backward(t.Of) {
		if w == v {
			return step
		}
		step *= candidates[w]
	}
	return 0
}

// next goes on to the next combination of candidates, the last variable fastest.
func next(candidates, scope, choice []int) {
	for _, v := range slices.Backward(scope) {
		if choice[v]++; choice[v] < candidates[v] {
			return
		}
		choice[v] = 0
	}
}

func union(a, b []int) []int {
	out := slices.Clone(a)
	for _, v := range b {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// entries is the size of a table, at most what an integer holds.
func entries(candidates, scope []int) int {
	n := 1
	for _, v := range scope {
		if n > math.MaxInt/candidates[v]/2 {
			return math.MaxInt / 2
		}
		n *= candidates[v]
	}
	return n
}
