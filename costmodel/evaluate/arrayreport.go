package evaluate

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/arrayop"
	"github.com/parlens/parlens/costmodel/arrayprogram"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/machines"
)

func derivation(c *machines.Curve) string {
	if c.Like == "" {
		return c.Source
	}
	if c.Times != 1 {
		return fmt.Sprintf("%g x %s, %s", c.Times, c.Like, c.Source)
	}
	return c.Like + ", " + c.Source
}

// readable is the most characters of a formula with a term for every size.
const readable = 400

// termsFormula writes parts as the paper does, "3 x RS-MUL(500000) + ..."; where that
// is long, the terms of one parameter with all its sizes together.
func termsFormula(parts []arrayprogram.Part) report.Formula {
	var out []string
	for _, x := range parts {
		out = append(out, x.Term.String())
	}
	text := strings.Join(out, " + ")
	if len(text) > readable {
		text = strings.Join(grouped(parts), " + ")
	}
	return func() string { return text }
}

func grouped(parts []arrayprogram.Part) []string {
	type group struct{ count, low, high float64 }
	by := map[string]*group{}
	var names []string
	for _, x := range parts {
		at := x.Elements
		if x.Indexed {
			at = x.Argument
		}
		g := by[x.Name]
		if g == nil {
			g = &group{low: at, high: at}
			by[x.Name] = g
			names = append(names, x.Name)
		}
		g.count += x.Count
		g.low, g.high = min(g.low, at), max(g.high, at)
	}
	sort.Strings(names)
	var out []string
	for _, name := range names {
		g := by[name]
		size := ""
		switch {
		case g.low < g.high:
			size = fmt.Sprintf("(%.9g..%.9g)", g.low, g.high)
		case g.high > 0:
			size = fmt.Sprintf("(%.9g)", g.high)
		}
		out = append(out, fmt.Sprintf("%.9g x %s%s", g.count, name, size))
	}
	return out
}

func (p *arrayPredictor) loops(out *report.Unit, r *arrayprogram.Result) {
	for _, l := range r.Loops {
		x := &report.Loop{Line: p.text.LineOf(l.At.Start), Depth: l.Depth, Kind: "sequential", Why: l.Why}
		x.EndLine = max(x.Line, p.text.LineOf(max(l.At.Start, l.End.Start)))
		if l.Array {
			x.Kind = "parallel"
		}
		if l.Entries > 0 {
			x.Iterations = l.Iterations / l.Entries
		}
		for _, line := range out.Lines {
			if x.Line <= line.Line && line.Line <= x.EndLine {
				x.Time += line.Charge.Total()
			}
		}
		out.Loops = append(out.Loops, x)
	}
	sort.SliceStable(out.Loops, func(i, j int) bool { return out.Loops[i].Line < out.Loops[j].Line })
}

// assumptions lists what the numbers rest on, and asks for what nothing gives.
func (p *arrayPredictor) assumptions(out *report.Unit, r *arrayprogram.Result, set map[string]float64) {
	for _, a := range r.Assumptions {
		line := p.text.LineOf(a.At.Start)
		out.Assumptions = append(out.Assumptions, report.Assumption{Name: a.Name, Value: report.Exact(a.Value), Source: "assumed: " + a.Why, Line: line, Provenance: report.Assumed, Weight: a.Weight})
		if a.Settable {
			p.problems = append(p.problems, source.Diagnostic{Span: a.At, Severity: source.Hint, Code: report.UnknownValue,
				Message: fmt.Sprintf("%s = %s is assumed: %s; SET gives it a value", a.Name, report.Exact(a.Value), a.Why), Data: report.AskedValue{Name: a.Name, Value: report.Exact(a.Value)}})
		}
	}
	for name, x := range set {
		out.Assumptions = append(out.Assumptions, report.Assumption{Name: name, Value: report.Exact(x), Source: "set", Provenance: report.Set})
	}
	doubtArray(out)
	if p.settings.Counts != nil {
		out.Assumptions = append(out.Assumptions, report.Assumption{Name: "executions", Value: p.settings.Counts.Source, Source: "counted by an instrumented run"})
	}
	sort.SliceStable(out.Assumptions, func(i, j int) bool {
		a, b := out.Assumptions[i], out.Assumptions[j]
		return a.Line < b.Line || a.Line == b.Line && a.Name < b.Name
	})
}

// parameters lists the machine's numbers that entered, each at its largest size.
func (p *arrayPredictor) parameters(out *report.Unit, r *arrayprogram.Result) {
	largest := map[string]arrayop.Term{}
	for _, c := range r.Costs {
		for _, x := range c.Parts {
			t := x.Term
			if t.Count = 1; largest[t.Name].Count == 0 || t.Elements > largest[t.Name].Elements {
				largest[t.Name] = t
			}
		}
	}
	for _, t := range largest {
		e, _ := p.model.Value(t)
		c, _ := p.model.Curve(t.Name)
		source := c.Source
		if c.Provenance == machines.Derived {
			source = derivation(c)
		}
		t.Argument = math.Round(t.Argument)
		out.Parameters = append(out.Parameters, report.Parameter{Name: t.String() + "_s", Value: e.Mean, Provenance: string(c.Provenance), Source: source})
	}
	sort.Slice(out.Parameters, func(i, j int) bool { return out.Parameters[i].Name < out.Parameters[j].Name })
}
