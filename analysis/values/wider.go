package values

import "github.com/parlens/parlens/analysis/program"

// Where the innermost costly loop is short, and entered by each iteration of one around it,
// giving up that other one may leave more known: what the inner loop computes from its own
// index, or from values that the outer one sets anew.

// shortEntry is how many times the steps of a run are those of one entry of a short loop.
const shortEntry = 8

// wider gives up the loops around those that have been given up; false where none of these
// is short.
func (c *costlyLoops) wider(w *world) (costlyLoops, bool) {
	out, some := costlyLoops{summed: map[*program.Do]bool{}, filled: c.filled}, false
	for s := range c.summed {
		around := w.around(s)
		if around == nil || w.filled[around] || shortEntry*w.spent[s] > w.steps*w.entered[s] {
			out.summed[s] = true
			continue
		}
		out.summed[around], some = true, true
	}
	return out, some
}

// around returns the innermost loop around a loop; nil for none that was run.
func (w *world) around(s *program.Do) *program.Do {
	var found *program.Do
	for outer := range w.spent {
		if contains(outer, s) && (found == nil || contains(found, outer)) {
			found = outer
		}
	}
	return found
}

// unknown is how many of the values that the flow depends on are not known.
func (r *Result) unknown() int {
	n := 0
	for _, u := range r.uses {
		if u.unknown {
			n++
		}
	}
	return n
}
