package main

import (
	"fmt"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/whatif"
)

// idleAxes are those over names of the program that have changed no point so far: a name
// that is misspelt, or of another unit, would else look like one that costs nothing.
type idleAxes struct {
	sweep whatif.Sweep
	at    map[int]*idleAxis // by axis
}

// idleAxis is what the points take that differ in one axis only.
type idleAxis struct {
	compared bool                     // two of them
	charges  map[string]report.Charge // by the other values
}

func newIdleAxes(s whatif.Sweep) idleAxes {
	out := idleAxes{s, map[int]*idleAxis{}}
	for i, a := range s.Axes {
		if ofProgram(s, a.Name) {
			out.at[i] = &idleAxis{charges: map[string]report.Charge{}}
		}
	}
	return out
}

// see compares a point with one that has the same values on all axes but one.
func (x idleAxes) see(p whatif.Point) {
	if p.NoEstimate != "" {
		return
	}
	for i, axis := range x.at {
		others := append(append([]whatif.Value{}, p.Values[:i]...), p.Values[i+1:]...)
		key := fmt.Sprint(others)
		before, there := axis.charges[key]
		switch {
		case !there:
			axis.charges[key] = p.Charge
		case before != p.Charge:
			delete(x.at, i)
		default:
			axis.compared = true
		}
	}
}

// names are those of the axes that changed nothing.
func (x idleAxes) names() []string {
	var out []string
	for i, a := range x.sweep.Axes {
		if axis := x.at[i]; axis != nil && axis.compared {
			out = append(out, a.Name)
		}
	}
	return out
}
