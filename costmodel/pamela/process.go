package pamela

import (
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/calculus"
)

// Process returns the four models of one process equation, T first; nil when
// there is none with a value. Only these are worked out.
func (m *Model) Process(name string) []Output {
	for _, r := range m.Results {
		if r.Equation.Name == name && r.value.sort == aProcess {
			return m.models(r)
		}
	}
	return nil
}

// WeightedWork is the work by resource of a process, with its leaves weighted
// as Weighted does.
func (m *Model) WeightedWork(name string, weight func(call source.Span) string) (calculus.Vector, bool) {
	for _, r := range m.Results {
		if r.Equation.Name == name && r.value.sort == aProcess {
			w := &weighter{m: m, weight: bySpan(weight), done: map[calculus.Term]calculus.Term{}}
			return m.eval.calculus.Model(w.term(r.value.process)).Delta, true
		}
	}
	return nil, false
}
