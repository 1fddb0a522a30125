package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/parlens/parlens/costmodel/budget"
)

// informationURI is where a reader of a SARIF file finds the tool.
const informationURI = "https://github.com/parlens/parlens"

// jsonFindings is what `check --format json` writes.
type jsonFindings struct {
	Format   formatVersion `json:"format"`   // version of this output
	Findings []jsonFinding `json:"findings"` // in the order of the files
}

type jsonFinding struct {
	Rule     string `json:"rule"`     // `over-budget`, `no-estimate`, `assumed`, `unused-budget`, `slower`
	Severity string `json:"severity"` // `error` or `warning`; errors make the exit status 1
	File     string `json:"file"`     // path as it was given
	Line     int    `json:"line"`     // first line of the unit, from 1; 0 for none
	Unit     string `json:"unit"`     // name of the unit
	Message  string `json:"message"`  // a sentence for a person
}

func severity(f budget.Finding) string {
	if f.Warning {
		return "warning"
	}
	return "error"
}

func jsonFindingOf(f budget.Finding) jsonFinding {
	return jsonFinding{f.Rule, severity(f), f.File, f.Line, f.Unit, f.Message}
}

// whereIs is the file of a finding, with its line where it has one.
func whereIs(f budget.Finding) string {
	if f.Line == 0 {
		return f.File
	}
	return fmt.Sprintf("%s:%d", f.File, f.Line)
}

// writeFindings writes findings as lines of text, JSON or SARIF.
func writeFindings(env environment, format string, all []budget.Finding) error {
	switch format {
	case "json":
		return encode(env.out, jsonFindings{Findings: each(all, jsonFindingOf)})
	case "sarif":
		return writeSARIF(env.out, all)
	}
	for _, f := range all {
		if _, err := fmt.Fprintf(env.out, "%s: %s: %s [%s]\n", displayed(whereIs(f)), severity(f), displayed(f.Message), f.Rule); err != nil {
			return err
		}
	}
	return nil
}

// writeSARIF writes the findings in the format of static analysis tools, version 2.1.0.
func writeSARIF(w io.Writer, all []budget.Finding) error {
	run := sarif.NewRunWithInformationURI("parlens", informationURI)
	for _, rule := range slices.Sorted(maps.Keys(budget.Rules)) {
		run.AddRule(rule).WithDescription(budget.Rules[rule])
	}
	for _, f := range all {
		result := run.CreateResultForRule(f.Rule).WithLevel(severity(f)).WithMessage(sarif.NewTextMessage(f.Message))
		if f.Line > 0 {
			result.AddLocation(sarif.NewLocationWithPhysicalLocation(sarif.NewPhysicalLocation().
				WithArtifactLocation(sarif.NewSimpleArtifactLocation(filepath.ToSlash(f.File))).
				WithRegion(sarif.NewRegion().WithStartLine(f.Line))))
		}
	}
	text, err := json.MarshalIndent(sarif.NewReport().AddRun(run), "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", text)
	return err
}

// verdict is the failure that findings mean: an error among them, with strict a
// warning too.
func verdict(all []budget.Finding, strict bool) error {
	if slices.ContainsFunc(all, func(f budget.Finding) bool { return strict || !f.Warning }) {
		return &failed{}
	}
	return nil
}

// cell is a text in a Markdown table.
func cell(text string) string { return strings.ReplaceAll(displayed(text), "|", `\|`) }
