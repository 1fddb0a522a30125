package render

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/explain"
	"github.com/parlens/parlens/costmodel/report"
)

// Explanation returns in markdown, in short, what the compiler makes of a line:
// who owns the array told (or, on a line without statements, those that the
// line maps), who executes what, and each communication with its reason. All of
// it is what `parlens explain` prints.
func Explanation(u *explain.Unit, told string) string {
	var b strings.Builder
	for _, a := range u.Arrays {
		if strings.EqualFold(a.Name, told) || told == "" && len(u.Loops)+len(u.Statements) == 0 {
			explainedArray(&b, u, a)
		}
	}
	for _, l := range u.Loops {
		explainedRules(&b, l.Rules, "makes")
	}
	for _, s := range u.Statements {
		fmt.Fprintf(&b, "- %s by %s\n", s.What, escape(s.Home))
		explainedRules(&b, s.Rules, "for")
		for _, g := range s.Guards {
			fmt.Fprintf(&b, "- only where `%s`\n", g)
		}
	}
	for _, c := range u.Communications {
		explainedCommunication(&b, c)
	}
	for _, r := range u.Reused {
		fmt.Fprintf(&b, "- %s\n", escape(r.Words()))
	}
	return strings.TrimRight(b.String(), "\n")
}

func explainedArray(b *strings.Builder, u *explain.Unit, a explain.Array) {
	for _, o := range a.Owners {
		name := "owner of " + a.Name
		if len(a.Owners) > 1 && o.Dim > 0 {
			name += fmt.Sprintf(" in dimension %d", o.Dim)
		}
		fmt.Fprintf(b, "- %s: `%s`", name, o.Formula)
		if o.Block != "" {
			fmt.Fprintf(b, ", `%s`", o.Block)
		}
		b.WriteString("\n")
	}
	for _, l := range explain.Shapes(a.Locals) {
		if l.Elements > 0 {
			fmt.Fprintf(b, "- %s: %s, %s, first %s\n", report.Plural(float64(l.Processors), "processor"),
				report.Plural(float64(l.Elements), "element"), report.Plural(float64(l.Memory), "byte"), escape(a.Name+"("+l.Part+")"))
		}
	}
	for _, w := range a.Overlap {
		fmt.Fprintf(b, "- overlap area in dimension %d: %d below, %d above\n", w.Dim, w.Low, w.High)
	}
}

func explainedRules(b *strings.Builder, rules []explain.Rule, verb string) {
	for _, r := range rules {
		fmt.Fprintf(b, "- %s `%s`", verb, r.Formula)
		if r.Block != "" {
			fmt.Fprintf(b, ", `%s`", r.Block)
		}
		b.WriteString("\n")
	}
}

// explainedCommunication tells of a communication, with its first message.
func explainedCommunication(b *strings.Builder, c explain.Communication) {
	text := fmt.Sprintf("%s, %s", c.Text, c.Place())
	if c.Reason != "" {
		text += ": " + c.Reason
	}
	fmt.Fprintf(b, "- %s", escape(text))
	pairs := c.Pairs
	for _, g := range c.Groups {
		pairs = append(pairs, g.Example)
	}
	if len(pairs) > 0 {
		fmt.Fprintf(b, "; %s each time, first %s", report.Plural(float64(c.Number), "message"), escape(c.Pair(pairs[0])))
	}
	b.WriteString("\n")
}
