package elements

import (
	"reflect"
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// A compiler peels a loop whose body leaves arrays mapped otherwise than it
// found them: its first iteration is compiled for other mappings than the rest.
// So messages that leave the loop are sent for the first iteration, and again
// for the others.

// enterIteration tells the first iteration of a loop that is peeled from the
// others, whose messages it does not share.
func (it *interpreter) enterIteration(s *program.Do) {
	f := it.frames[len(it.frames)-1]
	f.n++
	switch {
	case f.n == 1 && s.Kind != program.DoConcurrent && it.peels(s):
		f.part = "1"
	case f.n == 2 && f.part != "":
		it.send(f)
		f.part = "2"
	}
}

// part names the parts of the peeled loops that are running, outermost first.
func (it *interpreter) part() string {
	var b strings.Builder
	for _, f := range it.frames[it.base:] {
		b.WriteString(f.part)
	}
	return b.String()
}

// peels reports whether the body of a loop leaves an array mapped otherwise
// than it is now. Of an IF only the ELSE counts.
func (it *interpreter) peels(s *program.Do) bool {
	for array, m := range it.leaves(s.Body, map[*program.Symbol]Move{}) {
		v, now := it.variable(array), it.in.Layouts[array]
		it.in.Layouts[array] = m.To
		end := it.axesIn(m.Arena, v)
		it.in.Layouts[array] = now
		if !reflect.DeepEqual(v.axes, end) {
			return true
		}
	}
	return false
}

// leaves adds the last move of each array in a block.
func (it *interpreter) leaves(body []program.Stmt, last map[*program.Symbol]Move) map[*program.Symbol]Move {
	for _, s := range body {
		for _, m := range it.in.Remaps[s] {
			last[m.Array] = m
		}
		switch s := s.(type) {
		case *program.Do:
			it.leaves(s.Body, last)
		case *program.If:
			it.leaves(s.Else, last)
		}
	}
	return last
}
