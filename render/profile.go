package render

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
)

// Profile writes what some lines of a unit cost as plain text: one line for the
// lines themselves, one with all that they contain and call, then what that is
// of the unit, and the memory of the unit's arrays.
func Profile(file string, p *report.Profile) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d-%d: %s\n", file, p.Lines.First, p.Lines.Last, report.Titled(p.Kind, p.Unit, p.Call))
	if p.NoEstimate != "" {
		fmt.Fprintf(&b, "  no estimate: %s\n", p.NoEstimate)
		return b.String()
	}
	row(&b, "", "time", "computation", "communication", "overhead", "wait")
	for _, part := range []struct {
		name string
		report.Charge
	}{{"own", p.Own}, {"cumulative", p.Cumulative}} {
		c := part.Charge
		row(&b, part.name, Seconds(c.Total()), Seconds(c.Computation), Seconds(c.Communication), Seconds(c.Overhead), Seconds(c.Wait))
	}
	fmt.Fprintf(&b, "  %s\n", Proportion(p))
	if len(p.Missing) > 0 {
		fmt.Fprintf(&b, "  not counted in full, for want of an estimate: lines %s\n", strings.Trim(fmt.Sprint(p.Missing), "[]"))
	}
	for _, phase := range p.Phases {
		fmt.Fprintf(&b, "  %s, which stands here\n", phase)
	}
	fmt.Fprintf(&b, "  arrays of the unit on a processor: %s%s\n", report.Bytes(p.Memory.Bytes), verdict(p.Memory))
	return b.String()
}

func row(b *strings.Builder, name string, columns ...string) {
	line := fmt.Sprintf("  %-11s", name)
	for _, c := range columns {
		line += fmt.Sprintf(" %14s", c)
	}
	b.WriteString(line + "\n")
}

// verdict says whether arrays fit the memory of a processor, where that is known.
func verdict(m report.Memory) string {
	switch {
	case !(m.Available > 0):
		return ""
	case m.Fits():
		return " of " + report.Bytes(m.Available)
	}
	return fmt.Sprintf(", MORE than its %s", report.Bytes(m.Available))
}

// Proportion says which part of the unit's time a profile is, and how it compares with one
// processor, where the unit can run on one.
func Proportion(p *report.Profile) string {
	speedup := ""
	if p.Serial > 0 {
		speedup = fmt.Sprintf("%s on one processor, speedup %.3g, ", Seconds(p.Serial), p.Speedup)
	}
	return fmt.Sprintf("%d%% of the unit's time; %sparallel efficiency %d%% on %s", Percent(p.Share, 1), speedup, Percent(p.Efficiency, 1), report.Plural(float64(p.Processors), "processor"))
}
