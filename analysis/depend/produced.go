package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// Produced returns the references in the body of a loop that read nothing but what the same
// iteration has stored before, whatever happens: who executes the iteration whole has that. The
// iterations of INDEPENDENT loops inside may be executed by others.
func Produced(do *program.Do) map[*program.Ref]bool {
	found := map[*program.Ref]bool{}
	if do.Kind != program.DoCount || do.Jumps || slices.ContainsFunc(do.Body, leaves) {
		return found
	}
	for _, s := range storedIn(do.Body) {
		if s.Rank() > 0 {
			c := Known{}.coverage(nil, do.Body, s)
			c.found = found
			delete(c.changed, do.Var)
			c.block(do.Body)
		}
	}
	return found
}

// Refills reports whether an iteration of the innermost of so many loops around a read may have
// stored itself what that reads: a true dependence onto it lies within the iteration.
func (r *Result) Refills(read *program.Ref, loops int) bool {
	x, ok := r.refs[read]
	return ok && slices.ContainsFunc(x.class.pins, func(p pinned) bool {
		return p.from < x.pos && p.within(loops)
	})
}
