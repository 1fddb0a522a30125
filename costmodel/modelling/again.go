package modelling

import (
	"slices"

	"github.com/parlens/parlens/analysis/spar/place"
)

// What an iteration needs twice of an array that the loop does not store into, it receives once.

// fetches are the moves of a loop between processors, in their order, without those that bring
// again what an earlier one has brought.
func fetches(moves []gathered, steps []place.Step) []gathered {
	stored, known := storedIn(steps)
	var out []gathered
	for _, m := range moves {
		if !known || m.Of == "" || m.Assigns || m.Handed || stored[m.Array] || !slices.ContainsFunc(out, m.repeats) {
			out = append(out, m)
		}
	}
	return out
}

// repeats tells whether an earlier move has brought the same element to the same place, wherever
// this one is made.
func (g gathered) repeats(of gathered) bool {
	return of.Of == g.Of && !of.Assigns && of.Bytes == g.Bytes && of.To.Equal(g.To) && of.From.Equal(g.From) && slices.Equal(of.Values, g.Values) &&
		slices.Equal(of.loops, g.loops) && (len(of.under) == 0 || slices.Equal(of.under, g.under))
}

// storedIn are the arrays into whose elements steps store; not known where methods are called.
func storedIn(steps []place.Step) (arrays map[string]bool, known bool) {
	arrays, known = map[string]bool{}, true
	var look func([]place.Step)
	look = func(steps []place.Step) {
		for _, s := range steps {
			switch s := s.(type) {
			case *place.Move:
				arrays[s.Into] = true
			case *place.Statement:
				look(s.Steps)
			case *place.Loop:
				look(s.Body)
			case *place.Branch:
				look(s.Then)
				look(s.Else)
			case *place.Call:
				known = false
			}
		}
	}
	look(steps)
	return arrays, known
}
