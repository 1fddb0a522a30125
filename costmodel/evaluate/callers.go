package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/values"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

// A procedure's report is that of the calls that a program makes of it: with the
// sizes, values and mappings that its callers have. Where these differ, it is the
// mean over the calls, and says what each of them is. A procedure that no program
// calls is evaluated for itself.

// visit is an evaluation of a unit: what is wrong with its numbers, and which
// evaluations of procedures it calls in turn.
type visit struct {
	of       *model // without its terms; see outlined
	problems []source.Diagnostic
	calling  []outgoing
	entering entering // of an evaluation for a call
}

// outgoing is a call in an evaluated unit, for so many calls in each call of the
// unit.
type outgoing struct {
	to    inside
	from  *model // of the calling unit, without its terms
	line  int    // of it
	with  string // the values that scalar dummies get
	count float64
}

func newVisit(n *numbers) *visit {
	return &visit{of: n.m.outlined(), problems: slices.Concat(n.m.broken, n.problems), calling: n.calling}
}

// outlined is what the results of a unit say of it: they must not hold on to its graph
// and terms, which take many times their memory.
func (m *model) outlined() *model {
	return &model{unit: m.unit, origin: m.origin, passed: m.passed, text: m.text, tables: m.tables, given: m.given}
}

// visits notes calls of a procedure.
func (n *numbers) visits(c callModel, to inside, s *values.State, count float64) {
	if to.visit == nil {
		return
	}
	n.calling = append(n.calling, outgoing{to, n.m.outlined(), n.m.text.LineOf(c.unit.At.Start), n.passes(c, s), count})
}

// passes lists the values of the integer dummies.
func (n *numbers) passes(c callModel, s *values.State) string {
	var out []string
	for i, name := range c.names {
		if d := c.inside.unit.Lookup(name); d != nil && d.Dummy && d.Rank() == 0 && d.Type == program.Integer {
			x := c.forms[i].eval(n.env)
			if s != nil {
				if known, ok := s.Scalar(name); ok {
					x = known
				}
			}
			out = append(out, fmt.Sprintf("%s = %.6g", name, x))
		}
	}
	return strings.Join(out, ", ")
}

// incoming is one evaluation of a procedure, with the calls that it stands for.
type incoming struct {
	outgoing
	times float64
	root  *procedure        // the unit above, which nothing calls
	worth map[question]bool // what is asked in it
}

// callsOf returns the evaluations of a procedure below an evaluated unit, in the
// order of the first calls.
func (v *visit) callsOf(u *program.Unit) []incoming {
	weights := map[*visit]float64{v: 1}
	var out []incoming
	for _, x := range v.ordered() {
		for _, c := range x.calling {
			times := weights[x] * c.count
			weights[c.to.visit] += times
			if c.to.of.origin == u {
				out = append(out, incoming{outgoing: c, times: times})
			}
		}
	}
	return out
}

// ordered returns the evaluation and all below it, callers before what they call.
func (v *visit) ordered() []*visit {
	var out []*visit
	seen := map[*visit]bool{}
	var walk func(v *visit)
	walk = func(v *visit) {
		if seen[v] {
			return
		}
		seen[v] = true
		for _, c := range slices.Backward(v.calling) {
			walk(c.to.visit)
		}
		out = append(out, v)
	}
	walk(v)
	slices.Reverse(out)
	return out
}

// mostRoots bounds the programs that are looked through for calls of a procedure.
const mostRoots = 16

// roots returns the units that come to a procedure by their calls and that nothing
// calls: those of its own file, and where none of them is a program, the programs of
// other files.
func (p *procedures) roots(f *workspace.File, at int) []*procedure {
	var out []*procedure
	above := p.above(f, at)
	found := false
	for i, u := range p.units(f) {
		if i == at || u.Kind == program.Module || u.Kind == program.BlockData {
			continue
		}
		if x := p.procedure(f, i); above[x] && (u.Kind == program.Main || !p.calledIn(f)[x]) {
			out = append(out, x)
			found = found || u.Kind == program.Main
		}
	}
	if found {
		return slices.DeleteFunc(out, func(x *procedure) bool { return x.unit.Kind != program.Main })
	}
	unit := p.units(f)[at].Unit
	reaching := func(x *procedure) bool { return x.unit.Unit != unit && reaches(x, unit, map[*procedure]bool{}) }
	var programs []*procedure
	for _, other := range p.snap.Programs(f) {
		for i, u := range p.units(other) {
			if u.Kind == program.Main && len(programs) < mostRoots {
				if x := p.procedure(other, i); reaching(x) {
					programs = append(programs, x)
				}
			}
		}
	}
	if len(programs) > 0 {
		return programs
	}
	return out
}

// above returns the procedures that come to a unit of a file by their calls, of those
// that the file comes to.
func (p *procedures) above(f *workspace.File, at int) map[*procedure]bool {
	from := p.callersFrom(f)
	out := map[*procedure]bool{}
	var walk func(*procedure)
	walk = func(x *procedure) {
		for _, caller := range from[x] {
			if !out[caller] {
				out[caller] = true
				walk(caller)
			}
		}
	}
	walk(p.procedure(f, at))
	return out
}

// callersFrom returns who calls each procedure that a file comes to.
func (p *procedures) callersFrom(f *workspace.File) map[*procedure][]*procedure {
	if p.callers[f] != nil {
		return p.callers[f]
	}
	out, seen := map[*procedure][]*procedure{}, map[*procedure]bool{}
	var walk func(*procedure)
	walk = func(x *procedure) {
		if seen[x] {
			return
		}
		seen[x] = true
		for _, called := range x.calls {
			out[called] = append(out[called], x)
			walk(called)
		}
	}
	for i := range p.units(f) {
		walk(p.procedure(f, i))
	}
	p.callers[f] = out
	return out
}

// calledIn are the procedures that another unit of a file calls.
func (p *procedures) calledIn(f *workspace.File) map[*procedure]bool {
	if p.calledBy[f] == nil {
		out := map[*procedure]bool{}
		for i := range p.units(f) {
			x := p.procedure(f, i)
			for _, called := range x.calls {
				out[called] = out[called] || called != x
			}
		}
		p.calledBy[f] = out
	}
	return p.calledBy[f]
}

// reaches reports whether a procedure comes to a unit by its calls.
func reaches(p *procedure, u *program.Unit, seen map[*procedure]bool) bool {
	if seen[p] {
		return false
	}
	seen[p] = true
	for _, c := range p.calls {
		if c.unit.Unit == u || reaches(c, u, seen) {
			return true
		}
	}
	return false
}

// asCalled returns the evaluations of a unit of a file by the calls of programs; nil
// without any, or where the user gives a value to a dummy.
// Where programs reach too far for that, there are none; cut: a whole answer has them.
func (p *procedures) asCalled(ctx context.Context, f *workspace.File, at int, m *machines.Machine, s settings.Settings, keep bool) (calls []incoming, cut bool, err error) {
	u := p.units(f)[at]
	if u.Kind == program.Main || slices.ContainsFunc(u.Dummies, func(d *program.Symbol) bool { return s.Gives(d.Name) }) {
		return nil, false, nil
	}
	var out []incoming
	for _, root := range p.roots(f, at) {
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
	return into, problems
}

// averaged is the mean of evaluations by their calls; of many, those with the most
// calls count.
func averaged(order []*report.Unit, groups map[*report.Unit]float64) *report.Unit {
	slices.SortStableFunc(order, func(a, b *report.Unit) int { return cmp.Compare(groups[b], groups[a]) })
	var parts []part
	for _, u := range order[:min(len(order), maxEvolution)] {
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
