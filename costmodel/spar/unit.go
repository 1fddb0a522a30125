package spar

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/pamela"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Text predicts a Spar file. All lines have their charges; how often they are
// executed and how busy they keep the processors is worked out for the methods
// that reach into the wanted ones.
func Text(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, lines report.Lines, s settings.Settings) (*report.Report, error) {
	if comesFirst(snap, f, lines, s) {
		return first(ctx, snap, f, lines, s)
	}
	m, err := ModelOf(snap, f, s)
	if err != nil {
		return nil, err
	}
	r := &report.Report{File: f.Path, Machine: m.machine(), Diagnostics: slices.Clone(m.Diagnostics)}
	if len(m.methods()) > 0 {
		env := m.Values(s)
		for _, one := range m.Units() {
			u := one.unit(s, env, lines)
			if n, err := one.Numbers(env); err == nil {
				effort.Count(ctx, n.Steps)
			}
			r.Units = append(r.Units, u)
			r.Processors = u.Grid
			if u.NoEstimate != "" {
				r.Diagnostics = append(r.Diagnostics, source.Diagnostic{Span: f.Text.LineSpan(u.Start), Severity: source.Warning, Code: "no-estimate", Message: u.NoEstimate})
			}
		}
		r.Diagnostics = append(r.Diagnostics, m.ask(s)...)
	}
	sort.SliceStable(r.Diagnostics, func(i, j int) bool { return r.Diagnostics[i].Span.Start < r.Diagnostics[j].Span.Start })
	return r, ctx.Err()
}

func (m *Model) machine() report.Machine {
	return report.Machine{Name: m.Machine, Title: "the PAMELA model " + m.Machine}
}

// methods are those of the file itself; of a unit its own.
func (m *Model) methods() []*place.Method {
	if m.root != nil {
		return []*place.Method{m.root}
	}
	return slices.DeleteFunc(slices.Clone(m.Program.Methods), func(x *place.Method) bool { return x.Foreign })
}

// unit is the report about the program, main and all that it calls; or about one method.
func (m *Model) unit(s settings.Settings, env map[string]float64, window report.Lines) *report.Unit {
	u := &report.Unit{Name: m.Program.Methods[0].Name, Kind: "program", Calls: 1, Reading: "PAMELA"}
	if main := m.Program.Main; main != nil {
		u.Name, _, _ = strings.Cut(main.Name, ".")
	}
	u.Start, u.End = m.extent()
	if m.root != nil {
		u.Name, u.Kind = m.root.Name, "method"
		u.Start, u.End = m.text.LineOf(m.root.NameSpan.Start), m.text.LineOf(max(m.root.Span.Start, m.root.Span.End-1))
	}
	u.Models = &report.Models{Processes: m.processes()}
	u.Grid = m.grid(env)
	m.mappings(u)
	m.assumptions(u, env, s)
	if len(m.Program.Roots) == 0 {
		u.NoEstimate = "no class has a method main, where a program begins, and no method that nothing calls"
		return u
	}
	v, n, err := m.evaluated(env)
	if err != nil {
		u.NoEstimate = err.Error()
		if i := slices.IndexFunc(m.Diagnostics, func(d source.Diagnostic) bool { return d.Severity == source.Error }); i >= 0 {
			u.NoEstimate = m.Diagnostics[i].Message
		}
		if names := m.lacking(env); len(names) > 0 {
			u.NoEstimate = fmt.Sprintf("the machine %s has no value for %s; --set %s=VALUE gives it one, or a line of parlens.toml", m.Machine, strings.Join(names, ", "), names[0])
		}
		return u
	}
	if u.Between = n.Between; u.Between.Some() {
		u.Reading = "PAMELA, sampled"
	}
	m.totals(u, n, v)
	if err := m.lines(u, v, n.T, window); err != nil {
		u.NoEstimate = err.Error()
		return u
	}
	m.calling(u, v)
	return u
}

// extent is the lines of the classes of the file.
func (m *Model) extent() (first, last int) {
	at := source.Span{Start: m.text.Len()}
	for _, t := range m.files.First().Types {
		at = at.Join(t.Span)
	}
	return m.text.LineOf(at.Start), m.text.LineOf(max(at.Start, at.End-1))
}

func (m *Model) grid(env map[string]float64) []int {
	if len(m.Program.Grids) == 0 {
		return []int{1}
	}
	var out []int
	for _, p := range m.Program.Grids[0].Params() {
		out = append(out, int(env[p]))
	}
	return out
}

// totals are the numbers of the whole program.
func (m *Model) totals(u *report.Unit, n Numbers, v *valuation) {
	u.Models.Phi, u.Models.Omega = n.Phi, n.Omega
	stations := m.stations(v.all)
	u.Models.Loads = loadsAt(stations, n.Delta)
	at, _, _ := busiest(stations, n.Delta)
	u.ReferenceProcessor = m.coordinates(at, u.Grid)
	if n.T <= 0 {
		return
	}
	u.Serial = m.serial(v.all)
	u.Speedup = u.Serial / n.T
	u.Efficiency = min(1, m.computing(stations, v)/(float64(mapping.Product(u.Grid))*n.T))
	if len(m.Program.Grids) == 0 {
		u.Efficiency = 1 // one processor waits for nobody
	}
	if n.T <= n.Omega*(1+1e-12) && n.Omega > n.Phi {
		u.Bound = "the busiest resource"
	}
}

