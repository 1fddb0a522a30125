package spar

import (
	"context"
	"slices"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// The first answer about a long program is about the lines that somebody looks at: what
// their methods take in one run, each a unit. What the program takes, and which share of
// it a line has, is known when all pieces are.

// comesFirst tells whether a first answer is given: the program is long, and no version
// of it has been evaluated as a whole.
func comesFirst(snap *workspace.Snapshot, f *workspace.File, lines report.Lines, s settings.Settings) bool {
	return s.Soon && lines != report.AllLines && f.Text.Lines() > settings.SoonReach && !snap.Memo().Holds(wholeSlot(f, s))
}

// first predicts the methods that reach into some lines.
func first(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, lines report.Lines, s settings.Settings) (*report.Report, error) {
	m, err := partOfModel(snap, f, s, lines)
	if err != nil {
		return nil, err
	}
	r := &report.Report{File: f.Path, Machine: m.machine(), Diagnostics: slices.Clone(m.Diagnostics), Cut: true}
	env := m.Values(s)
	whole := &report.Unit{Grid: m.grid(env)}
	m.assumptions(whole, env, s)
	if whole.NoEstimate = m.linesAlone(whole, env, lines); whole.NoEstimate == "" {
		for _, x := range m.reaching(lines) {
			_, last := m.rows(x)
			r.Units = append(r.Units, of(whole, x.Name, m.text.LineOf(x.NameSpan.Start), last))
		}
	}
	slices.SortStableFunc(r.Diagnostics, func(x, y source.Diagnostic) int { return x.Span.Start - y.Span.Start })
	return r, ctx.Err()
}

// linesAlone gathers the charges of lines where T is not known; why it cannot, or "".
func (m *Model) linesAlone(u *report.Unit, env map[string]float64, lines report.Lines) string {
	v, n, err := m.evaluated(env)
	if err == nil {
		err = m.lines(u, v, n.T, lines)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// of is what a unit says about some of its lines, as a unit of its own.
func of(u *report.Unit, name string, first, last int) *report.Unit {
	out := &report.Unit{Name: name, Kind: "method", Start: first, End: last, Grid: u.Grid, Assumptions: u.Assumptions}
	for _, l := range u.Lines {
		if first <= l.Line && l.Line <= last {
			out.Lines = append(out.Lines, l)
			out.Charge = out.Charge.Plus(l.Charge)
		}
	}
	for _, l := range u.Loops {
		if first <= l.Line && l.Line <= last {
			out.Loops = append(out.Loops, l)
		}
	}
	return out
}
