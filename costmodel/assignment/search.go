package assignment

import (
	"math"
	"slices"
	"sort"
)

// search goes through the variables in the reverse order of their elimination, the
// candidate with the lowest bound first, and leaves what cannot be better than the best
// found. Where elimination was exact the first way down is the best.
type search struct {
	*elimination
	limit   int
	steps   int
	stopped bool // at the limit, before all was seen
	choice  []int
	found   []int
	best    float64
}

// descend chooses for the variable at a place of the order. What is chosen costs so
// far, and all that is not chosen yet costs at least rest.
func (s *search) descend(at int, cost, rest float64) {
	if s.choice == nil {
		s.choice = make([]int, len(s.Candidates))
	}
	if at < 0 {
		if total := s.Cost(s.choice); s.found == nil && !math.IsInf(total, 1) || total < s.best {
			s.best, s.found = total, slices.Clone(s.choice)
		}
		return
	}
	v := s.order[at]
	rest -= s.alone[at]
	for _, sent := range s.sent[at] {
		rest -= sent.at(s.Candidates, s.choice)
	}
	type branch struct {
		x          int
		cost, rest float64
	}
	branches := make([]branch, s.Candidates[v])
	for x := range branches {
		s.choice[v] = x
		b := branch{x, cost, rest}
		for _, t := range s.buckets[at] {
			b.cost += t.at(s.Candidates, s.choice)
		}
		for _, t := range s.messages[at] {
			b.rest += t.at(s.Candidates, s.choice)
		}
		branches[x] = b
	}
	sort.SliceStable(branches, func(i, j int) bool {
		return branches[i].cost+branches[i].rest < branches[j].cost+branches[j].rest
	})
	for i, b := range branches {
		if !(b.cost+b.rest < s.best) {
			return
		}
		if s.steps >= s.limit {
			s.stopped = true
			return
		}
		s.steps++
		s.choice[v] = b.x
		s.descend(at-1, b.cost, b.rest)
		if s.exact && s.found != nil && i == 0 {
			return
		}
	}
}
