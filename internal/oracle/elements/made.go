package elements

import (
	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// made are the processors that have stored elements in the iteration that is running, by
// their offsets: they have what they stored until it is sent to its holders behind the loop.
type made map[*variable]map[int]map[int]bool

// begin forgets what the last iteration has made. Nothing is kept where the executors are not
// the same in all of an iteration: where its own index does not say who they are.
func (h *home) begin(it *interpreter) {
	h.made = nil
	if h.ref == nil {
		return
	}
	for _, a := range it.variable(h.ref.Sym).axes {
		if a.dealt() && a.kind == mapping.Aligned && !h.knows(it, a) {
			return
		}
	}
	h.made = made{}
}

// make notes that processors have stored an element.
func (it *interpreter) make(v *variable, offset int, members []int) {
	h := it.home()
	for _, around := range it.homes { // whose executors have another value
		if around != h {
			delete(around.made[v], offset)
		}
	}
	if h == nil || h.made == nil {
		return
	}
	if h.made[v] == nil {
		h.made[v] = map[int]map[int]bool{}
	}
	by := map[int]bool{}
	for _, p := range members {
		by[p] = true
	}
	h.made[v][offset] = by
}

// has reports whether a processor has stored an element in the iteration that is running.
func (it *interpreter) has(read access, p int) bool {
	h := it.home()
	return h != nil && h.made[read.array][read.offset][p]
}

// executedWhole returns how many of the running unit's DO loops there are down to the one whose
// iterations are executed whole, 0 for none.
func (it *interpreter) executedWhole() int {
	h, loops := it.home(), 0
	if h == nil || h.made == nil {
		return 0
	}
	for _, f := range it.frames[it.base:] {
		if f.do {
			loops++
		}
		if f.key == any(h.of) {
			return loops
		}
	}
	return 0
}

// loopFrame returns the place of the frame of the n-th DO loop of the unit.
func (it *interpreter) loopFrame(n int) int {
	for i, f := range it.frames[it.base:] {
		if f.do {
			n--
		}
		if n == 0 {
			return it.base + i
		}
	}
	return len(it.frames) - 1
}

// onto says inside which loop a fetch stays: what the loops within an iteration carry, who
// executes it whole has.
func (it *interpreter) onto(r *program.Ref) (depend.Pin, bool) {
	if n := it.executedWhole(); n > 0 {
		return it.dependences().OntoOutside(r, depend.Whole{Loops: n, Others: func(do *program.Do) bool { return it.homeOf(do).ref != nil }})
	}
	return it.dependences().Onto(r)
}
