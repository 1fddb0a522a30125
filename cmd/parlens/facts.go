package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render"
)

// facts shows what the numbers of a unit rest on: its loops, mappings and
// assumptions, the clock that was followed, the numbers of the machine.
func (t *textReport) facts(u *report.Unit) {
	t.fact("called", render.Callers(u))
	t.fact("loops", loops(u))
	t.fact("mapping", mappings(u.Mappings))
	t.fact("assumed", assumptions(u.Assumptions))
	if u.Models != nil {
		t.fact("models", models(u))
	} else {
		t.fact("followed", followed(u))
	}
	if u.Bound != "" {
		t.fact("bound", []string{"by " + u.Bound})
	}
	if u.LowerBound {
		t.fact("caution", []string{render.AtLeast})
	}
	if u.Between.Some() {
		t.fact("estimated", []string{render.Between(u)})
	}
	t.formula(u.Formula.String())
	if d := u.Dominant.String(); d != "" {
		t.fact("about", []string{d + "; without waits"})
	}
	t.parameters(u.Parameters)
}

const labelWidth = 14

// fact writes paragraphs beside a label.
func (t *textReport) fact(label string, paragraphs []string) {
	rest := strings.Repeat(" ", labelWidth)
	first := padRight("  "+label, labelWidth)
	for _, p := range paragraphs {
		depth := len(p) - len(strings.TrimLeft(p, " "))
		inner := strings.Repeat(" ", depth)
		t.hanging(first+inner, rest+inner+"  ", strings.Fields(p), plain)
		first = rest
	}
}

// loops lists the loops; the array constructs, which all processors share, have
// their lines in the listing and are only named.
func loops(u *report.Unit) []string {
	var out []string
	var constructs []int
	for _, l := range u.Loops {
		if l.Kind == "parallel" && l.EndLine == l.Line {
			constructs = append(constructs, l.Line)
			continue
		}
		out = append(out, loop(u, l))
	}
	if len(constructs) > 0 {
		out = append(out, "array constructs, each processor its own part: "+lineList(runs(constructs)))
	}
	return out
}

// runs writes ascending line numbers with neighbours joined: "8-12", "15".
func runs(lines []int) []string {
	lines = slices.Compact(lines)
	var out []string
	for i := 0; i < len(lines); {
		j := i
		for j+1 < len(lines) && lines[j+1] == lines[j]+1 {
			j++
		}
		if out = append(out, fmt.Sprint(lines[i])); j > i {
			out[len(out)-1] += fmt.Sprintf("-%d", lines[j])
		}
		i = j + 1
	}
	return out
}

func loop(u *report.Unit, l *report.Loop) string {
	lines := fmt.Sprint(l.Line)
	if l.EndLine > l.Line {
		lines = fmt.Sprintf("%d-%d", l.Line, l.EndLine)
	}
	text := fmt.Sprintf("%s%s  %s, %s, %s", strings.Repeat("  ", max(0, l.Depth)), lines, l.Kind, report.Plural(l.Iterations, "iteration"), render.Seconds(l.Time))
	if share := percent(l.Time, u.Charge.Total()); share != "" {
		text += " " + share
	}
	if l.Why != "" {
		text += ": " + l.Why
	}
	return text
}

// models shows what the models of a Spar program say besides its time.
func models(u *report.Unit) []string {
	m := u.Models
	out := []string{fmt.Sprintf("T %s, phi %s (the longest path), omega %s (the busiest resource): %s",
		render.Seconds(u.Charge.Total()), render.Seconds(m.Phi), render.Seconds(m.Omega), render.Limit(u))}
	for _, l := range m.Loads {
		out = append(out, "work of "+render.Resources(l)+": "+render.Seconds(l.Seconds))
	}
	return out
}

func mappings(all []report.Mapping) []string {
	return each(all, func(m report.Mapping) string { return m.Array + ": " + m.Text + inFile(m.File) + onLine(m.Line) })
}

func inFile(path string) string {
	if path == "" {
		return ""
	}
	return ", " + displayed(path)
}

func onLine(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", line %d", n)
}

func assumptions(all []report.Assumption) []string {
	return each(all, func(a report.Assumption) string {
		return fmt.Sprintf("%s = %s (%s%s)", a.Name, a.Value, a.Source, onLine(a.Line))
	})
}

// followed tells whose clock the times of the lines are read on.
func followed(u *report.Unit) []string {
	if len(u.ReferenceProcessor) == 0 {
		return nil
	}
	text := fmt.Sprintf("processor (%s), whose clock stops last", strings.Join(each(u.ReferenceProcessor, func(n int) string { return fmt.Sprint(n) }), ","))
	if u.Reading != "" {
		text += "; " + u.Reading + " reading of the exchanges"
	}
	return []string{text}
}

// readable is the length, in bytes, up to which a person reads a formula.
const readable = 400

func (t *textReport) formula(f string) {
	switch {
	case f == "":
	case len(f) <= readable:
		t.fact("seconds =", []string{f})
	default:
		t.fact("formula", []string{fmt.Sprintf("of %s characters, too long to be read; the JSON has it", render.Count(float64(len(f))))})
	}
}

// provenances orders the numbers of a machine by how little they are to be
// relied on.
var provenances = []string{"recalled", "derived", "fitted", "measured", "published"}

// parameters lists the machine numbers that entered, by provenance.
func (t *textReport) parameters(all []report.Parameter) {
	for _, provenance := range provenances {
		var words []string
		for _, p := range all {
			if p.Provenance == provenance {
				words = append(words, short(p.Name)+" "+quantity(p)+",")
			}
		}
		if len(words) == 0 {
			continue
		}
		last := &words[len(words)-1]
		*last = strings.TrimSuffix(*last, ",")
		label := provenance
		if provenance == "recalled" || provenance == "derived" {
			label += " *"
		}
		t.hanging(padRight("  "+label, labelWidth), strings.Repeat(" ", labelWidth), words, plain)
	}
}

// short is a parameter's name without its component, which it does not need
// to be distinguished.
func short(name string) string {
	if _, rest, found := strings.Cut(name, "."); found {
		return rest
	}
	return name
}

// quantity is the value of a parameter in the unit that ends its name.
func quantity(p report.Parameter) string {
	switch {
	case strings.HasSuffix(p.Name, "_s") && p.Value > 0 && p.Value < 1e-9:
		return fmt.Sprintf("%.3g ps", p.Value*1e12)
	case strings.HasSuffix(p.Name, "_s"):
		return render.Seconds(p.Value)
	case strings.HasSuffix(p.Name, "_bytes"):
		return report.Plural(p.Value, "byte")
	}
	return render.Count(p.Value)
}
