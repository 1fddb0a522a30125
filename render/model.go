package render

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/parlens/parlens/analysis/source"
)

// An Equation is an equation of a PAMELA model with what it evaluates to.
type Equation struct {
	Name   string
	Kind   string      // "numeric", "process"
	Params []string    // of the equation
	Line   int         // of its name, from 1; 0 in an included file
	Span   source.Span // of the whole
	Models []Model     // T, phi, delta and omega of a process; the value of a numeric equation
	Given  []string    // the values of parameters that the numbers rest on: "P = 20"
}

// Model is one of the four models of a process (paper 004), or the value of a
// numeric equation.
type Model struct {
	Name    string // "T", "phi", "delta", "omega"; "" for a numeric equation
	Formula string
	Short   string   // the formula in the names of Parts, where it is long
	Parts   []string // what it repeats: "T_main_1 = N * t"
	Value   string   // where all parameters have values
	Problem string   // why there is no value although they have
}

// ModelHints returns a hint with T for each process equation on the lines
// first..last.
func ModelHints(all []Equation, first, last int) []Hint {
	var hints []Hint
	for _, e := range all {
		if e.Kind == "process" && e.Line >= max(1, first) && e.Line <= last && len(e.Models) > 0 {
			t := e.Models[0]
			hints = append(hints, Hint{Line: e.Line, Label: modelLabel(t), Tooltip: modelTooltip(e)})
		}
	}
	return hints
}

// modelLabel is the formula where it is short, else the number, else the
// beginning of the formula.
func modelLabel(t Model) string {
	switch n := utf8.RuneCountInString(t.Formula); {
	case n+len("T = ") <= HintWidth:
		return "T = " + t.Formula
	case t.Value != "":
		return "T = " + t.Value
	default:
		return "T = " + shortened(t.Formula, HintWidth-len("T = "))
	}
}

// shortened returns a text of at most limit characters.
func shortened(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-3]) + "..."
}

func modelTooltip(e Equation) string {
	lines := []string{}
	for _, m := range e.Models {
		lines = append(lines, m.Name+" = "+shortened(m.text(), MaxFormula))
	}
	return strings.Join(lines, "\n")
}

// text is the formula, and the number where it says more.
func (m Model) text() string {
	if m.Value == "" || m.Value == m.Formula {
		return m.Formula
	}
	return m.Formula + " = " + m.Value
}

// meanings say what the four models are (paper 004, section 3).
var meanings = map[string]string{
	"T": "time, contention included", "phi": "length of the longest path, without contention",
	"delta": "work by resource", "omega": "work of the busiest resource",
}

// ModelHover returns in markdown what an equation evaluates to.
func ModelHover(e Equation) string {
	var b strings.Builder
	params := ""
	if len(e.Params) > 0 {
		params = "(" + strings.Join(e.Params, ", ") + ")"
	}
	paragraph(&b, "**%s** %s%s", e.Kind, e.Name, escape(params))
	for _, m := range e.Models {
		modelLine(&b, m)
	}
	if len(e.Given) > 0 {
		fmt.Fprintf(&b, "\nWith %s", escape(strings.Join(e.Given, ", ")))
	}
	return strings.TrimRight(b.String(), "\n")
}

func modelLine(b *strings.Builder, m Model) {
	name := "value"
	if m.Name != "" {
		name = fmt.Sprintf("**%s** (%s)", m.Name, meanings[m.Name])
	}
	parts, text, whole := m.readable()
	fmt.Fprintf(b, "- %s = `%s`", name, text)
	if m.Value != "" && m.Value != m.Formula {
		fmt.Fprintf(b, " = **%s**", escape(shortened(m.Value, MaxFormula)))
	}
	if m.Problem != "" {
		fmt.Fprintf(b, " (%s)", escape(m.Problem))
	}
	b.WriteString("\n")
	for _, p := range parts {
		fmt.Fprintf(b, "  - `%s`\n", p)
	}
	if !whole {
		b.WriteString("  - shortened; `parlens pamela` prints all of it\n")
	}
}

// maxNamedParts is the most parts of a formula that somebody reads.
const maxNamedParts = 12

// readable is the formula as somebody reads it: whole, or in the names of the
// parts that it repeats, or its beginning.
func (m Model) readable() (parts []string, text string, whole bool) {
	text = strings.ReplaceAll(m.Formula, "\n", " ")
	if utf8.RuneCountInString(text) <= MaxFormula {
		return nil, text, true
	}
	tooLong := func(s string) bool { return utf8.RuneCountInString(s) > MaxFormula }
	if n := len(m.Parts); n == 0 || n > maxNamedParts || tooLong(m.Short) || slices.ContainsFunc(m.Parts, tooLong) {
		return nil, shortened(text, MaxFormula), false
	}
	return m.Parts, m.Short, true
}

// ModelStatus says in one line what a model evaluates to: T of the process
// main, else of the last one.
func ModelStatus(all []Equation) string {
	text := "no process has a time"
	for _, e := range all {
		if e.Kind == "process" && len(e.Models) > 0 && e.Line > 0 {
			text = "T_" + e.Name + strings.TrimPrefix(modelLabel(e.Models[0]), "T")
			if e.Name == "main" {
				return text
			}
		}
	}
	return text
}
