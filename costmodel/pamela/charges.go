package pamela

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/calculus"
)

// Charge is what the delays or uses at one place of the text contribute to the
// time of a process.
type Charge struct {
	File    string
	Span    source.Span
	Seconds float64
}

var errNoProcess = errors.New("only processes have charges")

// Charges says where the time of a process goes when its parameters have the
// values of env: the places that contribute, the largest first. They add up to
// T. The process is executed step by step for this or, when that takes too long,
// T is differentiated; where neither is possible, the error is
// calculus.ErrTooManySteps.
func (m *Model) Charges(o Output, env map[string]float64) ([]Charge, error) {
	i := slices.IndexFunc(m.Results, func(r Result) bool { return r.Equation == o.Equation && r.value.sort == aProcess })
	if i < 0 {
		return nil, errNoProcess
	}
	values, err := m.eval.divisors.values(env)
	if err != nil {
		return nil, err
	}
	process := m.Results[i].value.process
	delays, err := m.eval.calculus.Charges(process, values)
	if errors.Is(err, calculus.ErrTooManySteps) {
		delays, err = m.slopes(process, delays, values)
	}
	if err != nil {
		return nil, err
	}
	at := map[Charge]float64{}
	for _, c := range delays {
		if c.Seconds > 0 {
			at[Charge{File: m.eval.files[c.Delay.Tag], Span: c.Delay.Span}] += c.Seconds
		}
	}
	out := make([]Charge, 0, len(at))
	for c, s := range at {
		out = append(out, Charge{c.File, c.Span, s})
	}
	slices.SortFunc(out, func(x, y Charge) int {
		return cmp.Or(cmp.Compare(y.Seconds, x.Seconds), cmp.Compare(x.File, y.File), cmp.Compare(x.Span.Start, y.Span.Start))
	})
	return out, nil
}

// slopes finds charges without executing the process: T is homogeneous in the
// amounts of the delays, so that with a factor at each of them the derivatives
// by the factors, at 1, add up to T.
func (m *Model) slopes(process calculus.Term, delays []calculus.Charge, env map[string]float64) ([]calculus.Charge, error) {
	names, values := map[*calculus.Delay]string{}, maps.Clone(env)
	for i, c := range delays {
		names[c.Delay] = fmt.Sprintf("\x03%d", i)
		values[names[c.Delay]] = 1
	}
	w := &weighter{m: m, weight: func(l *calculus.Delay) string { return names[l] }, done: map[calculus.Term]calculus.Term{}}
	T := m.arena.Simplify(m.eval.calculus.Model(w.term(process)).T)
	out := make([]calculus.Charge, len(delays))
	for i, c := range delays {
		slope, ok := m.arena.Derivative(T, names[c.Delay])
		if !ok {
			return nil, calculus.ErrTooManySteps
		}
		x, err := m.arena.EvalSampled(slope, values)
		if err != nil {
			return nil, err
		}
		out[i] = calculus.Charge{Delay: c.Delay, Seconds: x.Value}
	}
	return out, nil
}

// delay is a delay or use at a place of the text.
func (v *evaluator) delay(f *frame, n Node, l calculus.Delay) value {
	file := f.equation.File
	i := slices.Index(v.files, file)
	if i < 0 {
		i, v.files = len(v.files), append(v.files, file)
	}
	l.Span, l.Tag = f.place(n), i
	return processOf(&l)
}

// values adds the values of the divisors to those of the symbols.
func (d *divisors) values(env map[string]float64) (map[string]float64, error) {
	out := maps.Clone(env)
	for i, y := range d.terms {
		e := d.back(y)
		if slices.ContainsFunc(d.arena.Free(e), func(s symbolic.Symbol) bool { _, ok := env[s.Name]; return !ok }) {
			continue // of another equation, with parameters of its own
		}
		x, err := d.arena.Eval(e, env)
		if err != nil {
			return nil, err
		}
		out[fmt.Sprintf("\x02%d", i)] = x
	}
	return out, nil
}
