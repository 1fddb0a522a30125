package evaluate

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
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

// rows are the values with which the unit is evaluated: those along the evolutions, each with
// the integers around the means. There are no names where nothing changes.
func (v *criticals) rows() (names []string, rows [][]float64, counts []float64) {
	var evolutions []*values.Evolution
	if v.changing() {
		evolutions = v.run().evolutions
	}
	names, rows, counts = joint(evolutions)
	for _, m := range v.means() {
		names, rows, counts = crossed(names, rows, counts, m)
	}
	return names, rows, counts
}

// means are the means among the values that are no integers, as formulas have them: the
// integers on both sides stand for each, in the shares that make it up.
func (v *criticals) means() (out []*values.Evolution) {
	for _, name := range slices.Sorted(maps.Keys(v.found)) {
		a := v.found[name]
		low := math.Floor(a.number)
		changes := a.Provenance == report.Changing || a.Provenance == report.Traced && strings.HasPrefix(name, kindIterations)
		if changes && len(out) < mostMeans && low != a.number && v.run().along(name) == nil && !v.run().perIteration(name) && v.averaged(name) {
			out = append(out, &values.Evolution{Names: []string{name}, Rows: [][]float64{{low}, {low + 1}}, Weight: []float64{low + 1 - a.number, a.number - low}})
		}
	}
	return out
}

// mostMeans bounds them: each doubles the evaluations.
const mostMeans = 2

// crossed gives each row all values that another list has, in their shares.
func crossed(names []string, rows [][]float64, counts []float64, with *values.Evolution) ([]string, [][]float64, []float64) {
	var out [][]float64
	var weights []float64
	for i, row := range rows {
		for j, more := range with.Rows {
			out, weights = append(out, slices.Concat(row, more)), append(weights, counts[i]*with.Weight[j])
		}
	}
	return slices.Concat(names, with.Names), out, weights
}

// meanText says how the iterations of a loop that runs more than once enter.
func (v *criticals) meanText(name string, c values.Count) string {
	runs := fmt.Sprintf(" in %s runs of the loop", report.Exact(c.Came))
	if along := v.run().along(name); along != nil {
		return runs + evolutionText(along)
	}
	if c.Came <= 1 {
		return ""
	}
	return runs + ", the mean counts"
}
