package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/values"
	"github.com/parlens/parlens/costmodel/report"
)

// Where critical variables change from one iteration of a loop to the next (paper
// 003, section 4.2: unroll the loop so as to compute the value), the unit is
// evaluated with the values of every iteration in turn, as if all iterations had
// them, and the results are averaged: each line gets the sum over the iterations
// of what it costs in each. What a processor waits in one iteration for what
// happened in another is not seen by that.

// maxEvolution bounds the evaluations; of more iterations, evenly spaced ones
// stand for their neighbours.
const maxEvolution = 16

// iterations evaluates the unit along the evolution of its critical variables, and
// puts the averages in the place of what was found for their means.
func (n *numbers) iterations(ctx context.Context) {
	if n.out.NoEstimate != "" {
		return
	}
	names, rows, weights := n.values.rows()
	if len(names) == 0 {
		return
	}
	total := 0.0
	for _, w := range weights {
		total += w
	}
	var parts []part
	var calling []outgoing
	of := n.settings
	for i, row := range rows {
		one := newNumbers(n.linked, of)
		one.given, one.directed, one.problems = n.given, n.directed, nil
		one.user, one.byCall, one.assumed = n.user, n.byCall, n.assumed
		one.values = n.values.along(names, row)
		one.inside, one.evaluations = n.inside, n.evaluations // equal calls are evaluated once
		err := one.evaluated(ctx)
		n.evaluations, of.Haste = one.evaluations, max(of.Haste, one.out.Haste)
		if err != nil || one.out.NoEstimate != "" {
			return
		}
		parts = append(parts, part{one, weights[i] / total, weights[i]})
		for _, c := range one.calling {
			c.count *= weights[i] / total
			calling = append(calling, c)
		}
	}
	n.parts, n.calling = parts, calling
	average(n.out, parts)
}

// part is the evaluation with the values of one iteration, its share, and how
// many iterations it stands for.
type part struct {
	*numbers
	share, count float64
}

// changing reports whether some value that was asked for changes along an
// evolution.
func (v *criticals) changing() bool {
	for name, a := range v.found {
		changes := a.Provenance == report.Changing || a.Provenance == report.Traced && strings.HasPrefix(name, kindIterations)
		if changes && v.run().along(name) != nil {
			return true
		}
	}
	return false
}

// joint returns rows for all loops: each loop has its own rows in the shares that they have
// in it, whatever the others' are. What costs lie in one loop do not depend on the others.
func joint(loops []*values.Evolution) (names []string, rows [][]float64, counts []float64) {
	rows, counts = [][]float64{nil}, []float64{1}
	for _, c := range loops {
		names = append(names, c.Names...)
		own, weights := spaced(c)
		rows, counts = sideBySide(rows, counts, own, weights)
	}
	return names, rows, counts
}

// sideBySide puts two lists of rows with their counts side by side, as intervals of the same length.
func sideBySide(x [][]float64, atX []float64, y [][]float64, atY []float64) (rows [][]float64, counts []float64) {
	all := func(list []float64) (sum float64) {
		for _, v := range list {
			sum += v
		}
		return sum
	}
	scaleX, scaleY := all(atY), all(atX)
	for i, j, leftX, leftY := 0, 0, atX[0]*scaleX, atY[0]*scaleY; ; {
		part := min(leftX, leftY)
		rows, counts = append(rows, slices.Concat(x[i], y[j])), append(counts, part)
		if leftX -= part; leftX <= 0 {
			if i++; i == len(x) {
				return rows, counts
			}
			leftX = atX[i] * scaleX
		}
		if leftY -= part; leftY <= 0 {
			if j++; j == len(y) {
				return rows, counts
			}
			leftY = atY[j] * scaleY
		}
	}
}

// spaced returns the rows to evaluate, and how many iterations each stands for.
func spaced(c *values.Evolution) (rows [][]float64, counts []float64) {
	groups := min(len(c.Rows), maxEvolution)
	for g := range groups {
		first, last := g*len(c.Rows)/groups, (g+1)*len(c.Rows)/groups
		count := 0.0
		for _, w := range c.Weight[first:last] {
			count += w
		}
		rows, counts = append(rows, c.Rows[(first+last)/2]), append(counts, count)
	}
	return rows, counts
}

// along returns the values of a unit with those of one iteration.
func (v *criticals) along(names []string, row []float64) *criticals {
	out := *v
	out.found, out.traced = map[string]found{}, map[*program.Symbol]traced{}
	for i, name := range names {
		out.found[name] = found{report.Assumption{Name: name, Value: report.Exact(row[i])}, row[i]}
	}
	return &out
}

// evolutionText says how a value that changes along an evolution enters.
func evolutionText(c *values.Evolution) string {
	if len(c.Rows) > maxEvolution {
		return fmt.Sprintf(", %d iterations of its loop count for all", maxEvolution)
	}
	return ", each iteration of its loop counts"
}

