package values

import (
	"maps"
	"slices"

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
	around *foresight          // the loop around that has this one in all of its iterations; nil for none
	left   int                 // steps at the beginning of the iteration
	took   int                 // the iteration before
	before map[*program.Do]int // spent before the third iteration; nil: all of them are made
	enters map[*program.Do]int // entered then
}

// foresee begins to watch a loop, until the result is called.
func (m *machine) foresee(s *program.Do, trips int64) (f *foresight, end func()) {
	around := m.ahead
	f = &foresight{loop: s, trips: trips, left: m.remaining()}
	if around != nil && slices.Contains(around.loop.Body, program.Stmt(s)) && !program.Leavable(around.loop) && !m.steady(s, around.loop) && !m.uniform(around.loop) {
		f.around = around
	}
	m.ahead = f
	return f, func() { m.ahead = around }
}

// whole is how many steps the outermost loop around takes in which some of this one come again and
// again.
func (f *foresight) whole(steps float64) float64 {
	for f = f.around; f != nil; f = f.around {
		steps *= float64(f.trips)
	}
	return steps
}

// remaining is how many steps a run has left, loops that fill arrays apart.
func (m *machine) remaining() int { return m.world.limit - m.steps }

// made ends the run after the third iteration where it would not end otherwise.
func (f *foresight) made(m *machine, n int64) {
	if n > 3 {
		return
	}
	w := m.world
	took := f.left - m.remaining()
	all := float64(f.trips) * float64(took)
	whole := f.whole(all)
	usesUp := float64(f.trips-n+1)*float64(took) > float64(f.left)
	switch {
	case n == 2 && (usesUp || whole > float64(w.steps)) && !w.blind && !w.filling && !program.Leavable(f.loop):
		f.before, f.enters = maps.Clone(w.spent), maps.Clone(w.entered)
	case n != 3 || f.before == nil:
	case (took >= f.took && all > float64(w.steps) || whole > surely*float64(w.steps)) && m.foresaw(f, took):
	case took == f.took && usesUp && len(w.filled) == 0:
		m.useUp(f, took)
	}
	f.left, f.took = m.remaining(), took
}

// foresaw ends a run in whose loop an iteration took some steps, and blames the loop that costly
// would find; false where that one fills an array.
func (m *machine) foresaw(f *foresight, took int) bool {
	w := m.world
	blamed := w.innermost(took, func(s *program.Do) int { return w.spent[s] - f.before[s] })
	if blamed == nil {
		blamed = f.loop
	}
	if w.filled[blamed] || w.fills(blamed) {
		return false
	}
	w.foreseen, w.limit = blamed, m.steps
	return true
}

// useUp counts what is left of the steps as what further iterations take, each of them as many
// as the one before.
func (m *machine) useUp(f *foresight, took int) {
	w := m.world
	iterations := m.remaining() / took
	for s, n := range w.spent {
		w.spent[s] = n + iterations*(n-f.before[s])
		w.entered[s] += iterations * (w.entered[s] - f.enters[s])
	}
	w.skipped += m.remaining()
	m.steps = w.limit
}
