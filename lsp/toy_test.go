package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/parlens/parlens/advise"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// toy is a Predictor for tests. What it says of a file stands beside it, as
// JSON in FILE.report and FILE.options; without FILE.report it stands in the
// file: a line that ends in "!cost 3 1" takes 3 s of computation and 1 s of
// communication, a line with "!bad" has a diagnostic at that place.
type toy struct{}

func (toy) Explain(_ context.Context, _ *workspace.Snapshot, path string, _ report.Lines, _ settings.Settings) (*report.Explanation, error) {
	return &report.Explanation{File: path}, nil
}

func (toy) Report(ctx context.Context, snap *workspace.Snapshot, path string, _ report.Lines, s settings.Settings) (*report.Report, error) {
	file, err := snap.File(path)
	if err != nil {
		return nil, err
	}
	r := &report.Report{File: path}
	if beside, err := snap.File(path + ".report"); err == nil {
		if err := json.Unmarshal([]byte(beside.Text.String()), r); err != nil {
			return nil, err
		}
	} else {
		r.Units = []*report.Unit{toyUnit(file.Text)}
	}
	r.Machine.Name = s.Machine
	r.Processors = s.Grid
	for line := 1; line <= file.Text.Lines(); line++ {
		if at := strings.Index(file.Text.Line(line), "!bad"); at >= 0 {
			at += file.Text.LineStart(line)
			r.Diagnostics = append(r.Diagnostics, source.Diagnostic{Span: source.Span{Start: at, End: at + 4},
				Severity: source.Error, Code: "bad", Message: "this is bad"})
		}
	}
	return r, ctx.Err()
}

func toyUnit(t *source.Text) *report.Unit {
	u := &report.Unit{Name: "toy", Kind: "program", Start: 1, End: t.Lines()}
	for n := 1; n <= t.Lines(); n++ {
		_, cost, found := strings.Cut(t.Line(n), "!cost")
		if !found {
			continue
		}
		l := &report.Line{Line: n}
		if _, err := fmt.Sscan(cost, &l.Charge.Computation, &l.Charge.Communication); err != nil {
			l = &report.Line{Line: n, NoEstimate: "the cost is no number"}
		}
		u.Lines = append(u.Lines, l)
		u.Charge.Computation += l.Charge.Computation
		u.Charge.Communication += l.Charge.Communication
	}
	return u
}

func (toy) Options(ctx context.Context, snap *workspace.Snapshot, path string, line int, s settings.Settings) ([]advise.Option, error) {
	var all, here []advise.Option
	beside, err := snap.File(path + ".options")
	if err != nil {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(beside.Text.String()), &all); err != nil {
		return nil, err
	}
	for _, o := range all {
		if o.Line == line {
			here = append(here, o)
		}
	}
	return here, ctx.Err()
}
