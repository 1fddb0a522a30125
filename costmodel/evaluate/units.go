package evaluate

import (
	"context"
	"strings"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

// perUnit evaluates the units of a file that reach into the lines, or of these the one
// with the name, and returns what is made of each; at are its lines in the file. The
// error is that of Text.
func perUnit[T any](ctx context.Context, snap *workspace.Snapshot, f *workspace.File, name string, lines report.Lines, s settings.Settings, result func(n *numbers, at report.Lines) (T, error)) ([]T, error) {
	m, err := processMachine(snap, s)
	if err != nil {
		return nil, err
	}
	procs := newProcedures(snap)
	var out []T
	for i, u := range snap.Program(f).Units {
		at := report.Lines{First: f.Text.LineOf(u.Start), Last: f.Text.LineOf(u.End)}
		if name != "" && !strings.EqualFold(name, u.Name) || at.First > lines.Last || at.Last < lines.First {
			continue
		}
		n, err := evaluatedUnit(ctx, procs.root(f, i), snap.Memo(), m, s)
		if err != nil {
			return nil, err
		}
		x, err := result(n, at)
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, ctx.Err()
}

// evaluatedUnit models a unit and evaluates it.
func evaluatedUnit(ctx context.Context, p *procedure, known *memo.Table, m *machines.Machine, s settings.Settings) (*numbers, error) {
	l, err := newLinker(known, m, s).link(ctx, p, nil)
	if err != nil {
		return nil, err
	}
	n := newNumbers(l, s)
	return n, n.safely(func() error { return n.evaluate(ctx) })
}
