package main

import (
	"context"
	"fmt"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// tellErrors says beside the times of a file what is wrong with its program, where only
// `parlens predict` lists it: what an error leaves out is in no time. The file is shown by a name
// of its own.
func tellErrors(ctx context.Context, env environment, snap *workspace.Snapshot, path, shown string, s settings.Settings) {
	r, err := predict.Part(ctx, snap, path, report.Lines{}, s)
	if err == nil {
		tellErrorsOf(env, snap, path, shown, r.Diagnostics)
	}
}

func tellErrorsOf(env environment, snap *workspace.Snapshot, path, shown string, diags []source.Diagnostic) {
	var first *source.Diagnostic
	n := 0
	for i, d := range diags {
		if d.Severity == source.Error {
			n++
			if first == nil {
				first = &diags[i]
			}
		}
	}
	f, err := snap.File(path)
	if n == 0 || err != nil {
		return
	}
	at, more := f.Text.Position(first.Span.Start), ""
	if n > 1 {
		more = fmt.Sprintf(" (and %s)", report.Plural(float64(n-1), "more error"))
	}
	fmt.Fprintf(env.err, "%s:%d:%d: error: %s%s; the times lack what it leaves out\n", displayed(shown), at.Line, at.Column, displayed(first.Message), more)
}
