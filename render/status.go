package render

import (
	"math"

	"github.com/parlens/parlens/costmodel/report"
)

// A Status is what a status line shows of a file.
type Status struct {
	Machine    string
	Processors []int   // extents of the arrangement
	Unit       string  // the main program, else the first unit with an estimate
	Time       float64 // of the unit, seconds; 0 without an estimate
	Text       string
}

// StatusOf returns the status of a file.
func StatusOf(r *report.Report) Status {
	s := Status{Machine: r.Machine.Name, Processors: r.Processors}
	u := report.Principal(r)
	switch {
	case u == nil:
		s.Text = "no estimate: no program unit"
	case u.NoEstimate != "":
		s.Unit, s.Text = u.Name, "no estimate: "+u.NoEstimate
	default:
		s.Unit, s.Time = u.Name, Finite(u.Charge.Total())
		s.Text = Least(u.Partial(), about(whole(u))+Seconds(u.Charge.Total())+" "+s.Machine)
		if len(u.Grid) > 0 {
			s.Processors = u.Grid
			s.Text += " " + Grid(u.Grid)
		}
	}
	return s
}

// Finite returns a time that every format can hold.
func Finite(t float64) float64 {
	if math.IsNaN(t) || math.IsInf(t, 0) {
		return 0
	}
	return t
}
