package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Traces returns what the processors do in the units of a file, of one unit where a name
// is given. The error is that of Text.
func Traces(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, unit string, bounds process.Tracing, s settings.Settings) ([]*report.Trace, error) {
	return perUnit(ctx, snap, f, unit, report.AllLines, s, func(n *numbers, at report.Lines) (*report.Trace, error) {
		t, err := n.trace(ctx, bounds, at.First-1)
		if err == nil {
			t.Lines = at
		}
		return t, err
	})
}

// trace runs the unit again and notes what happens; before is the number of lines
// before the unit.
func (n *numbers) trace(ctx context.Context, bounds process.Tracing, before int) (*report.Trace, error) {
	out := &report.Trace{Unit: n.out.Name, Kind: n.out.Kind, Call: n.instance, NoEstimate: n.out.NoEstimate, Reading: n.out.Reading, Partial: n.out.Partial(), Assumed: n.out.Assumed()}
	if n.result == nil || n.out.NoEstimate != "" {
		return out, nil
	}
	if len(n.parts) > 0 {
		return n.tracedParts(ctx, out, bounds, before)
	}
	bounds.Keep = n.reference()
	r, t, err := n.m.program.Trace(ctx, n.options(n.env), bounds)
	if err != nil {
		out.NoEstimate = problemOf(err).Message
		return out, ctx.Err()
	}
	out.T, out.Count, out.Arrows, out.Each, out.Reading = r.T, r.Count, t.Arrows, t.Each, r.Reading
	if r.Sampled {
		out.Reading += ", sampled"
	}
	names := &namer{n: n, before: before, known: map[process.Slice]string{}}
	for i, p := range t.Processors {
		if slices.Equal(p, r.Reference) {
			out.Reference = i
		}
		out.Lanes = append(out.Lanes, report.Lane{Processor: p, Slices: names.lane(t.Lanes[i]), End: t.Ends[i], Stands: t.Stands[i]})
	}
	return out, nil
}

// reference is the number of the processor whose charges are shown.
func (n *numbers) reference() int {
	return slices.IndexFunc(n.result.Processors, func(p []int) bool { return slices.Equal(p, n.result.Reference) })
}

// namer says of slices what they are.
type namer struct {
	n      *numbers
	before int // lines before the unit
	known  map[process.Slice]string
}

// lane names the slices of a lane, and puts around those of loops that are passed at
// once, since nothing is sent in them, a slice for the loop.
func (x *namer) lane(all []process.Slice) []report.TraceSlice {
	var out []report.TraceSlice
	var contains []process.Slice // what contains the next one
	var open []int               // the loops passed at once that do, their places in out
	for _, s := range all {
		if len(contains) > s.Depth {
			contains, open = contains[:s.Depth], nil
		}
		var loops []aag.LoopInfo
		if s.What == process.Work {
			loops = x.passed(s.Span, contains)
		}
		same := 0
		for same < min(len(open), len(loops)) && out[open[same]].Span == loops[same].At {
			same++
		}
		open = open[:same]
		for _, l := range loops[same:] {
			around := process.Slice{What: process.LoopSlice, Depth: s.Depth + len(open), Start: s.Start, Span: l.At}
			open = append(open, len(out))
			out = append(out, x.named(around))
		}
		for _, at := range open {
			out[at].End = s.End
		}
		if s.What.Contains() {
			contains = append(contains, s)
		}
		s.Depth += len(open)
		out = append(out, x.named(s))
	}
	return out
}

// passed lists the loops around a span that are no slices yet, the outermost first.
func (x *namer) passed(at source.Span, contains []process.Slice) []aag.LoopInfo {
	var out []aag.LoopInfo
	for _, l := range x.n.m.graph.Loops {
		inside := l.At.Start <= at.Start && at.Start < max(l.End.End, l.At.End)
		known := slices.ContainsFunc(contains, func(s process.Slice) bool { return s.Span.Start == l.At.Start }) ||
			slices.ContainsFunc(out, func(o aag.LoopInfo) bool { return o.At.Start == l.At.Start })
		if inside && !known {
			out = append(out, l)
		}
	}
	slices.SortStableFunc(out, func(a, b aag.LoopInfo) int { return cmp.Compare(a.At.Start, b.At.Start) })
	return out
}

func (x *namer) named(s process.Slice) report.TraceSlice {
	line := x.n.m.text.LineOf(s.Span.Start)
	key := s
	key.Depth, key.Start, key.End = 0, 0, 0
	name, known := x.known[key]
	if !known {
		name = x.name(s, line)
		x.known[key] = name
	}
	return report.TraceSlice{Slice: s, Line: x.before + line, Name: name}
}

func (x *namer) name(s process.Slice, line int) string {
	index := strings.TrimRight(s.Index, "'")
	if x.n.m.unit.Lookup(index) == nil {
		index = "iteration"
	}
	switch s.What {
	case process.Iteration:
		return fmt.Sprintf("%s = %g", index, s.From)
	case process.Iterations:
		return fmt.Sprintf("%s = %g to %g: %g iterations, summed up", index, s.From, s.To, s.Count)
	case process.Expected:
		return "expected: " + x.statement(line)
	case process.Send, process.Receive, process.Waiting:
		return verbs[s.What] + x.message(s, line)
	}
	return x.statement(line)
}

var verbs = map[process.What]string{process.Send: "sends: ", process.Receive: "receives: ", process.Waiting: "waits: "}

// message says what an exchange is for.
func (x *namer) message(s process.Slice, line int) string {
	if units := x.n.m.graph.Units; s.Tag < len(units) && units[s.Tag].Comm != nil {
		return units[s.Tag].Comm.Describe()
	}
	return x.statement(line)
}

// mostName bounds the text of a statement, in bytes.
const mostName = 60

// statement is the text of a line.
func (x *namer) statement(line int) string {
	words := strings.Fields(x.n.m.text.Line(line))
	text := strings.Join(words, " ")
	if len(text) > mostName {
		text = strings.ToValidUTF8(text[:mostName], "") + "…"
	}
	return text
}
