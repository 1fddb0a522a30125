package predict

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/phases"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

// calibrate puts the times of phase models in the place of the general prediction,
// in the regions that PHASE directives bind to a phase. The lines of a region keep
// their proportions and add up to the time of the phase, as often as the loops
// around the region go round. Clocks of other lines, and calls of the unit
// elsewhere, are as they were: what they wait for in a region is not known anew.
// The report is shared and stays as it is; the answer is another one.
func calibrate(snap *workspace.Snapshot, f *workspace.File, r *report.Report, s settings.Settings) *report.Report {
	regions, problems := settings.Regions(f.Text)
	if len(regions)+len(problems) == 0 {
		return r
	}
	out := *r
	out.Units = slices.Clone(r.Units)
	out.Diagnostics = append(slices.Clone(r.Diagnostics), problems...)
	for _, region := range regions {
		if err := bind(snap, f, &out, region, s); err != nil {
			out.Diagnostics = append(out.Diagnostics, source.Diagnostic{Span: region.Span, Severity: source.Warning, Code: "parlens-directive",
				Message: fmt.Sprintf("phase %s: %v; the general prediction holds", region.Phase, err)})
		}
	}
	return &out
}

func bind(snap *workspace.Snapshot, f *workspace.File, r *report.Report, region settings.Region, s settings.Settings) error {
	i := slices.IndexFunc(r.Units, func(u *report.Unit) bool { return u.Start < region.First && region.Last <= u.End })
	if i < 0 {
		if len(r.Units) > 0 && !slices.ContainsFunc(r.Units, func(u *report.Unit) bool { return u.Start <= region.Last && region.First <= u.End }) {
			return nil // its unit was not asked for
		}
		return fmt.Errorf("it must stand in one program unit")
	}
	u := r.Units[i]
	if u.NoEstimate != "" {
		return fmt.Errorf("the unit has no estimate")
	}
	program, err := programOf(snap, f, region, s)
	if err != nil {
		return err
	}
	values := valuesFor(program.Model, u, s)
	result, err := program.Evaluate(values)
	if err != nil {
		return err
	}
	for _, p := range result.Phases {
		if p.Name == region.Phase {
			r.Units[i] = calibrated(u, region, p.Seconds, fmt.Sprintf("phase %s of %s", p.Name, program.Model.Name))
			return nil
		}
	}
	return fmt.Errorf("model %s has no such phase%s", program.Model.Name, inVariant(program.Variant))
}

func inVariant(v string) string {
	if v == "" {
		return ""
	}
	return " in variant " + v
}

// programOf loads the model of a region for the machine of the settings. Its rates
// must be for that machine.
func programOf(snap *workspace.Snapshot, f *workspace.File, region settings.Region, s settings.Settings) (*phases.Program, error) {
	read := snap.Read
	name := region.Model
	if _, shipped := phases.ShippedText(name); !shipped && !filepath.IsAbs(name) {
		name = filepath.Join(filepath.Dir(f.Path), name)
	}
	m, _, err := phases.Load(name, read)
	if err != nil {
		return nil, err
	}
	machine, err := machines.Load(s.Machine, read)
	if err != nil {
		return nil, err
	}
	if m.Machine != "" && m.Machine != machine.Name && m.Rates[machine.Name] == nil {
		return nil, fmt.Errorf("the rates of model %s are for %s, not for %s", m.Name, m.Machine, machine.Name)
	}
	variant := region.Variant
	if variant == "" {
		variant = m.FirstVariant()
	}
	return m.For(variant, machine)
}

// valuesFor gives the parameters of a model what the program and the settings say:
// sizes by name, the mesh by the grid of processors where both have as many
// dimensions.
func valuesFor(m *phases.Model, u *report.Unit, s settings.Settings) map[string]float64 {
	values, _ := m.Defaults("")
	if len(m.Mesh) == len(u.Grid) {
		for i, c := range m.Mesh {
			values[c.Extent] = float64(u.Grid[i])
		}
	}
	for n := range values {
		for _, a := range u.Assumptions {
			if v, err := strconv.ParseFloat(a.Value, 64); err == nil && strings.EqualFold(a.Name, n) {
				values[n] = v
			}
		}
		if v, ok := s.Values[strings.ToLower(n)]; ok {
			values[n] = v
		}
	}
	return values
}

// calibrated is the unit with the time of a region replaced.
func calibrated(u *report.Unit, region settings.Region, once float64, why string) *report.Unit {
	out := *u
	out.Lines, out.Loops = slices.Clone(u.Lines), slices.Clone(u.Loops)
	within := func(first, last int) bool { return region.First <= first && last <= region.Last }
	executions := 1.0
	for _, l := range u.Loops {
		if l.Line < region.First && region.Last <= l.EndLine {
			executions *= l.Iterations
		}
	}
	seconds, general := once*executions, 0.0
	for _, l := range u.Lines {
		if within(l.Line, l.Line) {
			general += l.Charge.Total()
		}
	}
	told := fmt.Sprintf("%s: %s, %v times; the general prediction was %s", why, report.Seconds(once), executions, report.Seconds(general))
	first := true
	for i, l := range out.Lines {
		if !within(l.Line, l.Line) {
			continue
		}
		line := *l
		line.Formula, line.Interval, line.NoEstimate, line.Calibrated = nil, report.Interval{}, "", told
		switch {
		case general > 0:
			line.Charge, line.Busy = times(l.Charge, seconds/general), l.Busy*seconds/general
		case first:
			line.Charge, line.Busy = report.Charge{Computation: seconds}, seconds
		}
		first = false
		out.Lines[i] = &line
	}
	if first { // nothing in the region has a cost
		line := &report.Line{Line: region.First, Executions: executions, Charge: report.Charge{Computation: seconds}, Busy: seconds, Calibrated: told}
		out.Lines = append(out.Lines, line)
		slices.SortStableFunc(out.Lines, func(a, b *report.Line) int { return a.Line - b.Line })
	}
	out.Charge = report.Charge{}
	for _, l := range out.Lines {
		out.Charge = out.Charge.Plus(l.Charge)
	}
	for i, l := range out.Loops {
		loop := *l
		loop.Time = 0
		for _, line := range out.Lines {
			if l.Line <= line.Line && line.Line <= l.EndLine {
				loop.Time += line.Charge.Total()
			}
		}
		out.Loops[i] = &loop
	}
	// They are of the general prediction.
	out.Formula, out.Interval, out.Serial, out.Speedup, out.Efficiency = nil, report.Interval{}, 0, 0, 0
	return &out
}

func times(c report.Charge, k float64) report.Charge {
	return report.Charge{Computation: c.Computation * k, Communication: c.Communication * k, Overhead: c.Overhead * k, Wait: c.Wait * k}
}
