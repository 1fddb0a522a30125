package evaluate

import (
	"context"
	"fmt"
	"slices"
	"sort"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
)

// fill fills the unit's report from the result.
func (n *numbers) fill(ctx context.Context) {
	r := n.result
	u := n.out
	if n.m.unit.Messages { // every processor has a program of its own to count
		n.env = n.at(r.Reference)
	}
	u.Reading, u.LowerBound, u.Grid, u.ReferenceProcessor = r.Reading, r.LowerBound || n.sharedOut(), n.grid, r.Reference
	u.Haste = r.Haste
	if r.Sampled {
		u.Reading += ", sampled"
	}
	computed := 0.0
	for _, c := range r.Charges {
		charge(&u.Charge, c.Kind, c.Seconds)
		if c.Kind == process.Computation {
			computed += c.Total
		}
	}
	u.Between = n.between(r.Low, r.High)
	u.Busy = n.withoutWaits(r.Own(u.Charge.Wait))
	u.Serial = n.serial(ctx)
	if r.T > 0 {
		u.Speedup = u.Serial / r.T
		u.Efficiency = computed / (r.Count * r.T)
	}
	n.lines()
	n.loops()
	n.beyond()
	n.reordered()
	n.presumed()
	n.distances()
	n.assumptions()
	n.symbols()
	n.ask()
	n.parameters()
	n.mappings()
	n.memory()
	u.Formula, u.Dominant = n.unitFormula()
}

// sharedOut reports whether something counts by a share on several processors.
func (n *numbers) sharedOut() bool {
	return mapping.Product(n.grid) > 1 && slices.ContainsFunc(n.m.graph.Assumed, func(a aag.Assumed) bool {
		w, used := n.env[a.Name]
		return a.Kind == "weight" && used && 0 < w && w < 1
	})
}

// assumptions lists every value that the numbers rest on, by line, then name.
func (n *numbers) assumptions() {
	out := append([]report.Assumption(nil), n.notes...)
	for _, s := range n.linked.restsOn() {
		if a, ok := n.values.found[s.Name]; ok {
			out = append(out, a.Assumption)
		}
	}
	for _, from := range n.values.roots {
		for _, root := range from {
			listed := slices.ContainsFunc(out, func(a report.Assumption) bool { return a.Name == root })
			if a, ok := n.values.found[root]; ok && !listed {
				out = append(out, a.Assumption)
			}
		}
	}
	for name := range n.user {
		sym := n.m.unit.Lookup(name)
		listed := slices.ContainsFunc(out, func(a report.Assumption) bool { return a.Name == name })
		if !listed && sym != nil && n.values.run().matters(sym) {
			n.values.of(name)
			out = append(out, n.values.found[name].Assumption)
		}
	}
	if machine := n.linked.machine; mapping.Product(n.grid) > machine.Nodes && machine.Nodes > 0 {
		out = append(out, report.Assumption{Name: "processors", Value: fmt.Sprint(mapping.Product(n.grid)), Source: fmt.Sprintf("more than the %d nodes of %s: extrapolated", machine.Nodes, machine.Name)})
	}
	sort.SliceStable(out, func(i, j int) bool {
		if out[i].Line != out[j].Line {
			return out[i].Line < out[j].Line
		}
		return out[i].Name < out[j].Name
	})
	n.out.Assumptions, n.out.Inherited = out, n.inherited()
}

// parameters lists the machine numbers that entered, by name.
func (n *numbers) parameters() {
	for _, s := range n.m.program.Symbols() {
		if n.replaced != nil && n.replaced.Name == s.Name {
			n.out.Parameters = append(n.out.Parameters, *n.replaced)
		} else if v, ok := n.linked.machine.Number(s.Name); ok {
			n.out.Parameters = append(n.out.Parameters, report.Parameter{Name: s.Name, Value: v.Value, Provenance: string(v.Provenance), Source: v.Source})
		}
	}
	sort.Slice(n.out.Parameters, func(i, j int) bool { return n.out.Parameters[i].Name < n.out.Parameters[j].Name })
}
