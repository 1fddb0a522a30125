package evaluate

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/values"
	"github.com/parlens/parlens/costmodel/report"
)

// kindIterations begins the names of the iterations of loops that no formula gives.
const kindIterations = "iterations"

// named calls the iterations of loops in evolutions what formulas call them. What is set stays
// as it is.
func (v *criticals) named(list []*values.Evolution, asked map[string]source.Span) []*values.Evolution {
	names := map[string]string{}
	for name, at := range asked {
		if strings.HasPrefix(name, kindIterations) && !v.gives(name) {
			names[values.TripsOf(at)] = name
		}
	}
	for _, c := range list {
		for i, name := range c.Names {
			c.Names[i] = cmp.Or(names[name], name)
		}
	}
	return list
}

// meanText says how the iterations of a loop that runs more than once enter.
func (v *criticals) meanText(name string, c values.Count) string {
	runs := fmt.Sprintf(" in %s runs of the loop", report.Exact(c.Came))
	if along := v.run().along(name); along != nil {
		return runs + evolutionText(along)
	}
	switch mean := c.Mean(); {
	case c.Came <= 1:
		return ""
	case mean != math.Trunc(mean): // formulas have integers
		return runs + ", the mean counts, as " + report.Exact(math.Round(mean))
	}
	return runs + ", the mean counts"
}
