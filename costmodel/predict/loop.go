package predict

import (
	"fmt"
	"math"

	"github.com/parlens/parlens/costmodel/execution"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/machines"
)

// Loop is a loop as the execution models see it.
type Loop struct {
	Line, Last int
	Iterations float64
	Body       float64 // seconds of one iteration on a processor
	Processors int
	Moves      bool // its lines communicate: neighbours, or more
	Parallel   bool
}

// LoopAt finds the innermost loop around a line, or the array assignment there, in a
// report. The cost of an iteration is what the reference processor computes for its
// share of them.
func LoopAt(r *report.Report, line int) (Loop, error) {
	for _, u := range r.Units {
		if line < u.Start || line > u.End {
			continue
		}
		if u.NoEstimate != "" {
			return Loop{}, fmt.Errorf("no estimate: %s", u.NoEstimate)
		}
		out := Loop{Line: line, Last: line, Processors: 1}
		for _, l := range u.Loops { // outer loops first
			if l.Line <= line && line <= l.EndLine {
				out.Line, out.Last, out.Iterations, out.Parallel = l.Line, l.EndLine, l.Iterations, l.Kind == "parallel"
			}
		}
		for _, n := range u.Grid {
			out.Processors *= n
		}
		seconds, executions := 0.0, 0.0
		for _, l := range u.Lines {
			if l.Line < out.Line || l.Line > out.Last {
				continue
			}
			if l.NoEstimate != "" {
				return Loop{}, fmt.Errorf("line %d has no estimate: %s", l.Line, l.NoEstimate)
			}
			seconds += l.Charge.Computation + l.Charge.Overhead
			executions = max(executions, l.Executions)
			out.Moves = out.Moves || len(l.Comms) > 0
		}
		if out.Iterations == 0 {
			out.Iterations = executions
		}
		executed := max(out.Iterations, executions)
		if out.Parallel {
			executed = math.Ceil(executed / float64(out.Processors))
		}
		if out.Iterations > 0 && seconds > 0 {
			out.Body = seconds / executed
			return out, nil
		}
	}
	return Loop{}, fmt.Errorf("there is no loop with an estimate")
}

// Techniques compares the ways to map a loop onto an array of processors that pass
// data item by item; ok is false for any other machine, and where the loop is not
// parallel. Item is the cost of one data item in seconds. What is hidden of the
// communication is the machine's share.
func Techniques(l Loop, m *machines.Machine) (c execution.Comparison, item float64, ok bool) {
	n, array := m.Number("communication.item_s")
	if !array || !(n.Value > 0) || !l.Parallel || l.Processors < 2 {
		return c, 0, false
	}
	hidden, _ := m.Number("communication.overlap_share")
	c, err := execution.Compare(execution.Techniques, execution.Options{Rounded: true}, map[string]float64{
		"N": l.Iterations, "P": float64(l.Processors), "BB": l.Body / n.Value, "K": hidden.Value,
	})
	return c, n.Value, err == nil
}

// Segments are the parallel loops of a unit that can be mapped onto the machine, one
// after the other, each with its time by technique in costs of an item. Each gives all
// its items to the next.
func Segments(r *report.Report, u *report.Unit, m *machines.Machine) (segments []execution.Segment, item float64, err error) {
	last := 0
	for _, loop := range u.Loops { // outer loops first
		if loop.Line <= last || loop.Kind != "parallel" {
			continue
		}
		l, err := LoopAt(r, loop.Line)
		if err != nil {
			return nil, 0, fmt.Errorf("line %d: %w", loop.Line, err)
		}
		c, cost, ok := Techniques(l, m)
		if !ok {
			continue
		}
		item, last = cost, loop.EndLine
		s := execution.Segment{Line: loop.Line, Costs: map[execution.Technique]float64{}, Items: l.Iterations}
		for _, x := range c.Costs {
			if x.Impossible == "" {
				s.Costs[x.Technique] = x.T
			}
		}
		segments = append(segments, s)
	}
	return segments, item, nil
}
