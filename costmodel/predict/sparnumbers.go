package predict

import (
	"fmt"

	"github.com/parlens/parlens/costmodel/calculus"
	"github.com/parlens/parlens/costmodel/modelling"
)

// SparNumbers are the four models of a program in numbers (paper 004, section
// 3): its time, its longest path, the work on its busiest resource, and the
// work by resource; all in the unit of the machine's model.
type SparNumbers struct {
	T, Phi, Omega float64
	Delta         []calculus.Run
}

// Numbers evaluates the models of the program.
func (m *Spar) Numbers(env map[string]float64) (SparNumbers, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, parts, err := m.parts(env)
	if err != nil {
		return SparNumbers{}, err
	}
	return sumOf(parts), nil
}

// sumOf adds up what is executed one after the other.
func sumOf(parts []partNumbers) SparNumbers {
	var out SparNumbers
	var loads []float64
	for _, p := range parts {
		out.T += p.T
		out.Phi += p.phi
		for _, r := range p.work {
			for int64(len(loads)) < r.First+r.Count {
				loads = append(loads, 0)
			}
			for i := r.First; i < r.First+r.Count; i++ {
				loads[i] += r.Load
			}
		}
	}
	for i, x := range loads {
		out.Omega = max(out.Omega, x)
		if n := len(out.Delta); n > 0 && out.Delta[n-1].Load == x {
			out.Delta[n-1].Count++
		} else {
			out.Delta = append(out.Delta, calculus.Run{First: int64(i), Count: 1, Load: x})
		}
	}
	return out
}

// Time is T of the program, from its one formula.
func (m *Spar) Time(env map[string]float64) (float64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	outputs := m.Compiled.Process(modelling.Main)
	if len(outputs) == 0 {
		return 0, fmt.Errorf("the model has no value for %s", modelling.Main)
	}
	return m.Compiled.Value(m.Compiled.Simplify(outputs[0]), env)
}

// Execute is T of the program without any formula: its model is executed in at
// most limit steps.
func (m *Spar) Execute(env map[string]float64, limit int64) (calculus.Execution, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	outputs := m.Compiled.Process(modelling.Main)
	if len(outputs) == 0 {
		return calculus.Execution{}, fmt.Errorf("the model has no value for %s", modelling.Main)
	}
	return m.Compiled.Execute(outputs[0], env, limit)
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
	n, err := m.Numbers(env)
	if err != nil || total == 0 {
		return true
	}
	for _, r := range n.Delta {
		if r.Load > 0 && float64(r.First+r.Count-1) > total {
			return false
		}
	}
	return true
}
