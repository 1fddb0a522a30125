package render

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/costmodel/report"
)

// Processes tells in markdown of the methods of a Spar program that begin on a
// line, as formulas in their parameters and in the processor p that they run
// on; on the line of the program itself, its models in numbers. "" elsewhere.
func Processes(r *report.Report, line int) string {
	var b strings.Builder
	for _, u := range r.Units {
		if u.Models == nil {
			continue
		}
		for _, x := range u.Models.Processes {
			if x.Line == line {
				process(&b, x)
			}
		}
		if line == u.Start && u.NoEstimate == "" {
			Diagnosis(&b, u)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

func process(b *strings.Builder, x report.Process) {
	paragraph(b, "**%s**, one call on processor p, in seconds:", escape(x.Name))
	for _, f := range []struct {
		name, says string
		formula    report.Formula
	}{{"T", "its time", x.T}, {"phi", "its longest path", x.Phi}, {"omega", "the work on its busiest resource", x.Omega}} {
		text := f.formula.String()
		switch {
		case text == "":
			text = "no formula"
		case len(text) > MaxFormula:
			text = text[:MaxFormula] + " ..."
		}
		fmt.Fprintf(b, "- %s, %s: `%s`\n", f.name, f.says, strings.ReplaceAll(text, "`", "'"))
	}
	b.WriteString("\n")
}

// Diagnosis writes the longest path, the busiest resource and the loads by
// class (paper 004: what limits the program).
func Diagnosis(b *strings.Builder, u *report.Unit) {
	m := u.Models
	paragraph(b, "T %s, phi %s, omega %s: %s", Seconds(u.Charge.Total()), Seconds(m.Phi), Seconds(m.Omega), Limit(u))
	for _, l := range m.Loads {
		fmt.Fprintf(b, "- %s: %s\n", Resources(l), Seconds(l.Seconds))
	}
	b.WriteString("\n")
}

// Limit says in words what bounds the time of a program.
func Limit(u *report.Unit) string {
	t, m := u.Charge.Total(), u.Models
	switch {
	case t <= 0:
		return "it takes no time"
	case m.Omega >= 0.95*t && m.Phi < 0.95*t:
		return "the busiest resource bounds it"
	case m.Phi >= 0.95*t && m.Omega < 0.95*t:
		return "its longest path bounds it: more processors would not help"
	case m.Phi >= 0.95*t:
		return "one resource does all of its longest path"
	}
	return "it waits for one after the other: parts that could run at once do not"
}

// Resources names the resources of a class of equal loads.
func Resources(l report.Load) string {
	what, first := "resource", l.First
	if l.Processors {
		what, first = "processor", l.Processor
	}
	switch {
	case l.Count > 1:
		return fmt.Sprintf("%ss %d to %d, each", what, first, first+l.Count-1)
	case !l.Processors && l.First == 0:
		return "resource 0 (the network)"
	}
	return fmt.Sprintf("%s %d", what, first)
}

// SparName tells in markdown what a name of a Spar program is and on which line
// it is declared; mapped is how it lies on the processors, "" where it does not.
func SparName(d *spar.Declared, line int, mapped string) string {
	text := d.Name + ": " + d.Detail
	switch d.Kind {
	case spar.ClassSymbol:
		text = "class " + d.Name
	case spar.InterfaceSymbol:
		text = "interface " + d.Name
	case spar.MethodSymbol, spar.ConstructorSymbol:
		text = d.Detail
	case spar.FieldSymbol, spar.ArraySymbol, spar.ConstantSymbol, spar.LocalSymbol:
		text = d.Detail + " " + d.Name
	}
	out := fmt.Sprintf("`%s`, declared on line %d", strings.ReplaceAll(text, "`", "'"), line)
	if mapped != "" {
		out += "\n\nMapped " + escape(mapped)
	}
	return out
}
