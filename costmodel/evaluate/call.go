package evaluate

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// callSite is one CALL of a procedure that can be seen, as the model of the
// calling unit has it: what it passes to the procedure's model, and the formulas
// of the values that the procedure gets.
type callSite struct {
	unit   *aag.AAU
	passed *passed
	names  []string // of the values, sorted
	forms  []tape

	first, last tape // of the index of its place, where it has one
	scattered   []scattered
}

func newCallSites(g *aag.Graph) []callSite {
	var out []callSite
	for _, u := range g.Units {
		if u.Called == nil {
			continue
		}
		x := callSite{unit: u, passed: newPassed(u.Called, g)}
		for _, name := range slices.Sorted(maps.Keys(u.Called.Values)) {
			if !x.passed.gives(name) {
				x.names = append(x.names, name)
				x.forms = append(x.forms, newTape(g.Builder, u.Called.Values[name]))
			}
		}
		if p := u.Called.Place; p != nil {
			x.first, x.last = newTape(g.Builder, p.First), newTape(g.Builder, p.Last)
		}
		for _, s := range u.Called.Called.Scattered {
			x.scattered = append(x.scattered, scattered{s.Dummy, newTape(g.Builder, s.First), newTape(g.Builder, s.Last)})
		}
		out = append(out, x)
	}
	return out
}

// calls evaluates the procedures that the unit calls and gives their times to
// the symbols that stand for them.
func (n *numbers) calls(ctx context.Context) {
	ctx = effort.Whole(ctx)
	for _, c := range n.linked.calls {
		out, states := n.places(ctx, c)
		n.called = append(n.called, out)
		t := c.unit.Called
		n.env[t.Time("computation")] = out.Charge.Computation
		n.env[t.Time("communication")] = out.Charge.Communication + out.Charge.Wait
		n.env[t.Time("overhead")] = out.Charge.Overhead
		n.noteCall(c, out, states)
	}
}

// call evaluates the procedure of a call; see entered.
func (n *numbers) call(ctx context.Context, c callModel) (*report.Unit, []map[string]float64) {
	n.values.bind(c.outer, n.env)
	values := maps.Clone(n.given)
	if values == nil {
		values = map[string]float64{}
	}
	for _, d := range c.inside.unit.Dummies {
		delete(values, d.Name)
	}
	for _, name := range c.unit.Called.Called.Unknown {
		if v, ok := n.settings.Values[c.unit.Called.Procedure.Own(name)]; ok {
			values[name] = v
		}
	}
	doubtful := map[string]assumer{}
	for i, name := range c.names {
		n.values.bind(c.forms[i].Inputs(), n.env)
		x := c.forms[i].eval(n.env)
		if math.IsNaN(x) {
			continue // of no value the procedure knows nothing
		}
		values[name] = x
		for _, s := range c.forms[i].Inputs() {
			if n.values.found[s.Name].Provenance == report.Assumed {
				doubtful[name] = max(doubtful[name], n.assumerOf(s.Name))
			}
		}
		if doubtful[name] != nobody && c.unit.Called.Called.Scatters(name) {
			delete(values, name)
		}
	}
	for dummy, apart := range c.unit.Called.Near {
		values[nearby(dummy)] = float64(apart)
	}
	for _, s := range c.outer {
		values[callerPrefix+s.Name] = n.env[s.Name]
	}
	n.doubtful = doubtful
	return n.entered(ctx, c, values)
}

// assumer is who assumes a value that a call hands on.
type assumer uint8

const (
	nobody assumer = iota
	thisUnit
	itsCallers // and it has it from them
)

// assumerOf is who assumes a value that nothing gives.
func (n *numbers) assumerOf(name string) assumer {
	if n.assumed[name] {
		return itsCallers
	}
	return thisUnit
}

