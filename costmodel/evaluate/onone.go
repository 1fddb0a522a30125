package evaluate

import (
	"context"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

// onOne gives a unit the time that the program takes on one processor. Where processors
// exchange messages, the program itself divides its arrays by their number, so what
// it and its procedures do for all of them is another run of it. None is given where that
// run does less than one processor of several: it needs others to do its work.
func (p *procedures) onOne(ctx context.Context, u *report.Unit, f *workspace.File, x *procedure, m *machines.Machine, s settings.Settings) error {
	s.Procs, s.Grid, s.Totals = 1, nil, true
	one, err := p.evaluationOf(ctx, f, x, m, s, false)
	if err != nil || one.unit.NoEstimate != "" || u.Speedup == 0 {
		return err
	}
	u.Serial = one.unit.Charge.Total()
	if u.Serial < u.Charge.Computation/2 {
		u.Serial = 0
	}
	u.Speedup = u.Serial / u.Charge.Total()
	return nil
}
