// Package predict is the one facade that turns a file of a workspace snapshot
// into a report: what every unit, loop and line costs on a machine.
package predict

import (
	"context"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/evaluate"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// File predicts the file at path as the snapshot has it. The error is about
// what makes every number impossible: an unreadable file, a machine that does
// not exist. What is wrong inside the file stands in the report.
func File(ctx context.Context, snap *workspace.Snapshot, path string, s settings.Settings) (*report.Report, error) {
	return Part(ctx, snap, path, report.AllLines, s)
}

// Part predicts the units that reach into the lines, as File does. The report
// has no others, but all that is wrong with the syntax and names of the file.
func Part(ctx context.Context, snap *workspace.Snapshot, path string, lines report.Lines, s settings.Settings) (*report.Report, error) {
	return ask(snap, path, func(l Language, f *workspace.File) (*report.Report, error) { return l.Predict(ctx, snap, f, lines, s) })
}

// Totals predicts the units that reach into the lines as Part does, but nothing is
// gathered by lines: thousands of predictions take much less.
func Totals(ctx context.Context, snap *workspace.Snapshot, path string, lines report.Lines, s settings.Settings) (*report.Report, error) {
	return ask(snap, path, func(l Language, f *workspace.File) (*report.Report, error) {
		s.Totals = l.Lowered && !hasRegions(f)
		return l.Predict(ctx, snap, f, lines, s)
	})
}

// Across prepares the main program that a line is in for many numbers of processors, as
// far as not each of them has to be predicted.
func Across(ctx context.Context, snap *workspace.Snapshot, path string, line int, s settings.Settings) (evaluate.Prepared, error) {
	return ask(snap, path, func(l Language, f *workspace.File) (evaluate.Prepared, error) {
		if !l.Lowered || hasRegions(f) || snap.Included(f) != nil {
			return evaluate.Prepared{}, nil
		}
		return evaluate.NewAcross(ctx, snap, f, line, s)
	})
}

// hasRegions reports whether lines of a file may take the times of phases.
func hasRegions(f *workspace.File) bool {
	regions, _ := settings.Regions(f.Text)
	return len(regions) > 0
}

// Explain explains the units that reach into the lines of the file at path. The
// error is that of File.
func Explain(ctx context.Context, snap *workspace.Snapshot, path string, lines report.Lines, s settings.Settings) (*report.Explanation, error) {
	return ask(snap, path, func(l Language, f *workspace.File) (*report.Explanation, error) {
		return l.Explain(ctx, snap, f, lines, s)
	})
}

// Graphs returns the graphs of the units of the file at path, as the snapshot
// has it; of one unit where a name is given. The error is that of File.
func Graphs(ctx context.Context, snap *workspace.Snapshot, path, unit string, s settings.Settings) ([]*report.Graph, error) {
	return ask(snap, path, func(l Language, f *workspace.File) ([]*report.Graph, error) { return l.Graphs(ctx, snap, f, unit, s) })
}

// Profiles returns the profile of the lines in each unit that they reach into,
// of one unit where a name is given. The error is that of File.
func Profiles(ctx context.Context, snap *workspace.Snapshot, path, unit string, lines report.Lines, s settings.Settings) ([]*report.Profile, error) {
	return ask(snap, path, func(l Language, f *workspace.File) ([]*report.Profile, error) {
		return l.Profiles(ctx, snap, f, unit, lines, s)
	})
}

// Timelines returns the first exchanges, most of them or fewer, of the units of
// the file at path, of one unit where a name is given. The error is that of File.
func Timelines(ctx context.Context, snap *workspace.Snapshot, path, unit string, most int, s settings.Settings) ([]*report.Timeline, error) {
	return ask(snap, path, func(l Language, f *workspace.File) ([]*report.Timeline, error) {
		return l.Timelines(ctx, snap, f, unit, most, s)
	})
}

// Traces returns what the processors do, one thing after the other, in the units of the
// file at path, of one unit where a name is given. The error is that of File.
func Traces(ctx context.Context, snap *workspace.Snapshot, path, unit string, bounds process.Tracing, s settings.Settings) ([]*report.Trace, error) {
	return ask(snap, path, func(l Language, f *workspace.File) ([]*report.Trace, error) {
		return l.Traces(ctx, snap, f, unit, bounds, s)
	})
}