// average puts weighted averages of reports of one unit into another one of it,
// which keeps its texts.
func average(into *report.Unit, parts []part) {
	into.Charge, into.Serial, into.Busy, into.Efficiency = report.Charge{}, 0, 0, 0
	lows, highs, estimated, calls := 0.0, 0.0, false, false
	lines, loops := map[int]*report.Line{}, into.Loops
	for _, l := range into.Lines {
		lines[l.Line] = l
		l.Executions, l.Charge, l.Busy = 0, report.Charge{}, 0
		clearCounts(l)
	}
	for _, l := range loops {
		l.Iterations, l.Time = 0, 0
	}
	for _, p := range parts {
		w, u := p.share, p.out
		into.Charge = addCharges(into.Charge, scaleCharge(u.Charge, w))
		into.Serial, into.Busy = into.Serial+w*u.Serial, into.Busy+w*u.Busy
		into.Lacking = into.Lacking || u.Lacking
		low, high := u.Charge.Total(), u.Charge.Total()
		if u.Between.Some() {
			low, high = u.Between.Low, u.Between.High
			estimated, calls = true, calls || u.Between.Calls
		}
		lows, highs = lows+w*low, highs+w*high
		into.Efficiency += w * u.Efficiency * u.Charge.Total()
		for _, l := range u.Lines {
			if lines[l.Line] == nil {
				lines[l.Line] = &report.Line{Line: l.Line, NoEstimate: l.NoEstimate, Formula: l.Formula, BusyProcessor: l.BusyProcessor}
				into.Lines = append(into.Lines, lines[l.Line])
			}
			addPart(lines[l.Line], l, p)
		}
		for k, l := range u.Loops {
			loops[k].Iterations += p.count * l.Iterations
			loops[k].Time += w * l.Time
		}
	}
	divide(into, parts)
	if into.Between = (report.Between{}); estimated {
		into.Between = between(lows, highs, into)
		into.Between.Calls = into.Between.Some() && calls
	}
	if T := into.Charge.Total(); T > 0 {
		into.Speedup, into.Efficiency = into.Serial/T, into.Efficiency/T
	}
	slices.SortFunc(into.Lines, func(a, b *report.Line) int { return cmp.Compare(a.Line, b.Line) })
}

// divide turns the sums over all iterations of what is counted into averages,
// so that whole numbers stay whole.
func divide(u *report.Unit, parts []part) {
	total := 0.0
	for _, p := range parts {
		total += p.count
	}
	for _, l := range u.Lines {
		l.Executions /= total
		for k := range l.Operations {
			l.Operations[k].Count /= total
		}
		for k := range l.Comms {
			c := &l.Comms[k]
			for _, x := range []*float64{&c.Messages, &c.Bytes, &c.TotalMessages, &c.TotalBytes, &c.Elements} {
				*x /= total
			}
		}
	}
	for _, l := range u.Loops {
		l.Iterations /= total
	}
}

// averageProfile is the profile along the evolution.
func (n *numbers) averageProfile(ctx context.Context, p *report.Profile, lines report.Lines) {
	whole := 0.0
	for _, x := range n.parts {
		q := &report.Profile{}
		x.profile(ctx, q, lines)
		p.Own, p.Cumulative = addCharges(p.Own, scaleCharge(q.Own, x.share)), addCharges(p.Cumulative, scaleCharge(q.Cumulative, x.share))
		p.Serial += x.share * q.Serial
		p.Efficiency += x.share * q.Efficiency * q.Cumulative.Total()
		p.Processors = q.Processors
		whole += x.share * x.result.T
	}
	if total := p.Cumulative.Total(); total > 0 {
		p.Speedup, p.Efficiency, p.Share = p.Serial/total, p.Efficiency/total, total/whole
	}
}

func clearCounts(l *report.Line) {
	l.Moved = 0
	for k := range l.Operations {
		l.Operations[k].Count = 0
	}
	for k := range l.Comms {
		c := &l.Comms[k]
		c.Messages, c.Bytes, c.TotalMessages, c.TotalBytes, c.Elements = 0, 0, 0, 0, 0
	}
}

// addPart adds the line of one part: its share of the times, and what is counted
// once for each of its iterations.
func addPart(l, m *report.Line, p part) {
	l.Charge = addCharges(l.Charge, scaleCharge(m.Charge, p.share))
	l.Busy += p.share * m.Busy
	w := p.count
	l.Executions += w * m.Executions
	for _, op := range m.Operations {
		report.AddOperation(l, op.Name, w*op.Count)
	}
	l.Moved += w * m.Moved
	for _, name := range m.Assumed {
		l.Assumed = appendNew(l.Assumed, name)
	}
	for k := range m.Comms {
		from := &m.Comms[k]
		to := sameCommunication(l, from, k)
		if to.Bound = to.Bound || from.Bound; to.Reason != from.Reason {
			bound := ""
			if to.Bound {
				bound = " (an upper bound)"
			}
			to.Reason = fmt.Sprintf("%s of %s%s: differs between the calls or iterations, whose mean this is", to.Kind, strings.ToUpper(to.Array), bound)
		}
		to.Messages += w * from.Messages
		to.Bytes += w * from.Bytes
		to.TotalMessages += w * from.TotalMessages
		to.TotalBytes += w * from.TotalBytes
		to.Elements += w * from.Elements
	}
}

// sameCommunication returns the line's communication that is the given one, the
// k-th of another report.
func sameCommunication(l *report.Line, c *report.Communication, k int) *report.Communication {
	same := func(d *report.Communication) bool {
		return d.Kind == c.Kind && d.Array == c.Array && d.Dimension == c.Dimension && d.Hoisted == c.Hoisted
	}
	if k < len(l.Comms) && same(&l.Comms[k]) {
		return &l.Comms[k]
	}
	for i := range l.Comms {
		if same(&l.Comms[i]) {
			return &l.Comms[i]
		}
	}
	fresh := *c
	fresh.Messages, fresh.Bytes, fresh.TotalMessages, fresh.TotalBytes, fresh.Elements = 0, 0, 0, 0, 0
	l.Comms = append(l.Comms, fresh)
	return &l.Comms[len(l.Comms)-1]
}
