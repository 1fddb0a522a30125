package advise

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/program"
)

// The owner of an element computes it, wherever the element is assigned in a loop; a
// procedure is called by all processors, unless a directive says that the iterations around
// the CALL are INDEPENDENT, and so is an array assigned that all have, unless it is NEW in
// each iteration. No mapping pays without that: all mappings are tried with those loops
// marked of which it is proven.

// worthMarking is the part of the time that a loop takes to be marked: what all processors do
// is a larger part the more there are.
const worthMarking = 0.002

// promised are the marks of loops with CALLs or arrays of their own that take a part of the
// time.
func (s *search) promised() (out []loopChange) {
	for _, u := range s.times.units {
		calls := map[int]bool{} // lines of loops with CALLs
		program.Statements(u.Body, func(x program.Stmt) bool {
			if do, is := x.(*program.Do); is && callsIn(do) {
				calls[u.file.Text.LineOf(u.Start+do.At.Start)] = true
			}
			return true
		})
		w := loopWriter{placed: u, program: s.program}
		for _, c := range w.all(s.times.part(u)) {
			if c.marks && (c.owns || calls[c.at.Line]) && c.share >= worthMarking {
				out = append(out, c)
			}
		}
	}
	return out
}

func callsIn(do *program.Do) bool {
	found := false
	program.Statements(do.Body, func(x program.Stmt) bool {
		_, is := x.(*program.CallStmt)
		found = found || is
		return !found
	})
	return found
}

// written are the texts' changes of a plan with some moves on the way.
func (s *search) written(p plan.Plan, moves []plan.Move) []plan.Change {
	changes := s.program.Moved(p, moves)
	for _, c := range s.promises {
		changes = plan.Merged(changes, c.at.Path, c.edits)
	}
	return changes
}

// promisesLabel names the marks, or says how many they are.
func (s *search) promisesLabel() string {
	switch n := len(s.promises); n {
	case 0:
		return ""
	case 1:
		return ", " + s.promises[0].label
	default:
		var asked []string
		for _, c := range s.promises {
			asked = append(asked, c.asked...)
		}
		slices.Sort(asked)
		return fmt.Sprintf(", INDEPENDENT in front of %d loops", n) + granted(slices.Compact(asked))
	}
}
