package values

import (
	"maps"

	"github.com/parlens/parlens/analysis/program"
)

// A run that cannot end is not made until its steps are used up: what a loop takes in its
// second and third iteration says what all of them take. (The first may do what is done
// once, and what is the same in all iterations.)

// surely is how many times the steps of a run a loop must seem to take where its iterations
// differ: where each takes less than the one before, in a pyramid, all of them take a third of
// what an early one says.
const surely = 4

// foresight watches the first iterations of a loop.
type foresight struct {
	loop   *program.Do
	trips  int64
	left   int                 // steps at the beginning of the iteration
	took   int                 // the iteration before
	before map[*program.Do]int // spent before the third iteration; nil: all of them are waited for
}

func (m *machine) foresee(s *program.Do, trips int64) foresight {
	return foresight{loop: s, trips: trips, left: m.remaining()}
}

// remaining is how many steps a run has left, loops that fill arrays apart.
func (m *machine) remaining() int { return m.world.limit - m.steps }

// made ends the run after the third iteration where it would not end otherwise. The loop to
// blame is the one that costly would find.
func (f *foresight) made(m *machine, n int64) {
	w := m.world
	took := f.left - m.remaining()
	switch all := float64(f.trips) * float64(took); {
	case n > 3:
		return
	case n == 2 && all > float64(w.steps) && !w.blind && !w.filling && !program.Leavable(f.loop):
		f.before = maps.Clone(w.spent)
	case n == 3 && f.before != nil && (took == f.took || all > surely*float64(w.steps)):
		m.foresaw(f, took)
	}
	f.left, f.took = m.remaining(), took
}

// foresaw ends a run in whose loop an iteration took some steps.
func (m *machine) foresaw(f *foresight, took int) {
	w := m.world
	blamed := w.innermost(took, func(s *program.Do) int { return w.spent[s] - f.before[s] })
	if blamed == nil {
		blamed = f.loop
	}
	if !w.filled[blamed] && !w.fills(blamed) {
		w.foreseen, w.limit = blamed, m.steps
	}
}
