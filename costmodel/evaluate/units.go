package evaluate

import (
	"cmp"
	"context"
	"slices"
	"strings"

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
	for i, u := range procs.units(f) {
		at := report.Lines{First: f.Text.LineOf(u.Start), Last: f.Text.LineOf(u.End)}
		if name != "" && !strings.EqualFold(name, u.Name) || at.First > lines.Last || at.Last < lines.First {
			continue
		}
		n, err := procs.evaluated(ctx, f, i, m, s)
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

// evaluated evaluates a unit of a file: a procedure for the call that takes the most
// time, if any program calls it.
func (p *procedures) evaluated(ctx context.Context, f *workspace.File, at int, m *machines.Machine, s settings.Settings) (*numbers, error) {
	l := newLinker(p.snap.Memo(), m, s)
	x, err := p.instance(ctx, l, f, at)
	if err == nil && x.call == nil {
		x.linked, err = l.link(ctx, p.root(f, at), nil)
	}
	if err != nil {
		return nil, err
	}
	n := x.numbers()
	return n, n.safely(func() error { return n.evaluate(ctx) })
}

// instance is a unit with the values that it is evaluated with.
type instance struct {
	linked   *linked
	settings settings.Settings
	call     *entering // nil: the unit is evaluated for itself
	several  bool      // different calls: this is the one that takes the most time
}

// numbers are those of the instance, before it is evaluated.
func (x instance) numbers() *numbers {
	n := newNumbers(x.linked, x.settings)
	if x.call != nil {
		n.enter(*x.call)
	}
	if x.several {
		n.instance = mostTime
	}
	return n
}

// mostTime says which instance of a procedure is shown.
const mostTime = "the call that takes the most time of several different ones"

// instance is that of a unit of a file in the call that takes the most time, if any
// program calls it; else it is not linked.
func (p *procedures) instance(ctx context.Context, l *linker, f *workspace.File, at int) (instance, error) {
	alone := instance{settings: l.s}
	call, several, err := p.costliest(ctx, f, at, l.m, l.s)
	if call == nil || err != nil {
		return alone, err
	}
	of, err := l.passedBy(ctx, call)
	if of == nil || err != nil {
		return alone, err
	}
	return instance{of, call.to.entering.settings, &call.to.entering, several}, nil
}

// costliest is the call of a procedure that takes the most time, and whether there are
// others with other values; nil where it is evaluated for itself.
func (p *procedures) costliest(ctx context.Context, f *workspace.File, at int, m *machines.Machine, s settings.Settings) (call *incoming, several bool, err error) {
	calls, _, err := p.asCalled(ctx, f, at, m, s, false)
	if err != nil || len(calls) == 0 {
		return nil, false, err
	}
	seconds := map[*report.Unit]float64{}
	for _, c := range calls {
		seconds[c.to.unit] += c.times * c.to.unit.Charge.Total()
	}
	first := slices.MaxFunc(calls, func(a, b incoming) int { return cmp.Compare(seconds[a.to.unit], seconds[b.to.unit]) })
	return &first, len(seconds) > 1, nil
}
