package advise

import (
	"context"
	"fmt"
	"slices"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/assignment"
)

// maxCandidates bounds the mappings that a phase may choose from.
const maxCandidates = 8

// redistribution chooses a mapping for each phase of the unit: the phases' times are
// those of the trials, the remaps between them are predicted by themselves, and the
// cheapest choice is found by package assignment. It is predicted in full like any other.
type redistribution struct {
	*search
	unit    *lower.Unit
	text    *source.Text
	flow    flow
	movable []int // groups
	trials  []*trial
	remaps  map[string]float64 // seconds, by group and formats
}

// phased finds the phases of the unit that may be mapped differently.
func (s *search) phased() *redistribution {
	r := &redistribution{search: s, remaps: map[string]float64{}}
	if s.now.report == nil || !r.read() {
		return nil
	}
	return r
}

// redistribute tries to map phases differently. The gap is that of the choice.
func (s *search) redistribute(ctx context.Context) (gap float64, err error) {
	r := s.phases
	if r == nil {
		return 0, nil
	}
	for _, best := range r.starts() {
		if !r.candidates(best) {
			continue
		}
		all := r.trials
		choices := [][]*trial{all}
		for _, t := range all[1:] {
			choices = append(choices, []*trial{best, t})
		}
		for _, r.trials = range choices {
			x, err := r.chosen(ctx, best.plan)
			if err != nil {
				return 0, err
			}
			gap = max(gap, x)
		}
	}
	return gap, nil
}

// starts are the trials that phases are mapped otherwise than: the best one, and, where that
// leaves some of the groups whole, the best that deals all of them. With one mapping for all
// phases it may not pay to deal an array that it pays to move.
func (r *redistribution) starts() []*trial {
	var out []*trial
	for _, least := range []int{1, len(r.movable)} {
		if best := r.oneDimension(least); best != nil && !slices.Contains(out, best) {
			out = append(out, best)
		}
	}
	return out
}

// chosen predicts the cheapest choice between some trials in full, where that moves
// something and has not been predicted.
func (r *redistribution) chosen(ctx context.Context, best plan.Plan) (gap float64, err error) {
	solution, phases, err := r.solve(ctx)
	if err != nil || len(phases) == 0 {
		return 0, err
	}
	to, moves := r.moves(best, solution.Choice, phases)
	key := fmt.Sprint(to.Key(), moves)
	if len(moves) == 0 || r.tried[key] != nil || r.reserve == 0 || r.goal.spent(searchPart) {
		return 0, nil
	}
	r.reserve--
	t := &trial{plan: to, changes: r.written(to, moves), moves: moves}
	if t.outcome, err = r.goal.until(r.fastestNow().time).measure(ctx, t.changes); err != nil {
		return 0, err
	}
	r.tried[key] = t
	r.order = append(r.order, t)
	return solution.Gap(), nil
}

// read finds the phases of the unit and the groups that may move in it.
func (r *redistribution) read() bool {
	f, err := r.snap.File(r.path)
	if err != nil {
		return false
	}
	for _, u := range r.snap.Program(f).Units {
		if u.Name == r.goal.unit && u.Kind.String() == r.kind {
			r.unit, r.text = u.Fork(), f.Text
		}
	}
	if r.unit == nil {
		return false
	}
	for i := range r.program.Groups {
		if r.program.Movable(i, r.path, r.goal.unit) && len(r.arrays(i)) > 0 {
			r.movable = append(r.movable, i)
		}
	}
	r.flow = flowOf(r.unit, r.text, func(line int) float64 {
		for _, l := range r.now.report.Loops {
			if l.Line == line {
				return l.Iterations
			}
		}
		return 1
	})
	return len(r.movable) > 0 && len(r.flow.phases) > 1 && len(r.flow.phases) <= maxPhases
}

// arrays are the names that move with a group.
func (r *redistribution) arrays(group int) []string {
	g := r.program.Groups[group]
	out := g.Arrays()
	for _, d := range r.unit.Directives {
		if slices.Contains(g.Roots, d.Target) {
			for _, a := range d.Arrays {
				out = append(out, a.Name)
			}
		}
	}
	return out
}

