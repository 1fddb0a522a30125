package advise

import (
	"context"
	"slices"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/costmodel/predict"
)

// Where in the texts proposals are offered.

// Concerns tells whether a proposal maps an array otherwise that a line declares, aligns or
// distributes, or writes the line anew, as one with PROCESSORS.
func (a *Advice) Concerns(p Proposal, path string, line int) bool {
	return slices.Contains(p.groups, plan.Line{Path: path, Line: line})
}

// Costly tells whether a line is the heading of a unit, or a loop or statement in it, that
// takes a large part of the time.
func (a *Advice) Costly(path string, line int) bool {
	return slices.Contains(a.lines, plan.Line{Path: path, Line: line})
}

// largePart of the time makes a line costly.
const largePart = 0.05

// costly collects such lines of a file: of the unit that is to become faster, and of the
// procedures that it calls.
func (g *goal) costly(ctx context.Context, path string, total float64) ([]plan.Line, error) {
	r, err := predict.File(effort.Counted(ctx, g.meter), g.snap, path, g.settings)
	if err != nil {
		return nil, err
	}
	var out []plan.Line
	for _, u := range r.Units {
		calls := 0.0
		if path == g.path && u.Name == g.unit {
			calls = 1
		}
		for _, c := range u.Callers {
			calls += c.Calls
		}
		add := func(line int, time float64) {
			if calls*time > largePart*total {
				out = append(out, plan.Line{Path: path, Line: line})
			}
		}
		add(u.Start, u.Charge.Total())
		for _, l := range u.Lines {
			add(l.Line, l.Charge.Total())
		}
		for _, l := range u.Loops {
			add(l.Line, l.Time)
		}
	}
	return out, nil
}

// Directives are those of a file that a proposal changes, by their lines.
func (p Proposal) Directives(path string) []int {
	var out []int
	for _, l := range p.sites {
		if l.Path == path {
			out = append(out, l.Line)
		}
	}
	return out
}

// changedLines are where the groups stand that a plan maps otherwise, with all that is
// aligned with them and all that is written anew; or, directed, only the directives.
func (s *search) changedLines(t *trial, directed bool) []plan.Line {
	var out []plan.Line
	for i, g := range s.program.Groups {
		if directed && g.Now == nil {
			continue
		}
		moves := slices.ContainsFunc(t.moves, func(m plan.Move) bool { return m.Group == i })
		if moves || !slices.Equal(t.plan.Formats[i], g.Now) {
			if out = append(out, g.Lines...); !directed {
				out = append(out, g.Mapped...)
			}
		}
	}
	for _, c := range s.promises {
		out = append(out, c.at)
	}
	if directed {
		return out
	}
	for _, c := range t.changes {
		f, err := s.goal.snap.File(c.Path)
		for _, e := range c.Edits {
			if err == nil && !e.Span.Empty() { // as PROCESSORS
				out = append(out, plan.Line{Path: c.Path, Line: f.Text.LineOf(e.Span.Start)})
			}
		}
	}
	return out
}
