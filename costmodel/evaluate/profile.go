package evaluate

import (
	"context"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Profiles returns the profile of the lines in each unit that they reach into,
// of one unit where a name is given. The error is that of Text.
func Profiles(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, unit string, lines report.Lines, s settings.Settings) ([]*report.Profile, error) {
	return perUnit(ctx, snap, f, unit, lines, s, func(n *numbers, at report.Lines) (*report.Profile, error) {
		return n.profileAt(ctx, report.Lines{First: max(lines.First, at.First), Last: min(lines.Last, at.Last)}, at.First-1), nil
	})
}

// profileAt profiles lines of the file; before is the number of lines before the unit.
func (n *numbers) profileAt(ctx context.Context, lines report.Lines, before int) *report.Profile {
	p := &report.Profile{Unit: n.out.Name, Kind: n.out.Kind, Call: n.instance, Lines: lines, NoEstimate: n.out.NoEstimate, Memory: n.out.Memory}
	if n.result == nil || n.out.NoEstimate != "" {
		return p
	}
	n.profile(ctx, p, report.Lines{First: lines.First - before, Last: lines.Last - before})
	for _, l := range n.out.Lines {
		if at := l.Line + before; l.NoEstimate != "" && lines.First <= at && at <= lines.Last {
			p.Missing = append(p.Missing, at)
		}
	}
	return p
}

// profile fills the profile of lines of the unit.
func (n *numbers) profile(ctx context.Context, p *report.Profile, lines report.Lines) {
	if len(n.parts) > 0 {
		n.averageProfile(ctx, p, lines)
		return
	}
	own, inside := n.tagsOf(lines)
	computed := 0.0
	for _, c := range n.result.Charges {
		if own[c.Tag] {
			charge(&p.Own, c.Kind, c.Seconds)
		}
		if inside[c.Tag] {
			charge(&p.Cumulative, c.Kind, c.Seconds)
			if c.Kind == process.Computation {
				computed += c.Total
			}
		}
	}
	p.Processors = int(n.result.Count)
	total := p.Cumulative.Total()
	if p.Serial = n.serialOf(ctx, inside); total > 0 {
		p.Speedup, p.Efficiency = p.Serial/total, computed/(n.result.Count*total)
	}
	if n.result.T > 0 {
		p.Share = total / n.result.T
	}
}

// tagsOf returns the abstraction units that stand on the lines and call nothing,
// and all on the lines or inside a compound one that begins there: with the
// messages that its lines need, wherever they are paid, as in Loop.Time.
func (n *numbers) tagsOf(lines report.Lines) (own, inside map[int]bool) {
	own, inside = map[int]bool{}, map[int]bool{}
	var walk func(nodes []*aag.Node, within bool)
	walk = func(nodes []*aag.Node, within bool) {
		for _, node := range nodes {
			at := n.m.text.LineOf(node.Unit.At.Start)
			on := lines.First <= at && at <= lines.Last
			own[node.Unit.Tag] = on && node.Unit.Kind != aag.Call
			inside[node.Unit.Tag] = on || within || slices.ContainsFunc(n.out.Loops, func(l *report.Loop) bool {
				return lines.First <= l.Line && l.Line <= lines.Last && l.Line <= at && at <= l.EndLine
			})
			for _, block := range node.Blocks {
				walk(block, on || within)
			}
		}
	}
	walk(n.m.graph.Tree(), false)
	return own, inside
}

// serialOf is the time of abstraction units on an arrangement of one processor,
// 0 where it cannot be evaluated.
func (n *numbers) serialOf(ctx context.Context, tags map[int]bool) float64 {
	if n.unfitForOne() {
		return 0
	}
	env := maps.Clone(n.env)
	n.alone(env)
	n.callsAlone(env)
	r, err := n.m.program.Run(ctx, n.options(env))
	if err != nil {
		return 0
	}
	sum := 0.0
	for _, c := range r.Charges {
		if tags[c.Tag] {
			sum += c.Seconds
		}
	}
	return sum
}
