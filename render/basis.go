package render

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
)

// AtLeast says what it means that a time is a lower bound.
const AtLeast = "at least this much: what is done only sometimes (a branch, under a mask) counts by its share on every processor alike; where some do it while others wait for them, it takes longer"

// machine tells for which machine the numbers are, and how its clocks are read.
func machine(b *strings.Builder, r *report.Report, u *report.Unit) {
	text := "Machine: " + escape(MachineName(r.Machine))
	if len(u.Grid) > 0 {
		text += ", processors " + Grid(u.Grid)
	}
	if u.Reading != "" {
		text += ", reading: " + escape(u.Reading)
	}
	paragraph(b, "%s", text)
	if u.LowerBound {
		paragraph(b, "Caution: %s", AtLeast)
	}
	if u.Between.Some() {
		paragraph(b, "Estimated: %s", Between(u))
	}
}

// Between says between what the time of a unit is whose clocks are estimated.
func Between(u *report.Unit) string {
	if u.Between.Calls {
		return u.Between.String() + ": calls of procedures that pass messages are added up, each as if all began it at one time, and may overlap"
	}
	return u.Between.String() + ": following the clocks through all iterations takes too long, some stand for others"
}

// provenance tells in one line where the machine's numbers come from.
func provenance(b *strings.Builder, u *report.Unit) {
	counts := map[string]int{}
	for _, p := range u.Parameters {
		counts[p.Provenance]++
	}
	var words []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		words = append(words, fmt.Sprintf("%d %s", counts[name], marked(name)))
	}
	if len(words) > 0 {
		paragraph(b, "Numbers of the machine: %s (listed on line %d)", strings.Join(words, ", "), u.Start)
	}
}

// marked makes the provenances stand out that nobody has checked.
func marked(provenance string) string {
	if provenance == "recalled" {
		return "**recalled**"
	}
	return provenance
}

// parameters lists the machine numbers that entered, with their provenance.
func parameters(b *strings.Builder, all []report.Parameter) {
	if len(all) == 0 {
		return
	}
	b.WriteString("| parameter | value | provenance |\n|---|--:|---|\n")
	for _, p := range all {
		from := marked(p.Provenance)
		if p.Source != "" {
			from += ": " + escape(p.Source)
		}
		fmt.Fprintf(b, "| %s | %.4g | %s |\n", p.Name, p.Value, from)
	}
	b.WriteString("\n")
}

// ofLine returns what is assumed for the whole unit, on the line, and what its time
// rests on.
func ofLine(all []report.Assumption, l *report.Line) []report.Assumption {
	var some []report.Assumption
	for _, a := range all {
		if a.Line == 0 || a.Line == l.Line || slices.Contains(l.Assumed, a.Name) {
			some = append(some, a)
		}
	}
	return some
}

// assumptions lists what the numbers rest on besides the machine.
func assumptions(b *strings.Builder, all []report.Assumption) {
	for _, a := range all {
		at := ""
		if a.Line != 0 {
			at = fmt.Sprintf(", line %d", a.Line)
		}
		fmt.Fprintf(b, "- %s = %s (%s%s)\n", escape(a.Name), escape(a.Value), a.Source, at)
	}
}
