package pamela

import (
	"errors"
	"math"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/calculus"
)

// maxExecuted is how many steps a process is executed in before its formulas are worked out,
// and maxPatient how many where these have sums that are too long.
const (
	maxExecuted = 1 << 18
	maxPatient  = 1 << 22
)

// Numbers are the outputs with values for their symbols. A process of which no symbol is left
// is executed, without any formula; where that takes too long, or symbols are left, its
// formulas are worked out. failed is told which outputs have no number, and why.
func (m *Model) Numbers(env map[string]float64, failed func(Output, error)) []Output {
	var out []Output
	for _, r := range m.Results {
		if list := m.executed(r, env, maxExecuted); list != nil {
			out = append(out, list...)
			continue
		}
		var whole []Output
		for _, o := range m.outputsOf(r) {
			o, err := m.Numeric(m.Simplify(o), env)
			if errors.Is(err, symbolic.ErrTooLong) && whole == nil {
				whole = m.executed(r, env, maxPatient)
			}
			if err != nil && whole == nil {
				failed(o, err)
			}
			out = append(out, o)
		}
		copy(out[len(out)-len(whole):], whole)
	}
	return out
}

// executed are the four models of a process in numbers, T first, found in at most limit steps;
// nil where that is not enough, or not all is known.
func (m *Model) executed(r Result, env map[string]float64, limit int) []Output {
	if r.value.sort != aProcess {
		return nil
	}
	for name, x := range env {
		if def := m.eval.scope[name]; def != nil && wrong(m.eval.uses[target{equation: def}], x) != "" {
			return nil // to be told for the outputs that mention it
		}
	}
	t, err := m.Tally(r.Equation.Name, env, func(source.Span) int { return -1 }, 0, limit)
	if err != nil || math.IsInf(t.T, 0) || math.IsNaN(t.T) {
		return nil
	}
	number := func(model string, x float64) Output {
		return Output{Equation: r.Equation, Params: r.Params, Model: model, Expr: m.arena.Real(x), Estimate: symbolic.Estimate{Value: x}}
	}
	runs := t.Runs()
	most := 0.0
	for _, x := range runs {
		most = max(most, x.Load)
	}
	return []Output{
		number("T", t.T), number("phi", t.Phi),
		{Equation: r.Equation, Params: r.Params, Model: "delta", Vector: calculus.Vector{}, Runs: runs},
		number("omega", most),
	}
}
