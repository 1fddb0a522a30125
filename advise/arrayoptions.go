package advise

import (
	"context"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/settings"
)

// On a machine of measured array operations (paper 000) directives move nothing, but
// a loop that its compiler leaves serial costs far more than the array statements that
// it could be written as.

// arrayMachine reports whether the settings choose such a machine.
func arrayMachine(snap *workspace.Snapshot, f *workspace.File, s settings.Settings) bool {
	m, err := predict.MachineIn(snap, f, s)
	return err == nil && m != nil && m.Array != nil
}

// arrayOptions offers the array statements that the DO loop on the line stands for,
// where they take less time.
func arrayOptions(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, line int, s settings.Settings) ([]Option, error) {
	lowered, do := loopOn(snap.Program(f), f.Text, line)
	if do == nil {
		return nil, nil
	}
	edit, ok := (&arrayForm{unit: lowered, text: f.Text, form: workspace.FormOf(f)}).of(do)
	if !ok {
		return nil, nil
	}
	changed, err := f.Text.Apply(edit)
	if err != nil {
		return nil, nil
	}
	before, err := predicted(ctx, snap, f, lowered, s)
	if err != nil || !before.ok {
		return nil, err
	}
	after, err := predicted(ctx, snap, &workspace.File{Path: f.Path, Text: changed, Form: f.Form}, lowered, s)
	if err != nil || !after.ok || after.errors > before.errors || after.time >= before.time {
		return nil, err
	}
	return []Option{{Line: line, Label: "array statements for the loop", Edits: []source.Edit{edit}, Before: before.time, After: after.time, Tie: before.overlaps(after)}}, nil
}

// loopOn finds the counted loop that begins on a line.
func loopOn(f *lower.File, text *source.Text, line int) (*lower.Unit, *program.Do) {
	for i, u := range f.Units {
		if i+1 < len(f.Units) && text.LineOf(f.Units[i+1].Start) <= line {
			continue
		}
		u = u.Fork()
		var found *program.Do
		program.Statements(u.Body, func(s program.Stmt) bool {
			do, is := s.(*program.Do)
			if is && do.Kind == program.DoCount && text.LineOf(u.Start+do.At.Start) == line {
				found = do
			}
			return found == nil
		})
		if found != nil {
			return u, found
		}
	}
	return nil, nil
}
