package pamela

import (
	"slices"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/calculus"
)

// Execute finds T of a process by executing it, without any formula, in at most
// limit steps: what an evaluation takes before simplification (paper 004, table
// 4.2). It fails with calculus.ErrTooManySteps where that is not enough.
func (m *Model) Execute(o Output, env map[string]float64, limit int64) (calculus.Execution, error) {
	i := slices.IndexFunc(m.Results, func(r Result) bool { return r.Equation == o.Equation && r.value.sort == aProcess })
	if i < 0 {
		return calculus.Execution{}, errNoProcess
	}
	values, err := m.eval.divisors.values(env)
	if err != nil {
		return calculus.Execution{}, err
	}
	return m.eval.calculus.Execute(m.Results[i].value.process, values, limit)
}

// Tally evaluates a process for values of its parameters without any formula, in
// at most limit steps; see calculus.Tally. site numbers the calls through which
// delays are reached (see Options.Trace).
func (m *Model) Tally(name string, env map[string]float64, site func(call source.Span) int, sites, limit int) (*calculus.Tally, error) {
	i := slices.IndexFunc(m.Results, func(r Result) bool { return r.Equation.Name == name && r.value.sort == aProcess })
	if i < 0 {
		return nil, errNoProcess
	}
	values, err := m.eval.divisors.values(env)
	if err != nil {
		return nil, err
	}
	of := func(l *calculus.Delay) int { return site(l.Span) }
	t, err := m.eval.calculus.Tally(m.Results[i].value.process, values, of, sites, limit)
	return t, m.eval.divisors.explained(err, env)
}
