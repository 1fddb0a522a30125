package render

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/phases"
)

// Phases is a phase model with what it takes: Program and Result of the variant
// that is shown, and the results of all; nil where it has no value.
type Phases struct {
	Model   *phases.Model
	Program *phases.Program
	Result  *phases.Result
	Others  []*phases.Result
}

// PhaseHints are the hints of a phase model: the time and share of each phase, the
// value of what is derived, the whole at the top.
func PhaseHints(v Phases, text *source.Text) []Hint {
	if v.Result == nil {
		return nil
	}
	hints := []Hint{}
	add := func(at source.Span, label, tooltip string) {
		hints = append(hints, Hint{Line: text.LineOf(at.Start), Label: label, Tooltip: tooltip})
	}
	r := v.Result
	add(v.Model.Place("total"), PhaseTotal(v), phaseVariants(v))
	for _, d := range v.Program.Derived {
		if value, ok := r.Derived[d.Derived.Name]; ok {
			add(d.Derived.Span, fmt.Sprintf("= %.6g", value), d.Text.Text)
		}
	}
	shown := map[*phases.Phase]bool{}
	for _, p := range r.Phases {
		shown[p.Phase] = true
		add(p.Line, fmt.Sprintf("%s a step, %.1f%%", Seconds(p.Seconds), 100*p.Share), phaseTooltip(p, r))
	}
	for i := range v.Model.Phases {
		if p := &v.Model.Phases[i]; !shown[p] {
			add(p.Line, "not in "+r.Variant, "")
		}
	}
	return hints
}

// PhaseTotal says what the program takes: "TR 16x4 on paragon: 12.2 s".
func PhaseTotal(v Phases) string {
	r := v.Result
	text := strings.TrimSpace(r.Variant+" "+phases.MeshName(r.Mesh)) + " on " + v.Program.Machine + ": " + Seconds(r.Time)
	if r.Speedup > 0 {
		text += fmt.Sprintf(", efficiency %.0f%%", 100*r.Efficiency)
	}
	return strings.TrimSpace(text)
}

func phaseVariants(v Phases) string {
	var lines []string
	for _, r := range v.Others {
		lines = append(lines, fmt.Sprintf("%s %s: %s", r.Variant, phases.MeshName(r.Mesh), Seconds(r.Time)))
	}
	return strings.Join(lines, "\n")
}

func phaseTooltip(p phases.PhaseTime, r *phases.Result) string {
	text := fmt.Sprintf("%s of %s in %v steps", Seconds(p.Seconds*r.Steps), Seconds(r.Time), r.Steps)
	switch p.Kind {
	case phases.Communication:
		return text + fmt.Sprintf("; %.6g messages, %.6g bytes a step", p.Messages, p.Bytes)
	case phases.Copy:
		return text + fmt.Sprintf("; %.6g bytes a step", p.Work)
	}
	return text + fmt.Sprintf("; %.6g operations a step", p.Work)
}

// PhaseName tells of a name in a formula; "" for none of the model's.
func PhaseName(v Phases, name string) string {
	if p := v.Model.Parameter(name); p != nil {
		value := p.Value
		if v.Result != nil {
			value = v.Result.Values[name]
		}
		return join(fmt.Sprintf("**`%s`** = %.10g", name, value), p.Meaning)
	}
	for _, c := range v.Model.Mesh {
		if c.Name == name {
			return fmt.Sprintf("**`%s`**: coordinate of a processor, 0 to %s - 1", name, c.Extent)
		}
	}
	for _, d := range v.Model.Derived {
		if d.Name == name {
			return phaseDerived(v, d)
		}
	}
	for _, f := range phases.Functions {
		if f.Name == name {
			return fmt.Sprintf("`%s(%s)`: %s", f.Name, f.Arguments, f.Meaning)
		}
	}
	return ""
}

func join(text, more string) string {
	if more == "" {
		return text
	}
	return text + ": " + more
}

func phaseDerived(v Phases, d phases.Derived) string {
	if v.Result == nil {
		return "**`" + d.Name + "`**"
	}
	text := "**`" + d.Name + "`**"
	if value, ok := v.Result.Derived[d.Name]; ok {
		text += fmt.Sprintf(" = %.10g", value)
	}
	if v.Result.Variant != "" {
		text += " in " + v.Result.Variant
	}
	for _, n := range v.Program.Derived {
		if n.Derived.Name == d.Name {
			text += "\n\n`" + n.Text.Text + "`"
		}
	}
	for _, r := range v.Others {
		if value, ok := r.Derived[d.Name]; ok && r.Variant != v.Result.Variant {
			text += fmt.Sprintf("\n\n%s: %.10g", r.Variant, value)
		}
	}
	return text
}

// PhaseHover tells of the phase that an offset stands in.
func PhaseHover(v Phases, offset int) string {
	var found *phases.Phase
	for i := range v.Model.Phases {
		if p := &v.Model.Phases[i]; p.Span.Start <= offset {
			found = p
		}
	}
	if found == nil || v.Result == nil {
		return ""
	}
	for i, p := range v.Result.Phases {
		if p.Phase != found {
			continue
		}
		f := v.Program.Phases[i]
		text := fmt.Sprintf("**%s** %s: %s in each of %v steps, %.1f%% of %s\n\n%s", p.Name, p.Title, Seconds(p.Seconds), v.Result.Steps, 100*p.Share,
			Seconds(v.Result.Time), phaseTooltip(p, v.Result))
		switch {
		case p.Kind == phases.Communication:
			text += "\n\nmessages " + v.Program.Library.String() + " (" + v.Program.Machine + ")"
		case f.Rate.Two:
			text += fmt.Sprintf("\n\nrates %.4g and %.4g million a second", f.Rate.A/1e6, f.Rate.B/1e6)
		default:
			text += fmt.Sprintf("\n\nrate %.4g million a second", f.Rate.A/1e6)
		}
		if v.Model.Source != "" && p.Kind != phases.Communication {
			text += ": " + v.Model.Source
		}
		if s := v.Program.Arena.String(f.Seconds); len(s) < MaxFormula {
			text += "\n\n`" + s + "`"
		}
		return text
	}
	return fmt.Sprintf("**%s** %s: not in %s", found.Name, found.Title, v.Result.Variant)
}
