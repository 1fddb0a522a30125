package modelling

import (
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/costmodel/pamela"
)

// values declare the numbers that stand in the chunks and in the call, directly or
// through others. What they are by default is not said: that is no part of the
// formulas.
func (s *series) values(chunks []*chunk, call notation.Node) []*pamela.Equation {
	wanted, numbers := map[string]bool{}, map[int]*pamela.Equation{}
	var want func(name string)
	want = func(name string) {
		if wanted[name] {
			return
		}
		wanted[name] = true
		if i, ok := s.numerics[name]; ok {
			n := s.program.Numerics[i]
			if n.Parameter || n.Value == nil {
				numbers[i] = parameter(name, nil)
				return
			}
			numbers[i] = numeric(name, n.Value)
			notation.EachName(n.Value, want)
		} else if i, ok := s.criticals[name]; ok {
			numbers[len(s.program.Numerics)+i] = parameter(name, nil)
		}
	}
	for _, c := range chunks {
		for _, name := range c.names {
			want(name)
		}
	}
	notation.EachName(call, want)
	var out []*pamela.Equation
	for _, i := range slices.Sorted(maps.Keys(numbers)) {
		out = append(out, numbers[i])
	}
	return out
}

// Probe is a process of Values: one operation on the first processor of an array.
func Probe(g *place.Grid) string { return "first_of_" + g.Name }

// Values is the model of a program without its methods: the numbers, with what
// they are by default.
func Values(p *place.Program, t Target) *pamela.File {
	w := &writer{program: p, target: t, model: pamela.NewFile(File)}
	w.machine()
	for _, n := range p.Numerics {
		w.numeric(n)
	}
	for _, c := range p.Criticals {
		w.model.Add(parameter(c.Name, notation.Float(c.Default)))
	}
	for _, g := range p.Grids {
		if op := w.kind(place.Owner{Grid: g}) + "_plus_op"; t.Defined[op] {
			w.model.Add(process(Probe(g), notation.Call(op, notation.Int(0))))
		}
	}
	w.model.Add(process(Main, nothing()))
	return w.model
}
