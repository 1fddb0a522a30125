package advise

import (
	"slices"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
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
func (t *times) costly(path string) (out []plan.Line) {
	for _, u := range t.units {
		if u.file.Path != path {
			continue
		}
		line := func(at source.Span) int { return u.file.Text.LineOf(u.Start + at.Start) }
		add := func(at, first, last int) {
			if t.line(u.file, u.Unit, first, last) > largePart {
				out = append(out, plan.Line{Path: path, Line: at})
			}
		}
		heading := line(source.Span{})
		add(heading, heading, u.file.Text.LineOf(u.End))
		for _, l := range t.lines[u.Name] {
			add(l.Line, l.Line, l.Line)
		}
		program.Statements(u.Body, func(x program.Stmt) bool {
			if do, is := x.(*program.Do); is {
				add(line(do.At), line(do.At), u.file.Text.LineOf(u.Start+lastByte(do)))
			}
			return true
		})
	}
	return out
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