// oneDimension is the best trial that deals one dimension of movable groups, of so many at least,
// and none of the others.
func (r *redistribution) oneDimension(least int) *trial {
	var best *trial
	for _, t := range r.order {
		dealt, fits := 0, r.counts(t) && t.moves == nil
		for _, g := range r.movable {
			rank := plan.Rank(t.plan.Formats[g])
			dealt, fits = dealt+rank, fits && rank <= 1
		}
		if fits && dealt >= least && (best == nil || t.time < best.time) {
			best = t
		}
	}
	return best
}

// candidates are the best plan and those that are best for some phase, as far as they
// differ from it in the formats of movable groups only, which deal one dimension.
func (r *redistribution) candidates(best *trial) bool {
	var fits []*trial
	for _, t := range r.order {
		ok := r.counts(t) && t.moves == nil
		for i := range r.program.Groups {
			same := slices.Equal(t.plan.Formats[i], best.plan.Formats[i])
			moves := slices.Contains(r.movable, i) && plan.Rank(t.plan.Formats[i]) == 1 && plan.Rank(best.plan.Formats[i]) == 1
			ok = ok && (same || moves)
		}
		if ok {
			fits = append(fits, t)
		}
	}
	r.trials = []*trial{best}
	for _, p := range r.costly(best) {
		t := slices.MinFunc(fits, func(a, b *trial) int { return sign(r.spent(a, p) - r.spent(b, p)) })
		if !slices.Contains(r.trials, t) && len(r.trials) < maxCandidates {
			r.trials = append(r.trials, t)
		}
	}
	return len(r.trials) > 1
}

// solve chooses a trial's mapping for each phase that movable groups stand in.
func (r *redistribution) solve(ctx context.Context) (assignment.Solution, []int, error) {
	at := map[int]int{}
	var phases []int
	var p assignment.Problem
	for k, ph := range r.flow.phases {
		if !slices.ContainsFunc(r.movable, func(g int) bool { return r.uses(g, ph) }) {
			continue
		}
		at[k] = len(phases)
		phases = append(phases, k)
		p.Candidates = append(p.Candidates, len(r.trials))
		t := assignment.Table{Of: []int{at[k]}}
		for _, trial := range r.trials {
			t.Cost = append(t.Cost, r.spent(trial, ph))
		}
		p.Tables = append(p.Tables, t)
	}
	for _, g := range r.movable {
		for _, f := range r.flow.follows(func(ph phase) bool { return r.uses(g, ph) }) {
			t := assignment.Table{Of: []int{at[f.from], at[f.to]}}
			for _, a := range r.trials {
				for _, b := range r.trials {
					x, err := r.remap(ctx, g, a.plan.Formats[g], b.plan.Formats[g])
					if err != nil {
						return assignment.Solution{}, nil, err
					}
					t.Cost = append(t.Cost, f.times*x)
				}
			}
			p.Tables = append(p.Tables, t)
		}
	}
	solution, err := assignment.Solve(p, assignment.Default)
	return solution, phases, err
}

func (r *redistribution) uses(group int, p phase) bool {
	return slices.ContainsFunc(r.arrays(group), func(a string) bool { return p.uses[a] })
}

// moves turns the choice into the mapping that each group begins with, and where it
// changes.
func (r *redistribution) moves(best plan.Plan, choice []int, phases []int) (plan.Plan, []plan.Move) {
	to := best.Clone()
	var moves []plan.Move
	chosen := map[int]plan.Plan{}
	for i, k := range phases {
		chosen[k] = r.trials[choice[i]].plan
	}
	for _, g := range r.movable {
		uses := func(p phase) bool { return r.uses(g, p) }
		if first := slices.IndexFunc(r.flow.phases, uses); first >= 0 {
			to.Formats[g] = chosen[first].Formats[g]
		}
		for _, f := range r.flow.follows(uses) {
			formats := chosen[f.to].Formats[g]
			m := plan.Move{Group: g, Line: r.flow.phases[f.to].first, Formats: formats}
			if !slices.Equal(chosen[f.from].Formats[g], formats) && !slices.ContainsFunc(moves, func(o plan.Move) bool { return o.Group == g && o.Line == m.Line }) {
				moves = append(moves, m)
			}
		}
	}
	return to, moves
}

func sign(x float64) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}
