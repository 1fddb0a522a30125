package report

import "math"

// Lines are the lines First..Last of a file, counted from 1.
type Lines struct{ First, Last int }

// AllLines are those of any file.
var AllLines = Lines{1, math.MaxInt}

// UnitAt returns the innermost unit that has a line, nil where there is none.
func UnitAt(r *Report, line int) *Unit {
	var found *Unit
	for _, u := range r.Units {
		if u.Start <= line && line <= u.End && (found == nil || u.Start >= found.Start) {
			found = u
		}
	}
	return found
}

// Principal returns the unit that stands for the file: the main program if it
// has an estimate, else the first unit that has one, else the first.
func Principal(r *Report) *Unit {
	var best *Unit
	for _, u := range r.Units {
		switch {
		case best == nil, best.NoEstimate != "" && u.NoEstimate == "":
			best = u
		case u.Kind == "program" && u.NoEstimate == "" && best.Kind != "program":
			best = u
		}
	}
	return best
}
