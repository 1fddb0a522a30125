package evaluate

import (
	"fmt"
	"slices"
	"sort"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
)

// lines gathers the charges of each source line.
func (n *numbers) lines() {
	byLine := map[int]*lineBuilder{}
	at := func(tag int) *lineBuilder {
		line := n.m.text.LineOf(n.m.graph.Units[tag].At.Start)
		if byLine[line] == nil {
			byLine[line] = &lineBuilder{Line: &report.Line{Line: line}}
		}
		return byLine[line]
	}
	for i, c := range n.result.Charges {
		l := at(c.Tag)
		charge(&l.Charge, c.Kind, c.Seconds)
		if c.Kind != process.Wait {
			l.charges = append(l.charges, i)
		}
	}
	here, there := newSetting(n.env), newSetting(n.at(n.result.Reference))
	for _, u := range n.m.graph.Units {
		n.count(at(u.Tag), u, here, there)
	}
	processors := make([]*setting, len(n.result.Processors))
	for i, p := range n.result.Processors {
		processors[i] = newSetting(n.at(p))
	}
	for _, lost := range n.result.Lost {
		if l := byLine[n.m.text.LineOf(lost.Span.Start)]; l != nil && l.NoEstimate == "" {
			l.NoEstimate = lost.Reason()
		}
		n.problem(lost.Span, source.Warning, "no-estimate", lost.Reason())
	}
	for _, c := range n.m.counts.comms {
		at(c.unit.Tag).Comms = append(at(c.unit.Tag).Comms, n.communication(c, there, processors))
	}
	doubts := n.doubts()
	for _, l := range byLine {
		n.finish(l, there)
		l.Assumed = doubts.on(l)
		n.out.Lines = append(n.out.Lines, l.Line)
	}
	sort.Slice(n.out.Lines, func(i, j int) bool { return n.out.Lines[i].Line < n.out.Lines[j].Line })
}

type lineBuilder struct {
	*report.Line
	charges []int // of the result, without waits
	ops     map[string]float64
	tags    []int
	parts   []executed
}

// executed is how often a statement is executed in one part of the peeled loops
// around it.
type executed struct {
	at    source.Span
	part  string
	times float64
}

// execute notes the executions of a unit; of those of one statement the largest
// counts.
func (l *lineBuilder) execute(u *aag.AAU, times float64) {
	for i := range l.parts {
		if x := &l.parts[i]; x.at == u.At && x.part == u.Part {
			x.times = max(x.times, times)
			return
		}
	}
	l.parts = append(l.parts, executed{u.At, u.Part, times})
}

// executions are those of the statement on the line that is executed most, in
// all parts of the loops around it.
func (l *lineBuilder) executions() float64 {
	most := 0.0
	for i, x := range l.parts {
		for _, other := range l.parts[:i] {
			if other.at == x.at {
				x.times += other.times
			}
		}
		most = max(most, x.times)
	}
	return most
}

// times is how often the program comes to a statement: where only some processors do, as in a
// task, as often as one of them.
func (n *numbers) times(executions tape, here *setting) float64 {
	g := n.m.unit.Grid
	if !n.m.unit.Messages && g != nil && slices.ContainsFunc(executions.Inputs(), func(s symbolic.Symbol) bool { return slices.Contains(g.Coordinates(), s.Name) }) {
		return n.made(executions)
	}
	return here.of(executions)
}

// unestimated reports whether a unit of the graph has no time, where the program comes to it
// so many times.
func unestimated(u *aag.AAU, times float64) bool {
	return u.Reason != "" && (u.Kind != aag.Void || u.Count == 0 || times != 0)
}

// count adds the executions and operations of a unit of the graph; here are the values
// that all processors have, there those on the reference processor.
func (n *numbers) count(l *lineBuilder, u *aag.AAU, here, there *setting) {
	l.tags = append(l.tags, u.Tag)
	times := n.times(n.m.counts.units[u.Tag].executions, here)
	if unestimated(u, times) {
		l.NoEstimate = u.Reason
	}
	if u.Called != nil {
		n.callLine(l, u)
	}
	if u.Comm != nil {
		if u.Comm.Passed != nil || u.Executes { // a statement or directive of the program
			l.execute(u, times)
		}
		return
	}
	if u.Element == nil || !u.Element.IsMask && u.Element.Resolves == nil {
		l.execute(u, times)
	}
	if u.Element == nil {
		return
	}
	local := there.of(n.m.counts.units[u.Tag].local)
	if l.ops == nil {
		l.ops = make(map[string]float64, len(u.Element.Ops))
	}
	for name, each := range u.Element.Ops {
		l.ops[name] += each * local
	}
	l.Moved += u.Element.Moved() * local
}

// at returns the values of all symbols on a processor.
func (n *numbers) at(processor []int) map[string]float64 {
	env := make(map[string]float64, len(n.env)+len(processor))
	for k, v := range n.env {
		env[k] = v
	}
	for d, c := range processor {
		env[n.m.unit.Grid.Coordinate(d)] = float64(c)
	}
	return env
}

