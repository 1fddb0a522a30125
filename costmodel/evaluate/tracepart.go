package evaluate

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
)

// tracedParts puts the traces of a unit one after the other that is evaluated with the
// values of several iterations, each as long as its share of the time (evolution.go).
func (n *numbers) tracedParts(ctx context.Context, out *report.Trace, bounds process.Tracing, before int) (*report.Trace, error) {
	bounds.Slices /= len(n.parts)
	for _, p := range n.parts {
		t, err := p.trace(ctx, bounds, before)
		if err != nil || t.NoEstimate != "" {
			return t, err
		}
		if out.Lanes == nil {
			out.Count, out.Reference, out.Reading, out.Each = t.Count, t.Reference, t.Reading, t.Each
			out.Lanes = make([]report.Lane, len(t.Lanes))
		}
		around := report.TraceSlice{Slice: process.Slice{What: process.Iterations, Count: p.count}, Line: before + 1, Name: "with " + p.values.listed()}
		out.Each = min(out.Each, t.Each)
		follow(out, t, around, p.share)
	}
	return out, nil
}

// listed lists values along an evolution, those of the program's own variables.
func (v *criticals) listed() string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(v.found)) {
		if v.unit.Lookup(name) != nil {
			words = append(words, name+" = "+v.found[name].Value)
		}
	}
	return strings.Join(words, ", ")
}

// follow puts a trace behind another one, within a slice, as long as a share of it. A
// lane that has finished before the others waits for them.
func follow(out, t *report.Trace, around report.TraceSlice, share float64) {
	start, end := out.T, out.T+share*t.T
	place := func(seconds float64) float64 { return start + share*seconds }
	for i := range out.Lanes {
		l := &out.Lanes[i]
		if i >= len(t.Lanes) {
			continue
		}
		around.Start, around.End = start, end
		l.Processor, l.Stands, l.End = t.Lanes[i].Processor, t.Lanes[i].Stands, end
		l.Slices = append(l.Slices, around)
		for _, s := range t.Lanes[i].Slices {
			s.Start, s.End, s.Depth = place(s.Start), place(s.End), s.Depth+1
			l.Slices = append(l.Slices, s)
		}
		if at := place(t.Lanes[i].End); at < end {
			rest := process.Slice{What: process.Waiting, Kind: process.Wait, Depth: 1, Start: at, End: end}
			l.Slices = append(l.Slices, report.TraceSlice{Slice: rest, Line: around.Line, Name: "has finished"})
		}
	}
	for _, a := range t.Arrows {
		a.Left, a.Came = place(a.Left), place(a.Came)
		out.Arrows = append(out.Arrows, a)
	}
	out.T = end
}
