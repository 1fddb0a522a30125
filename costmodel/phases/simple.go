package phases

import (
	"fmt"

	"github.com/parlens/parlens/machines"
)

// Detail says how much of a model counts (paper 001, section 6.5).
type Detail string

// The details, the full model first.
const (
	Full       Detail = "phases"     // every phase at its own rate
	Complexity Detail = "complexity" // operations alone; no time, a count to compare by
	Sustained  Detail = "sustained"  // operations alone, at one sustained rate of the whole program
	Average    Detail = "average"    // one rate for all computation, one for all copies; communication as it is
)

// Details lists them for a reader.
var Details = []string{string(Full), string(Complexity), string(Sustained), string(Average)}

// averages are the rates of a simplified model, per second.
type averages struct{ sustained, computation, copies float64 }

// Search evaluates the variants on all the meshes with a simplified model. Its
// rates come from the meshes of the model's calibration, for the same values. The
// sustained rate is the largest of theirs: operations by the time of the whole
// run, which is the measured one where there is such a run, else the model's own.
// The average rates are work of all of these meshes by the model's time for it.
// The paper takes measured times for both and prints neither them nor the rates:
// with the largest sustained rate its table 11 comes out, with that of all meshes
// together it does not. The Time of Complexity is a number of operations.
func (d Detail) Search(m *Model, variants []string, machine *machines.Machine, values map[string]float64, o Over, runs []Run) ([]Choice, error) {
	var all []Choice
	for _, v := range variants {
		choices, err := m.Search([]string{v}, machine, values, o)
		if err != nil {
			return nil, err
		}
		if d == Full {
			all = append(all, choices...)
			continue
		}
		rates, err := d.calibrate(m, v, machine, values, runs)
		if err != nil {
			return nil, err
		}
		for _, c := range choices {
			if c.Result != nil {
				c.Result = d.simplified(c.Result, rates)
			}
			all = append(all, c)
		}
	}
	return all, nil
}

// Of is the simplified form of one result.
func (d Detail) Of(p *Program, machine *machines.Machine, r *Result, runs []Run) (*Result, error) {
	if d == Full {
		return r, nil
	}
	rates, err := d.calibrate(p.Model, p.Variant, machine, r.Values, runs)
	if err != nil {
		return nil, err
	}
	return d.simplified(r, rates), nil
}

func (d Detail) calibrate(m *Model, variant string, machine *machines.Machine, values map[string]float64, runs []Run) (averages, error) {
	if d == Complexity {
		return averages{1, 1, 1}, nil
	}
	if m.Calibration == "" {
		return averages{}, fmt.Errorf(`the model says nothing of the runs that its rates are from: give calibration = "PX*PY = 8"`)
	}
	o, err := m.ParseOver(m.Calibration)
	if err != nil {
		return averages{}, err
	}
	choices, err := m.Search([]string{variant}, machine, values, o)
	if err != nil {
		return averages{}, err
	}
	var work, seconds [2]float64 // of computation, of copies
	best := 0.0
	for _, c := range choices {
		if c.Result == nil {
			continue
		}
		operations := 0.0
		for _, p := range c.Phases {
			if i := simpleKind(p.Kind); i >= 0 {
				work[i] += p.Work * c.Steps
				seconds[i] += p.Seconds * c.Steps
			}
			if p.Kind == Computation {
				operations += p.Work * c.Steps
			}
		}
		best = max(best, operations/timeOf(c, runs))
	}
	if !(best > 0) || !(seconds[0] > 0) {
		return averages{}, fmt.Errorf("variant %s computes nothing on %s", variant, m.Calibration)
	}
	rates := averages{sustained: best, computation: work[0] / seconds[0]}
	if seconds[1] > 0 {
		rates.copies = work[1] / seconds[1]
	}
	return rates, nil
}

// timeOf is what a choice was measured to take, else what it is predicted to.
func timeOf(c Choice, runs []Run) float64 {
	if r := measuredOf(runs, c.Variant, c.Values); r != nil {
		return r.Time
	}
	return c.Time
}

func simpleKind(k Kind) int {
	switch k {
	case Computation:
		return 0
	case Copy:
		return 1
	}
	return -1
}

func (d Detail) simplified(r *Result, rates averages) *Result {
	out := *r
	out.Phases, out.Time, out.Sequential, out.Speedup, out.Efficiency = nil, 0, 0, 0, 0
	for _, p := range r.Phases {
		switch {
		case p.Kind == Computation && d == Average:
			p.Seconds = p.Work / rates.computation
		case p.Kind == Computation:
			p.Seconds = p.Work / rates.sustained
		case d != Average:
			continue
		case p.Kind == Copy && p.Seconds > 0:
			p.Seconds = p.Work / rates.copies
		}
		out.Phases = append(out.Phases, p)
		out.Time += p.Seconds * r.Steps
	}
	for i := range out.Phases {
		out.Phases[i].Share = 0
		if out.Time > 0 {
			out.Phases[i].Share = out.Phases[i].Seconds * r.Steps / out.Time
		}
	}
	return &out
}
