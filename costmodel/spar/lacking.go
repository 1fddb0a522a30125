package spar

import (
	"context"
	"errors"
	"fmt"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// What Spar programs have no answer for: the errors say what there is instead.

// Explain is not there.
func Explain(context.Context, *workspace.Snapshot, *workspace.File, report.Lines, settings.Settings) (*report.Explanation, error) {
	return nil, errors.New("no explanation of Spar programs: what the compiler makes of their annotations is in the prediction")
}

// Graphs is not there.
func Graphs(_ context.Context, _ *workspace.Snapshot, f *workspace.File, _ string, _ settings.Settings) ([]*report.Graph, error) {
	return nil, fmt.Errorf("%s: a Spar program is a PAMELA model, not a graph of abstraction units; parlens model prints it", f.Path)
}

// Timelines is not there.
func Timelines(_ context.Context, _ *workspace.Snapshot, f *workspace.File, _ string, _ int, _ settings.Settings) ([]*report.Timeline, error) {
	return nil, fmt.Errorf("%s: a Spar program has no exchanges; parlens model prints what it is", f.Path)
}

// Traces is likewise an error: the times of a Spar program are sums of its pieces.
func Traces(_ context.Context, _ *workspace.Snapshot, f *workspace.File, _ string, _ process.Tracing, _ settings.Settings) ([]*report.Trace, error) {
	return nil, fmt.Errorf("%s: a Spar program has no trace; parlens model prints what it is", f.Path)
}
