package spar

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/parlens/parlens/costmodel/calculus"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/internal/parallel"
)

// Numbers are the four models of a program in numbers (paper 004, section
// 3): its time, its longest path, the work on its busiest resource, and the
// work by resource; all in the unit of the machine's model.
type Numbers struct {
	T, Phi, Omega float64
	Delta         []calculus.Run
	Between       report.Between // of T, where sums were too long and are estimated from samples
	Steps         int            // that evaluating them takes, what is remembered included
}

// Numbers evaluates the models of the program: the sums of those of its pieces.
func (m *Model) Numbers(env map[string]float64) (Numbers, error) {
	_, n, err := m.evaluated(env)
	return n, err
}

// evaluated is Numbers with the values, which have the numbers of the pieces from there on.
func (m *Model) evaluated(env map[string]float64) (*valuation, Numbers, error) {
	var out Numbers
	loads, v := loadsOf{}, newValuation(env)
	if len(m.pieces) == 0 && len(m.Program.Roots) == 0 {
		return v, out, fmt.Errorf("the model has no value for %s", modelling.Main)
	}
	for _, p := range m.pieces {
		v.of(p.preparedPiece) // so that the pieces only read
	}
	all := make([]pieceNumbers, len(m.pieces))
	parallel.Each(len(m.pieces), 0, func(i int) { all[i] = m.pieces[i].numbers(v) })
	known := make(map[*preparedPiece]pieceNumbers, len(all))
	for i, n := range all {
		if n.err != nil {
			return v, Numbers{}, n.err
		}
		known[m.pieces[i].preparedPiece] = n
		out.Between = together(out.Between, out.T, n.between, n.T)
		out.T += n.T
		out.Phi += n.phi
		out.Steps += n.steps
		loads.add(n.work)
	}
	out.Delta = loads.runs()
	for _, r := range out.Delta {
		out.Omega = max(out.Omega, r.Load)
	}
	v.numbers = known
	return v, out, nil
}

// loadsOf is the work by array of resources and by number in it.
type loadsOf map[int][]float64

func (l loadsOf) add(runs []calculus.Run) {
	for _, r := range runs {
		of := l[r.Array]
		for int64(len(of)) < r.First+r.Count {
			of = append(of, 0)
		}
		for i := r.First; i < r.First+r.Count; i++ {
			of[i] += r.Load
		}
		l[r.Array] = of
	}
}

// rounding is how far two loads may differ and still be equal, by the larger.
const rounding = 1e-12

// runs joins equal loads of neighbours.
func (l loadsOf) runs() []calculus.Run {
	var out []calculus.Run
	for _, array := range slices.Sorted(maps.Keys(l)) {
		for i, x := range l[array] {
			if n := len(out); n > 0 && i > 0 && math.Abs(out[n-1].Load-x) <= rounding*max(x, out[n-1].Load) {
				out[n-1].Count++
			} else {
				out = append(out, calculus.Run{Array: array, First: int64(i), Count: 1, Load: x})
			}
		}
	}
	return out
}

// Time is T of the program.
func (m *Model) Time(env map[string]float64) (float64, error) {
	n, err := m.Numbers(env)
	return n.T, err
}

// Execute is T of the program without any formula: its model is executed in at
// most limit steps.
func (m *Model) Execute(env map[string]float64, limit int64) (calculus.Execution, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	outputs := m.Compiled().Process(modelling.Main)
	if len(outputs) == 0 {
		return calculus.Execution{}, fmt.Errorf("the model has no value for %s", modelling.Main)
	}
	return m.Compiled().Execute(outputs[0], env, limit)
}
