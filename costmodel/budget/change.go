package budget

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
)

// Change is a unit in two versions of the sources. A version that has no such unit, or
// no estimate of it, has no time and says why.
type Change struct {
	File, Unit          string
	Line                int // in the later version; in the earlier one where it is gone
	Before, After       float64
	WhyBefore, WhyAfter string // "" where there is a time
}

// Growth is by how much of the earlier time the time has grown, 0.1 for a tenth; false
// where one of them is not known.
func (c Change) Growth() (float64, bool) {
	if c.WhyBefore != "" || c.WhyAfter != "" || !(c.Before > 0) {
		return 0, false
	}
	return c.After/c.Before - 1, true
}

const absent = "it is not there"

// Changes lists the units of two versions: those of the later one in their order, then
// those that are gone. Files are the same when their names are.
func Changes(before, after []*report.Report) []Change {
	type place struct{ file, unit string }
	index := map[place]int{}
	var out []Change
	each := func(reports []*report.Report, take func(place, *report.Unit)) {
		for _, r := range reports {
			for _, u := range r.Units {
				if !u.Empty {
					take(place{r.File, strings.ToLower(u.Name)}, u)
				}
			}
		}
	}
	each(after, func(p place, u *report.Unit) {
		index[p] = len(out)
		out = append(out, Change{File: p.file, Unit: u.Name, Line: u.Start, After: u.Charge.Total(), WhyAfter: u.NoEstimate, WhyBefore: absent})
	})
	each(before, func(p place, u *report.Unit) {
		i, there := index[p]
		if !there {
			i = len(out)
			out = append(out, Change{File: p.file, Unit: u.Name, Line: u.Start, WhyAfter: absent})
		}
		out[i].Before, out[i].WhyBefore = u.Charge.Total(), u.NoEstimate
	})
	return out
}

// Slower are the findings of units whose time has grown by more than a share, or that
// have lost their estimate.
func Slower(changes []Change, most float64) []Finding {
	var out []Finding
	for _, c := range changes {
		growth, known := c.Growth()
		f := Finding{Rule: "slower", File: c.File, Unit: c.Unit, Line: c.Line}
		switch {
		case known && growth > most:
			f.Message = fmt.Sprintf("%s is predicted to take %s, %s before (%+.3g%%)", c.Unit, report.Seconds(c.After), report.Seconds(c.Before), 100*growth)
		case c.WhyBefore == "" && c.WhyAfter != "" && c.WhyAfter != absent:
			f.Rule, f.Message = "no-estimate", fmt.Sprintf("%s took %s and has no estimate now: %s", c.Unit, report.Seconds(c.Before), c.WhyAfter)
		default:
			continue
		}
		out = append(out, f)
	}
	slices.SortStableFunc(out, func(a, b Finding) int { return strings.Compare(a.File, b.File) })
	return out
}