// computing is the time of all processors together that computes; of a piece that is
// evaluated by formulas the share of its work that computing has in its time.
func (m *Model) computing(stations []station, v *valuation) float64 {
	sum := 0.0
	for _, p := range m.pieces {
		t, ok := p.byPlace(v)
		if !ok {
			n, computed, whole := p.numbers(v), 0.0, 0.0
			for i, x := range n.slopes {
				if whole += x; computes(p.places[i].cause) {
					computed += x
				}
			}
			if whole > 0 {
				_, _, work := busiest(stations, n.work)
				sum += work * computed / whole
			}
			continue
		}
		for i, runs := range t {
			if computes(p.places[i].cause) {
				_, _, work := busiest(stations, runs)
				sum += work
			}
		}
	}
	return sum
}

// coordinates are those of a processor number, in row order.
func (m *Model) coordinates(n int, grid []int) []int {
	out := make([]int, len(grid))
	for d := len(grid) - 1; d >= 0; d-- {
		out[d] = n % max(1, grid[d])
		n /= max(1, grid[d])
	}
	return out
}

// lines gathers the charges of each line.
func (m *Model) lines(u *report.Unit, v *valuation, T float64, window report.Lines) error {
	charges, err := m.sparCharges(v, T)
	if err != nil {
		return err
	}
	by := map[int]*report.Line{}
	for p, x := range charges {
		l := by[p.line]
		if l == nil {
			l = &report.Line{Line: p.line}
			by[p.line] = l
		}
		switch p.cause {
		case modelling.Communication:
			l.Charge.Communication += x
		case modelling.Overhead:
			l.Charge.Overhead += x
		default:
			l.Charge.Computation += x
		}
	}
	for _, x := range m.Program.Endless {
		if line := m.text.LineOf(x.Span.Start); !x.Bounded && (m.root == nil || m.root.Model == x.From) {
			if by[line] == nil {
				by[line] = &report.Line{Line: line}
			}
			by[line].NoEstimate = "the method calls itself: bound it with Pamela = (cost e) or (upper e) on the method"
		}
	}
	for _, l := range by {
		u.Lines = append(u.Lines, l)
	}
	sort.Slice(u.Lines, func(i, j int) bool { return u.Lines[i].Line < u.Lines[j].Line })
	m.doubts(u, v)
	m.loops(u, v.all, window)
	if err := m.count(u, v, window); err != nil {
		return err
	}
	for _, l := range u.Lines {
		u.Charge = u.Charge.Plus(l.Charge)
	}
	return nil
}

// needs tells whether the formulas of a unit have a symbol.
func (m *Model) needs(name string) bool {
	return slices.ContainsFunc(m.pieces, func(p *sparPiece) bool { return slices.Contains(p.params, name) })
}

// assumptions are the values that the numbers rest on.
func (m *Model) assumptions(u *report.Unit, env map[string]float64, s settings.Settings) {
	set := func(names ...string) bool {
		return slices.ContainsFunc(names, func(n string) bool {
			_, ok := s.Values[strings.ToLower(n)]
			return ok && n != ""
		})
	}
	add := func(name, program, why string, from report.Provenance, at source.Span, isSet bool) {
		shown := name
		if isSet {
			why, from = "set", report.Set
		}
		if set(program) {
			shown = program
		}
		u.Assumptions = append(u.Assumptions, report.Assumption{Name: shown, Value: report.Exact(env[name]), Source: why, Provenance: from, Line: m.text.LineOf(at.Start)})
	}
	for _, g := range m.Program.Grids {
		for _, p := range g.Params() {
			why, from := "constant", report.Constant
			if g.Sizes == nil { // one is chosen, as for the machine
				why, from = fmt.Sprintf("assumed: the program declares no size of %s", g.Name), report.Noted
			}
			add(p, "", why, from, g.At, set(p) || s.Procs > 0 || s.Grid != nil)
		}
	}
	for _, n := range m.Program.Numerics {
		if n.Parameter {
			why, from := n.Why, report.Constant
			if why == "" {
				why, from = "assumed: no value is given to it", report.Assumed
			}
			add(n.Name, n.Source, why, from, n.Span, set(n.Name, n.Source))
		}
	}
	for _, c := range m.Program.Criticals {
		if !c.Needed || m.root != nil && !m.needs(c.Name) {
			continue
		}
		add(c.Name, c.Source, "assumed: "+c.Why, report.Assumed, c.Span, set(c.Name, c.Source))
	}
	for _, e := range m.values.Tree.Equations {
		if e.File == modelling.File || e.Kind != pamela.Numeric || len(e.Params) > 0 {
			continue
		}
		if x, ok := s.Values[strings.ToLower(e.Name)]; ok {
			u.Assumptions = append(u.Assumptions, report.Assumption{Name: e.Name, Value: report.Exact(x), Source: "set", Provenance: report.Set})
		} else if e.Parameter && e.Body != nil {
			u.Parameters = append(u.Parameters, report.Parameter{Name: e.Name, Value: env[e.Name], Provenance: "model", Source: m.Machine + ".pam"})
		}
	}
	sort.SliceStable(u.Assumptions, func(i, j int) bool { return u.Assumptions[i].Line < u.Assumptions[j].Line })
}
