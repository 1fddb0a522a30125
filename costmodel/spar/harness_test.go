package spar

import (
	"context"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// predictFile predicts a file of a snapshot.
func predictFile(ctx context.Context, snap *workspace.Snapshot, path string, s settings.Settings) (*report.Report, error) {
	return predictPart(ctx, snap, path, report.AllLines, s)
}

// predictPart predicts some lines of a file of a snapshot.
func predictPart(ctx context.Context, snap *workspace.Snapshot, path string, lines report.Lines, s settings.Settings) (*report.Report, error) {
	f, err := snap.File(path)
	if err != nil {
		return nil, err
	}
	return Text(ctx, snap, f, lines, s)
}
