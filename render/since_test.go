package render

import (
	"testing"

	"github.com/parlens/parlens/costmodel/report"
)

// How a time has changed is told in few digits, and only where both are known as a whole.
func TestSince(t *testing.T) {
	unit := func(seconds float64) *report.Unit {
		return &report.Unit{Name: "Main", Charge: report.Charge{Computation: seconds}}
	}
	partial := unit(2)
	partial.Lines = []*report.Line{{Line: 1, NoEstimate: "no value"}}
	for _, c := range []struct {
		before *report.Unit
		now    *report.Unit
		want   string
	}{
		{unit(100), unit(112), ", +12% since HEAD"},
		{unit(100), unit(65), ", -35% since HEAD"},
		{unit(100), unit(101.26), ", +1.3% since HEAD"},
		{unit(100), unit(109.96), ", +10% since HEAD"},
		{unit(1), unit(2), ", +100% since HEAD"},
		{unit(1), unit(123.4), ", 123 times what it was at HEAD"},
		{unit(100), unit(100.01), ""},
		{partial, unit(3), ""},
		{unit(3), partial, ""},
		{&report.Unit{Name: "main", NoEstimate: "no"}, unit(3), ""},
	} {
		t.Run(c.want, func(t *testing.T) {
			if got := SinceOf(&report.Report{Units: []*report.Unit{c.before}}).of(c.now); got != c.want {
				t.Errorf("%q", got)
			}
		})
	}
}