// onward are the settings of a procedure that the unit calls. A unit without
// mapped arrays hands on the processors that it was given itself; in a call that a
// processor makes alone it is one. A procedure is not told what makes no difference to it:
// then it is evaluated once for all of that.
func (n *numbers) onward(c callModel, values map[string]float64) settings.Settings {
	s := settings.Settings{Machine: n.settings.Machine, Values: values, Totals: n.settings.Totals, Haste: n.settings.Haste}
	if c.inside.touches {
		s.Data = n.settings.Data
		s.Again = s.Data > 0 && n.comesAgain(c)
	}
	if c.unit.Called.Called.Alone {
		s.Procs = 1
		return s
	}
	if !c.inside.placed {
		return s
	}
	s.Grid, s.Procs = n.settings.Grid, n.settings.Procs
	if n.m.unit.Grid != nil {
		s.Grid, s.Procs = n.grid, mapping.Product(n.grid)
		if inner := c.inside.unit.Grid; inner != nil && inner.Rank() != len(n.grid) {
			s.Grid = nil // it stands as it is declared, or is spread evenly
		}
	}
	return s
}

// callsAlone gives the symbols the times of the procedures on one processor.
func (n *numbers) callsAlone(env map[string]float64) {
	for i, c := range n.linked.calls {
		t := c.unit.Called
		env[t.Time("computation")], env[t.Time("communication")], env[t.Time("overhead")] = n.called[i].Serial, 0, 0
	}
}

// noteCall says what the time of a call rests on: the values of the dummies in the
// states in which it is made.
func (n *numbers) noteCall(c callModel, out *report.Unit, states []map[string]float64) {
	if out.NoEstimate != "" {
		return
	}
	var given []string
	for _, name := range c.names {
		if d := c.inside.unit.Lookup(name); d != nil && d.Dummy && d.Rank() == 0 {
			var values []string
			for _, s := range states {
				x, known := s[name]
				if v := fmt.Sprintf("%.6g", math.Trunc(x)); known && !slices.Contains(values, v) {
					values = append(values, v)
				}
			}
			if len(values) > 0 {
				given = append(given, name+" = "+andMore(values))
			}
		}
	}
	why := "estimated from its source"
	if len(given) > 0 {
		why += " with " + strings.Join(given, ", ")
	}
	if len(c.unit.Called.Sampled) > 0 && len(states) == 1 {
		why += fmt.Sprintf(", the middle iteration over %s for all", strings.Join(c.unit.Called.Sampled, " and "))
	}
	if s, some := n.samples[c.unit]; some {
		why += fmt.Sprintf("; %d of %d different calls stand for all", s.evaluated, s.of)
	}
	if p := c.unit.Called.Place; p != nil {
		why += n.placesText(c)
	}
	why += n.scatteredText(c, states)
	if n.m.unit.Messages && out.Efficiency*out.Charge.Total() < 0.95*out.Charge.Computation {
		why += " on the processor that takes longest, which stands for all"
	}
	provenance := report.Noted
	if c.unit.Called.Called.Dynamic {
		provenance = report.Assumed
		why += "; it is what the types that are seen bind: one that extends them elsewhere may bind another"
	}
	if c.unit.Called.Some {
		provenance = report.Assumed
		why += "; as if all processors began it at the same time: those who do not make this call are not waited for"
	}
	if others := n.onOthers(c, states[0]); others != "" {
		provenance = report.Assumed
		why += others
	}
	for _, x := range out.Assumptions {
		if x.Provenance == report.Assumed && !slices.Contains(c.names, x.Name) && !c.unit.Called.Called.Scatters(x.Name) {
			why += fmt.Sprintf("; in it %s = %s is assumed", x.Name, x.Value)
		}
	}
	line := n.m.text.LineOf(c.unit.At.Start)
	n.notes = append(n.notes, report.Assumption{Name: c.unit.Callee, Value: report.Seconds(out.Charge.Total()), Source: why, Line: line, Provenance: provenance})
}

// callLine says on the line of a CALL what its number does not include.
func (n *numbers) callLine(l *lineBuilder, u *aag.AAU) {
	for i, c := range n.linked.calls {
		if c.unit != u {
			continue
		}
		switch out := n.called[i]; {
		case out.Empty:
		case out.NoEstimate != "":
			l.NoEstimate = fmt.Sprintf("the time inside %s is not included: %s", u.Callee, out.NoEstimate)
		case partial(out) != "":
			l.NoEstimate = fmt.Sprintf("a part of the time inside %s is not included: %s", u.Callee, partial(out))
		}
	}
}

// partial returns why a line of a unit has no estimate, "" where all have one.
func partial(u *report.Unit) string {
	for _, l := range u.Lines {
		if l.NoEstimate != "" {
			return l.NoEstimate
		}
	}
	return ""
}