func (n *numbers) finish(l *lineBuilder, there *setting) {
	l.Executions = l.executions()
	l.Busy, l.BusyProcessor = n.result.Busy(l.charges)
	l.Bound = n.bound(l, there)
	names := make([]string, 0, len(l.ops))
	for name := range l.ops {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		l.Operations = append(l.Operations, report.Operation{Name: name, Count: l.ops[name]})
	}
	if l.Charge.Total() == 0 && l.Busy > 0 && !slices.Equal(l.BusyProcessor, n.result.Reference) {
		l.OffPath = fmt.Sprintf("off path: %s on processor %s", report.Seconds(l.Busy), coordinates(l.BusyProcessor))
	}
	l.Formula = n.lineFormula(l.tags)
}

func coordinates(p []int) string {
	if len(p) == 1 {
		return fmt.Sprint(p[0])
	}
	s := "("
	for i, c := range p {
		if i > 0 {
			s += ","
		}
		s += fmt.Sprint(c)
	}
	return s + ")"
}

// communication reports one communication: what the reference processor
// receives per call of the unit, and what all receive together; there and
// processors are the values on it and on all.
func (n *numbers) communication(c commCounts, there *setting, processors []*setting) report.Communication {
	x := n.known(c.unit.Comm)
	if c.again.Tape != nil && !x.Bound && there.of(c.again) != 0 {
		bound := *x
		bound.Bound, x = true, &bound
	}
	out := report.Communication{Kind: x.Kind.String(), Bound: x.Bound, Dimension: x.Dim + 1, Offset: x.Offset, Hoisted: x.Level < x.Depth && x.Kind != comm.Reduction, Around: x.Level}
	if x.Array != nil {
		out.Array = x.Array.Name
	}
	out.Messages, out.Elements = there.of(c.messages), there.of(c.elements)
	out.Bytes = out.Elements * float64(x.Bytes)
	for i, at := range processors {
		share := n.result.Share(i)
		out.TotalMessages += share * at.of(c.messages)
		out.TotalBytes += share * at.of(c.elements) * float64(x.Bytes)
	}
	out.Reason = n.reason(x, out)
	return out
}

func (n *numbers) reason(x *comm.Communication, out report.Communication) string {
	s := x.Describe()
	switch {
	case out.TotalMessages <= 0:
		s += ": no message with these sizes"
	case x.Kind == comm.Barrier:
		s += ", in " + report.Plural(out.Messages, "step")
	case x.Kind == comm.Reduction:
		bytes := float64(x.Bytes)
		if x.Values != 0 && out.Messages > 0 {
			bytes = out.Bytes / out.Messages
		}
		s += fmt.Sprintf(": %s of %s", report.Plural(out.Messages, "stage"), report.Plural(bytes, "byte"))
	case out.Messages > 0:
		s += fmt.Sprintf(": %s of %s", report.Plural(out.Messages, "message"), report.Plural(out.Elements/out.Messages, "element"))
	default:
		s += fmt.Sprintf(": %s to other processors", report.Plural(out.TotalMessages, "message"))
	}
	if where := x.Where(); where != "" {
		s += "; " + where
	}
	return s
}

// loops reports the loops and array constructs.
func (n *numbers) loops() {
	for i, l := range n.m.graph.Loops {
		c := n.m.counts.loops[i]
		out := &report.Loop{Line: n.m.text.LineOf(l.At.Start), EndLine: n.m.text.LineOf(max(l.At.Start, l.End.Start)), Depth: l.Depth, Why: l.Why, Kind: "replicated"}
		out.EndLine = max(out.EndLine, out.Line)
		if entries := c.entries.eval(n.env); entries != 0 {
			out.Iterations = c.total.eval(n.env) / entries
		}
		switch {
		case l.Parallel:
			out.Kind = "parallel"
		case l.Sync:
			out.Kind = "sequential"
		case len(n.m.unit.Layouts) == 0 && !n.m.unit.Messages && len(n.out.Grid) == 0:
			out.Kind, out.Why = "serial", "nothing is mapped: one processor does all of it"
		}
		for _, line := range n.out.Lines {
			if out.Line <= line.Line && line.Line <= out.EndLine {
				out.Time += line.Charge.Total()
			}
		}
		n.out.Loops = append(n.out.Loops, out)
	}
	sort.SliceStable(n.out.Loops, func(i, j int) bool {
		if n.out.Loops[i].Line != n.out.Loops[j].Line {
			return n.out.Loops[i].Line < n.out.Loops[j].Line
		}
		return n.out.Loops[i].Depth < n.out.Loops[j].Depth
	})
	nested(n.out.Loops)
}

// nested tells a loop inside a parallel one, which a processor runs for the
// iterations that it owns, from one that all processors run alike.
func nested(loops []*report.Loop) {
	for i, l := range loops {
		if l.Kind != "replicated" {
			continue
		}
		for _, around := range loops[:i] {
			if around.Kind == "parallel" && around.Depth < l.Depth && around.EndLine >= l.EndLine {
				l.Kind, l.Why = "sequential", "within each iteration of the parallel loop around it"
			}
		}
	}
}
