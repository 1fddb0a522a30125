package modelling

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/spar/place"
)

// values declare the numbers that stand in the chunks and texts, directly or
// through others. What they are by default is not said: that is no part of the
// formulas.
func (s *series) values(chunks []*chunk, texts []string) []string {
	wanted, numbers := map[string]bool{}, map[int]string{}
	var want func(names []string)
	want = func(names []string) {
		for _, name := range names {
			if wanted[name] {
				continue
			}
			wanted[name] = true
			if i, ok := s.numerics[name]; ok {
				n := s.program.Numerics[i]
				numbers[i] = fmt.Sprintf("numeric %s = %s", n.Name, n.Text)
				if n.Parameter || n.Text == "" {
					numbers[i] = "numeric parameter " + n.Name
					continue
				}
				want(namesIn(n.Text))
			} else if i, ok := s.criticals[name]; ok {
				numbers[len(s.program.Numerics)+i] = "numeric parameter " + name
			}
		}
	}
	for _, c := range chunks {
		want(c.names)
	}
	want(namesIn(strings.Join(texts, " ")))
	var out []string
	for _, i := range slices.Sorted(maps.Keys(numbers)) {
		out = append(out, numbers[i])
	}
	return out
}

// Probe is a process of Values: one operation on the first processor of an array.
func Probe(g *place.Grid) string { return "first_of_" + g.Name }

// Values is the model of a program without its methods: the numbers, with what
// they are by default.
func Values(p *place.Program, t Target) string {
	w := &writer{program: p, target: t, used: map[string]int{}}
	w.machine()
	for _, n := range p.Numerics {
		w.numeric(n)
	}
	for _, c := range p.Criticals {
		w.line("numeric parameter %s = %v", c.Name, c.Default)
	}
	for _, g := range p.Grids {
		if op := w.kind(place.Owner{Grid: g}) + "_plus_op"; t.Defined[op] {
			w.line("process %s = %s(0)", Probe(g), op)
		}
	}
	w.line("process %s = delay(0)", Main)
	return w.out.String()
}
