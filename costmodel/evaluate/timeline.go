package evaluate

import (
	"context"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Timelines returns the first exchanges, most of them or fewer, of the units of
// a file, of one unit where a name is given. The error is that of Text.
func Timelines(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, unit string, most int, s settings.Settings) ([]*report.Timeline, error) {
	return perUnit(ctx, snap, f, unit, report.AllLines, s, func(n *numbers, at report.Lines) (*report.Timeline, error) {
		t, err := n.timeline(ctx, most, at.First-1)
		if err == nil {
			t.Lines = at
		}
		return t, err
	})
}

// timeline runs the unit again and keeps the exchanges; first is the number of
// lines before the unit.
func (n *numbers) timeline(ctx context.Context, most, first int) (*report.Timeline, error) {
	out := &report.Timeline{Unit: n.out.Name, Kind: n.out.Kind, Call: n.instance, NoEstimate: n.out.NoEstimate, Reading: n.out.Reading}
	if n.result == nil || n.out.NoEstimate != "" {
		return out, nil
	}
	opt := n.options(n.env)
	opt.Meetings = most + 1
	r, err := n.m.program.Run(ctx, opt)
	if err != nil {
		out.NoEstimate = problemOf(err).Message
		return out, ctx.Err()
	}
	out.Processors, out.Ends, out.Reading = r.Processors, r.Clocks, r.Reading
	if r.Sampled {
		out.Reading += ", sampled"
	}
	for _, m := range r.Meetings {
		if len(out.Exchanges) == most {
			out.More = true
			break
		}
		x := report.TimelineExchange{Line: first + n.m.text.LineOf(m.Span.Start), Visits: m.Visits}
		if c := n.m.graph.Units[m.Tag].Comm; c != nil {
			x.What = c.Describe()
		}
		out.Exchanges = append(out.Exchanges, x)
	}
	return out, nil
}
