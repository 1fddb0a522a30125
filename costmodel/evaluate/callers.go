package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

// A procedure's report is that of the calls that a program makes of it: with the
// sizes, values and mappings that its callers have. Where these differ, it is the
// mean over the calls, and says what each of them is. A procedure that no program
// calls is evaluated for itself.

// asCalled returns the evaluations of a unit of a file by the calls of programs; nil
// without any, or where the user gives a value to a dummy.
// Where programs reach too far for that, there are none; cut: a whole answer has them.
func (p *procedures) asCalled(ctx context.Context, f *workspace.File, at int, m *machines.Machine, s settings.Settings, keep bool) (calls []incoming, cut bool, err error) {
	u := p.units(f)[at]
	if u.Kind == program.Main || slices.ContainsFunc(u.Dummies, func(d *program.Symbol) bool { return s.Gives(d.Name) }) {
		return nil, false, nil
	}
	var out []incoming
	for _, root := range p.roots(f, at, s.Program) {
		if now := root.settings(p.snap.Memo(), m, s, keep); root.exceeds(now.Reach) {
			return nil, root.cut(p.snap.Memo(), m, s, keep) && !root.exceeds(s.Reach), nil
		}
		summarise(root, p.snap.Memo())
		ev, err := p.standalone(ctx, root, m, s, keep)
		if err != nil {
			return nil, false, err
		}
		if ev.visit != nil {
			worth := ev.visit.worth(ev.unit.Charge.Total())
			for _, c := range ev.visit.callsOf(u.Unit) {
				c.root, c.worth = root, worth
				out = append(out, c)
			}
		}
	}
	return slices.DeleteFunc(out, func(c incoming) bool { return c.to.unit.NoEstimate != "" || c.times <= 0 }), false, nil
}

// combined is the report of a procedure of a file as it is called, and what is wrong
// with it.
func (p *procedures) combined(f *workspace.File, calls []incoming) (*report.Unit, []source.Diagnostic) {
	groups, order := map[*report.Unit]float64{}, []*report.Unit{}
	var problems []source.Diagnostic
	for _, c := range calls {
		if groups[c.to.unit] == 0 {
			order = append(order, c.to.unit)
		}
		for _, d := range withWorth(c.to.visit, c.to.problems, []map[question]bool{c.worth}) {
			if !slices.Contains(problems, d) {
				problems = append(problems, d)
			}
		}
		groups[c.to.unit] += c.times
	}
	into := copied(order[0])
	if len(order) > 1 {
		into = averaged(order, groups)
	}
	into.Callers, into.Calls = p.callersOf(f, calls), 0
	for _, c := range calls {
		into.Calls += c.times
	}
	if whole := math.Round(into.Calls); math.Abs(into.Calls-whole) < 1e-9*whole { // shares add up to it
		into.Calls = whole
	}
	return into, problems
}

// averaged is the mean of evaluations by their calls, those with the most calls first.
func averaged(order []*report.Unit, groups map[*report.Unit]float64) *report.Unit {
	slices.SortStableFunc(order, func(a, b *report.Unit) int { return cmp.Compare(groups[b], groups[a]) })
	var parts []part
	for _, u := range order {
		parts = append(parts, part{&numbers{out: u}, 0, groups[u]})
	}
	total := 0.0
	for _, x := range parts {
		total += x.count
	}
	for i := range parts {
		parts[i].share = parts[i].count / total
	}
	into := copied(parts[0].out)
	average(into, parts)
	into.Assumptions = differingAssumptions(order)
	for _, u := range order[1:] {
		into.Inherited = report.AssumedOf(slices.Concat(into.Inherited, u.Inherited))
	}
	return into
}

// mostDiffering is how many values of the calls are named.
const mostDiffering = 4

// differingAssumptions are those of the first report, with all values of those that
// differ.
func differingAssumptions(order []*report.Unit) []report.Assumption {
	out := slices.Clone(order[0].Assumptions)
	for i, a := range out {
		var values []string
		for _, u := range order {
			for _, b := range u.Assumptions {
				if b.Name == a.Name && b.Line == a.Line && !slices.Contains(values, b.Value) {
					values = append(values, b.Value)
				}
			}
		}
		if len(values) < 2 {
			continue
		}
		out[i].Value = andMore(values)
		out[i].Source += ": the numbers are means over the calls"
	}
	return out
}

// andMore lists values, the first few of many: "10, 20 and 30".
func andMore(values []string) string {
	if more := len(values) - mostDiffering; more > 1 {
		values = append(slices.Clone(values[:mostDiffering]), fmt.Sprintf("%d more", more))
	}
	last := len(values) - 1
	if last == 0 {
		return values[0]
	}
	return strings.Join(values[:last], ", ") + " and " + values[last]
}

// callersOf lists where calls come from, equal ones together.
func (p *procedures) callersOf(f *workspace.File, calls []incoming) []report.Caller {
	var out []report.Caller
	for _, c := range calls {
		x := report.Caller{Unit: c.from.unit.Name, Line: c.line, With: c.with, Calls: c.times, Time: c.to.unit.Charge.Total()}
		if from := p.known[c.from.origin]; from != nil {
			x.Line += from.line - 1
			if from.file != f.Path {
				x.File = from.file
			}
		}
		same := func(o report.Caller) bool {
			return o.Unit == x.Unit && o.File == x.File && o.Line == x.Line && o.With == x.With && o.Time == x.Time
		}
		if i := slices.IndexFunc(out, same); i >= 0 {
			out[i].Calls += x.Calls
			continue
		}
		out = append(out, x)
	}
	return out
}
