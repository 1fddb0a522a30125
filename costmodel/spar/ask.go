package spar

import (
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// ask asks for the values of a Spar program that had to be assumed, at the
// places that depend on them.
func (m *Model) ask(s settings.Settings) []source.Diagnostic {
	var out []source.Diagnostic
	known := map[string]bool{}
	for _, c := range m.Program.Criticals {
		if !c.Needed || s.Gives(c.Name) || s.Gives(c.Source) {
			continue
		}
		name := c.Source
		if name == "" {
			name = c.Name
		}
		if known[name] {
			continue // one value answers both
		}
		known[name] = true
		out = append(out, source.Diagnostic{Span: c.Span, Severity: source.Hint, Code: report.UnknownValue,
			Message: fmt.Sprintf("%s = %s is assumed: %s", name, report.Exact(c.Default), c.Why), Data: asked{report.AskedValue{Name: name, Value: report.Exact(c.Default)}, c.Answer}})
	}
	for _, n := range m.Program.Numerics {
		if n.Needed && n.Parameter && n.Value == nil && !s.Gives(n.Name) && !s.Gives(n.Source) {
			out = append(out, source.Diagnostic{Span: n.Span, Severity: source.Hint, Code: report.UnknownValue,
				Message: fmt.Sprintf("%s = %d is assumed: no value is given to it", n.Name, AssumedSize), Data: asked{report.AskedValue{Name: n.Name, Value: report.Exact(AssumedSize)}, place.NoAnswer}})
		}
	}
	return append(out, m.askMachine(s)...)
}

// askMachine asks for the parameters of the machine's model that the program
// needs and nothing gives a value.
func (m *Model) askMachine(s settings.Settings) []source.Diagnostic {
	var at source.Span
	if len(m.Program.Kinds) > 0 {
		at = m.Program.Kinds[0].At
	}
	var out []source.Diagnostic
	for _, name := range m.lacking(m.Values(s)) {
		out = append(out, source.Diagnostic{Span: at, Severity: source.Hint, Code: report.UnknownValue,
			Message: fmt.Sprintf("%s, a parameter of the machine %s, has no value", name, m.Machine), Data: asked{report.AskedValue{Name: name, Value: "1"}, place.NoAnswer}})
	}
	return out
}

// lacking are the parameters without a value that the numbers depend on.
func (m *Model) lacking(env map[string]float64) []string {
	var out []string
	env = maps.Clone(env)
	for range m.values.Tree.Equations {
		var missing *symbolic.NoValueError
		if _, err := m.Numbers(env); !errors.As(err, &missing) {
			break
		}
		out = append(out, missing.Name)
		env[missing.Name] = 1
	}
	return out
}

// asked is the data of a question: the value, and the pragma that states it.
type asked struct {
	report.AskedValue
	answer place.Answer
}

// Fixes returns what answers a diagnostic that asks for a value in a Spar
// program: a pragma before the statement, with the value that is assumed now,
// to be changed.
func Fixes(f *spar.File, d source.Diagnostic) []source.Fix {
	asked, ok := d.Data.(asked)
	if !ok || d.Span.Start < 0 || d.Span.End > f.Text.Len() {
		return nil
	}
	pragma := asked.pragma()
	at := f.StatementAt(d.Span.Start)
	if pragma == "" || at.Empty() {
		return nil
	}
	line := f.Text.LineSpan(f.Text.LineOf(at.Start))
	behind := " "
	if indent := f.Text.Slice(source.Span{Start: line.Start, End: at.Start}); strings.TrimSpace(indent) == "" {
		behind = "\n" + indent
	}
	return []source.Fix{{
		Title: "Give the value in a pragma: " + pragma,
		Edits: []source.Edit{{Span: source.Span{Start: at.Start, End: at.Start}, New: "<$ " + pragma + " $>" + behind}},
	}}
}

// pragma states the value; "" where no pragma does.
func (a asked) pragma() string {
	switch a.answer {
	case place.ByName:
		return fmt.Sprintf("Pamela = (@%s %s)", a.Name, a.Value)
	case place.ByCondition:
		return fmt.Sprintf("Pamela = (cond %s)", a.Value)
	case place.ByShare:
		return fmt.Sprintf("Pamela = (share %s)", a.Value)
	case place.ByLower:
		return fmt.Sprintf("Pamela = (lower %s)", a.Value)
	case place.ByUpper:
		if n, err := strconv.Atoi(a.Value); err == nil {
			return fmt.Sprintf("Pamela = (upper %d)", n-1)
		}
	}
	return ""
}
