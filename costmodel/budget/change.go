package budget

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
)

// Change is a unit in two versions of the sources.
type Change struct {
	File, Unit    string
	Line          int // in the later version; in the earlier one where it is gone
	Before, After Time
}

// Time is what a unit takes in a version, or why there is no time: the version has no such
// unit, or no estimate of it.
type Time struct {
	Seconds float64
	Why     string              // "" where there is a time
	AtLeast bool                // something in it has no time
	Assumed []report.Assumption // as those of report.Unit
}

func timeOf(u *report.Unit) Time {
	return Time{u.Charge.Total(), u.NoEstimate, u.Partial(), u.Assumed()}
}

// Growth is by how much of the earlier time the time has grown, 0.1 for a tenth; false
// where one of them is not known, or only one of them in full.
func (c Change) Growth() (float64, bool) {
	if c.Before.Why != "" || c.After.Why != "" || !(c.Before.Seconds > 0) || c.Before.AtLeast != c.After.AtLeast {
		return 0, false
	}
	return c.After.Seconds/c.Before.Seconds - 1, true
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
		out = append(out, Change{File: p.file, Unit: u.Name, Line: u.Start, After: timeOf(u), Before: Time{Why: absent}})
	})
	each(before, func(p place, u *report.Unit) {
		i, there := index[p]
		if !there {
			i = len(out)
			out = append(out, Change{File: p.file, Unit: u.Name, Line: u.Start, After: Time{Why: absent}})
		}
		out[i].Before = timeOf(u)
	})
	return out
}

// Slower are the findings of units whose time has grown by more than a share, or that
// have lost their estimate or a part of it.
func Slower(changes []Change, most float64) []Finding {
	var out []Finding
	for _, c := range changes {
		growth, known := c.Growth()
		f := Finding{Rule: "slower", File: c.File, Unit: c.Unit, Line: c.Line}
		before, after := report.Seconds(c.Before.Seconds), report.Seconds(c.After.Seconds)
		switch {
		case known && growth > most:
			f.Message = fmt.Sprintf("%s is predicted to take %s, %s before (%+.3g%%)", c.Unit, report.Least(c.After.AtLeast, after), report.Least(c.Before.AtLeast, before), 100*growth)
		case known || c.Before.Why != "" || c.After.Why == absent:
			continue
		case c.After.Why != "":
			f.Rule, f.Message = "no-estimate", fmt.Sprintf("%s took %s and has no estimate now: %s", c.Unit, report.Least(c.Before.AtLeast, before), c.After.Why)
		case c.After.AtLeast && c.After.Seconds > (1+most)*c.Before.Seconds:
			f.Message = fmt.Sprintf("%s is predicted to take at least %s, %s before: some of its lines have no estimate now", c.Unit, after, before)
		case c.After.AtLeast:
			f.Rule, f.Message = "no-estimate", fmt.Sprintf("%s took %s and has no full estimate now: some of its lines have none, the others take %s", c.Unit, before, after)
		default:
			continue
		}
		out = append(out, f)
	}
	slices.SortStableFunc(out, func(a, b Finding) int { return strings.Compare(a.File, b.File) })
	return out
}
