package predict

import (
	"fmt"

	"github.com/parlens/parlens/costmodel/calculus"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/pamela"
)

// SparNumbers are the four models of a process in numbers (paper 004, section
// 3): its time, its longest path, the work on its busiest resource, and the
// work by resource; all in the units of the machine's model.
type SparNumbers struct {
	T, Phi, Omega float64
	Delta         []calculus.Run
}

// Numbers evaluates the models of a process equation.
func (m *Spar) Numbers(process string, env map[string]float64) (SparNumbers, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out SparNumbers
	found := false
	for _, o := range m.Compiled.Process(process) {
		found = true
		if err := m.number(o, env, &out); err != nil {
			return out, fmt.Errorf("%s: %w", o.Name(), err)
		}
	}
	if !found {
		return out, fmt.Errorf("the model has no value for %s", process)
	}
	return out, nil
}

// Time is T of a process equation, in the unit of the machine's model.
func (m *Spar) Time(process string, env map[string]float64) (float64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	outputs := m.Compiled.Process(process)
	if len(outputs) == 0 {
		return 0, fmt.Errorf("the model has no value for %s", process)
	}
	return m.Compiled.Value(m.Compiled.Simplify(outputs[0]), env)
}

func (m *Spar) number(o pamela.Output, env map[string]float64, out *SparNumbers) error {
	o = m.Compiled.Simplify(o)
	if o.Model == "delta" {
		runs, err := m.Compiled.Entries(o, env)
		out.Delta = runs
		return err
	}
	x, err := m.Compiled.Value(o, env)
	switch o.Model {
	case "T":
		out.T = x
	case "phi":
		out.Phi = x
	case "omega":
		out.Omega = x
	}
	return err
}

// fits tells whether all work lies on the processors that there are.
func (m *Spar) fits(s Settings) bool {
	env := m.Values(s)
	total := 0.0
	for _, g := range m.Program.Grids {
		extent := 1.0
		for _, p := range g.Params() {
			extent *= env[p]
		}
		total += extent
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var runs []calculus.Run
	for _, o := range m.Compiled.Process(modelling.Main) {
		if o.Model == "delta" {
			runs, _ = m.Compiled.Entries(m.Compiled.Simplify(o), env) // without loads everything fits
		}
	}
	for _, r := range runs {
		if r.Load > 0 && total > 0 && float64(r.First+r.Count-1) > total {
			return false
		}
	}
	return true
}
