package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Whatever shows times of a program ends with status 1 where the program has errors, as
// `parlens predict` does: what could be read is written all the same, and what an error leaves
// out is in no time. Files that are not found leave something out too, and are told.

// tellErrors says beside the times of a file what is wrong with its program, where only
// `parlens predict` lists it. Its error is what that makes of the exit status. The file is shown
// by a name of its own.
func (c choices) tellErrors(ctx context.Context, env environment, snap *workspace.Snapshot, path, shown string, s settings.Settings) error {
	r, err := predict.Totals(ctx, snap, path, programLines(snap, path), s)
	if err != nil {
		return nil // which has been told
	}
	return c.tellErrorsOf(env, snap, path, shown, r.Diagnostics)
}

// programLines are those of the main program of a file, which some errors are found in when its
// times are: what no directive brings to a processor, blocks that hold too few elements. They are
// all lines where there is no such program.
func programLines(snap *workspace.Snapshot, path string) report.Lines {
	f, err := snap.File(path)
	if err != nil || !predict.LanguageOf(f).Lowered {
		return report.AllLines
	}
	for _, u := range snap.Program(f).Units {
		if u.Kind == program.Main {
			return report.Lines{First: f.Text.LineOf(u.Start), Last: f.Text.LineOf(u.Start)}
		}
	}
	return report.AllLines
}

func (c choices) tellErrorsOf(env environment, snap *workspace.Snapshot, path, shown string, diags []source.Diagnostic) error {
	of := func(worst source.Severity) []source.Diagnostic {
		return slices.DeleteFunc(slices.Clone(diags), func(d source.Diagnostic) bool {
			return d.Severity != worst || worst != source.Error && !slices.Contains(unresolvedCodes, d.Code)
		})
	}
	worst := source.Error
	list := of(worst)
	if len(list) == 0 {
		worst = source.Warning
		list = of(worst)
	}
	f, err := snap.File(path)
	if len(list) == 0 || err != nil {
		return nil
	}
	at, more := f.Text.Position(list[0].Span.Start), ""
	if n := len(list) - 1; n > 0 {
		more = fmt.Sprintf(" (and %s)", report.Plural(float64(n), "more "+worst.String()))
	}
	fmt.Fprintf(env.err, "%s:%d:%d: %s: %s%s; the times lack what it leaves out\n", displayed(shown), at.Line, at.Column, worst, displayed(list[0].Message), more)
	if worst == source.Error || c.strict {
		return &failed{}
	}
	return nil
}
