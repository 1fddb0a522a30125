package spar

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// ask asks for the values of a Spar program that had to be assumed, at the
// places that depend on them.
func (m *Model) ask(s settings.Settings) []source.Diagnostic {
	var out []source.Diagnostic
	for _, c := range m.Program.Criticals {
		if s.Gives(c.Name) || s.Gives(c.Source) {
			continue
		}
		name := c.Source
		if name == "" {
			name = c.Name
		}
		out = append(out, source.Diagnostic{Span: c.Span, Severity: source.Hint, Code: report.UnknownValue,
			Message: fmt.Sprintf("%s = %s is assumed: %s", name, report.Exact(c.Default), c.Why)})
	}
	return out
}

// Fixes returns what answers a diagnostic that asks for a value in a Spar
// program: a pragma before the statement, with the value that is assumed now,
// to be changed.
func Fixes(f *spar.File, d source.Diagnostic) []source.Fix {
	given, _, ok := strings.Cut(d.Message, " is assumed")
	name, value, named := strings.Cut(given, " = ")
	if d.Code != report.UnknownValue || !ok || !named || d.Span.Start < 0 || d.Span.End > f.Text.Len() {
		return nil
	}
	pragma := sparAnswer(name, value, d.Message)
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

// sparAnswer is the pragma that states a value: of a variable, a bound (the
// last iteration, counted from 0), or a condition.
func sparAnswer(name, value, message string) string {
	prefix, numbered := madeUp(name)
	n, err := strconv.Atoi(value)
	switch {
	case !numbered:
		return fmt.Sprintf("Pamela = (@%s %s)", name, value)
	case prefix == "cd":
		return fmt.Sprintf("Pamela = (cond %s)", value)
	case prefix == "lb":
		return fmt.Sprintf("Pamela = (lower %s)", value)
	case err == nil && (prefix == "ub" || prefix == "n" && strings.Contains(message, "(upper e)")):
		return fmt.Sprintf("Pamela = (upper %d)", n-1)
	}
	return ""
}

// madeUp is the kind of a value without a name of its own: cd of cd_0000, and of
// step_cd_0001 in a method step.
func madeUp(name string) (kind string, ok bool) {
	rest, number, _ := cutLast(name)
	if _, kind, ok = cutLast(rest); !ok {
		kind = rest
	}
	_, err := strconv.Atoi(number)
	return kind, err == nil && len(number) == 4
}

func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, '_')
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}
