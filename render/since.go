package render

import (
	"fmt"
	"math"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
)

// Since is what units took at another time, in seconds, by their names in lower case.
type Since map[string]float64

// SinceOf is what the units of a report take; those without a whole estimate are not in it.
func SinceOf(r *report.Report) Since {
	out := Since{}
	for _, u := range r.Units {
		if t := u.Charge.Total(); u.NoEstimate == "" && !u.Partial() && t > 0 {
			out[strings.ToLower(u.Name)] = t
		}
	}
	return out
}

// leastChange is the change of a time that is told.
const leastChange = 0.001

// of says how the time of a unit has changed since then: ", +12% since HEAD"; "" where it
// has not, or nobody knows.
func (s Since) of(u *report.Unit) string {
	before, known := s[strings.ToLower(u.Name)]
	if !known || u.NoEstimate != "" || u.Partial() {
		return ""
	}
	change := u.Charge.Total()/before - 1
	switch {
	case math.Abs(change) < leastChange:
		return ""
	case change > 9:
		return fmt.Sprintf(", %.3g times what it was at HEAD", change+1)
	case math.Abs(change) < 0.0995:
		return fmt.Sprintf(", %+.2g%% since HEAD", 100*change)
	}
	return fmt.Sprintf(", %+.0f%% since HEAD", 100*change)
}
