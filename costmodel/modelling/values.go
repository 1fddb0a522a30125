package modelling

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/costmodel/pamela"
)

// number is an equation of the program that pieces may declare: a numeric or a critical
// variable, in their order.
type number struct {
	equation *pamela.Equation
	text     string // of the equation
	asked    int    // the last piece that declares it
}

// numbersOf are the numbers of a program, by name. What they are by default is not said:
// that is no part of the formulas.
func numbersOf(p *place.Program) (list []number, by map[string]int) {
	by = make(map[string]int, len(p.Numerics)+len(p.Criticals))
	add := func(name string, value notation.Node) {
		if _, twice := by[name]; twice { // which is an error of its own
			return
		}
		e := parameter(name, nil)
		if value != nil {
			e = numeric(name, value)
		}
		by[name] = len(list)
		list = append(list, number{equation: e, text: fmt.Sprintln(e)})
	}
	for _, n := range p.Numerics {
		if n.Parameter {
			n.Value = nil
		}
		add(n.Name, n.Value)
	}
	for _, c := range p.Criticals {
		add(c.Name, nil)
	}
	return list, by
}

// values are the numbers that stand in the chunks and in the call, directly or through
// others, by their places in the series.
func (s *series) values(chunks []*chunk, call notation.Node) []int {
	var out []int
	s.asked++
	var want func(name string)
	want = func(name string) {
		i, ok := s.named[name]
		if !ok || s.numbers[i].asked == s.asked {
			return
		}
		s.numbers[i].asked = s.asked
		out = append(out, i)
		if body := s.numbers[i].equation.Body; body != nil {
			notation.EachName(body, want)
		}
	}
	for _, c := range chunks {
		for _, name := range c.names {
			want(name)
		}
	}
	notation.EachName(call, want)
	slices.Sort(out)
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
