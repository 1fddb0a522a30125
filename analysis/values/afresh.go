package values

import (
	"maps"

	"github.com/parlens/parlens/analysis/program"
)

// A unit whose run ends for want of steps is run again, with loops given up. What matters in it
// and in what it calls is the same then; it begins with the memory that it had after that was
// found.

// afresh is a machine like another one that has not run, for a run in which some loops are not
// run like others. One that it has made before is at its end.
func (m *machine) afresh(loops costlyLoops) *machine {
	w := *m.world
	w.costlyLoops, w.spent, w.entered, w.beyond, w.lost = loops, map[*program.Do]int{}, map[*program.Do]int{}, 0, maps.Clone(w.lost)
	code := *m.code
	next := &machine{code: &code, steps: m.steps, given: m.given}
	w.all = append([]*machine{next}, m.world.all[1:]...)
	for _, b := range w.all {
		b.world, b.findings = &w, newFindings()
		for c := range b.evaluated {
			b.evaluated[c] = nil
		}
	}
	copies := map[*cell]*cell{}
	w.memory = make(map[string]*cell, len(m.world.memory))
	for key, c := range m.world.memory {
		copies[c] = c.copy()
		w.memory[key] = copies[c]
	}
	for _, c := range m.cells {
		if c != nil && copies[c] == nil {
			copies[c] = c.copy()
		}
		next.cells = append(next.cells, copies[c])
	}
	return next
}

// copy is a cell with the same elements, of one that nobody stores to any more.
func (c *cell) copy() *cell {
	out := *c
	out.borrowed = true
	return &out
}
