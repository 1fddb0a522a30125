// Package assignment chooses one candidate for each of some variables so that the
// sum of tables of costs is least: the mapping of every phase of a program, where a
// table of one variable is what a phase takes with each mapping, and a table of two
// what it takes to remap an array between its last use and its next one.
package assignment

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Problem has variables, each with a number of candidates, and tables of costs.
type Problem struct {
	Candidates []int // of each variable, at least 1
	Tables     []Table
}

// Table is a cost for every combination of candidates of some variables.
type Table struct {
	Of   []int     // the variables, each once
	Cost []float64 // the last variable varies fastest; +Inf where a combination is impossible
}

// Limits bound the work of Solve; it depends on nothing else.
type Limits struct {
	Entries int // of a table that elimination makes
	Steps   int // of the search where the tables would become larger
}

// Default are the limits for a question that a user waits for.
var Default = Limits{Entries: 1 << 18, Steps: 1 << 16}

// Solution is one candidate for each variable.
type Solution struct {
	Choice []int
	Cost   float64
	Bound  float64 // no choice costs less: Cost where it is exact, up to rounding
	Exact  bool
	Steps  int // of the search; as many as variables where elimination was exact
}

// Gap is how much more than the best possible the solution costs at most, relatively.
func (s Solution) Gap() float64 {
	if s.Exact || s.Cost <= s.Bound {
		return 0
	}
	return (s.Cost - s.Bound) / s.Cost
}

// ErrImpossible says that every choice contains an impossible combination, or that none
// was found within the limits.
var ErrImpossible = errors.New("no choice of candidates is possible")

// Solve finds the choice of least cost, by elimination of one variable after the other
// where the tables stay within the limit, else by a bounded search along lower bounds
// (mini-bucket elimination). Ties go to the first candidates found.
func Solve(p Problem, l Limits) (Solution, error) {
	if err := p.check(); err != nil {
		return Solution{}, err
	}
	e := newElimination(p, l.Entries)
	e.run()
	s := search{elimination: e, limit: max(l.Steps, len(p.Candidates)), best: math.Inf(1)}
	s.descend(len(e.order)-1, 0, e.constant)
	if math.IsInf(s.best, 1) {
		return Solution{}, ErrImpossible
	}
	out := Solution{Choice: s.found, Cost: p.Cost(s.found), Bound: e.constant, Exact: e.exact || !s.stopped, Steps: s.steps}
	if out.Exact {
		out.Bound = out.Cost
	}
	return out, nil
}

// Cost adds up the tables for one candidate of each variable.
func (p Problem) Cost(choice []int) float64 {
	sum := 0.0
	for _, t := range p.Tables {
		sum += t.at(p.Candidates, choice)
	}
	return sum
}

func (t Table) at(candidates, choice []int) float64 {
	i := 0
	for _, v := range t.Of {
		i = i*candidates[v] + choice[v]
	}
	return t.Cost[i]
}

func (p Problem) check() error {
	for v, n := range p.Candidates {
		if n < 1 {
			return fmt.Errorf("variable %d has no candidate", v)
		}
	}
	for i, t := range p.Tables {
		size := 1
		for k, v := range t.Of {
			if v < 0 || v >= len(p.Candidates) || slices.Contains(t.Of[:k], v) {
				return fmt.Errorf("table %d is of variables %v", i, t.Of)
			}
			size *= p.Candidates[v]
		}
		if len(t.Cost) != size {
			return fmt.Errorf("table %d has %d costs, not %d", i, len(t.Cost), size)
		}
		if slices.ContainsFunc(t.Cost, func(c float64) bool { return math.IsNaN(c) || math.IsInf(c, -1) }) {
			return fmt.Errorf("table %d has a cost that is no number", i)
		}
	}
	return nil
}
