package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// Produced returns the references in the body of a loop that read nothing but what the same
// iteration has stored before, whatever happens: who executes the iteration whole has that.
// What loops inside store whose iterations are other processors' ([Whole]) it has not.
func Produced(do *program.Do, others func(*program.Do) bool) map[*program.Ref]bool {
	found := map[*program.Ref]bool{}
	if do.Kind != program.DoCount || do.Jumps || slices.ContainsFunc(do.Body, leaves) {
		return found
	}
	for _, s := range storedIn(do.Body) {
		if s.Rank() > 0 {
			c := Known{}.coverage(nil, do.Body, s)
			c.found, c.whole = found, Whole{Others: others}
			delete(c.changed, do.Var)
			c.block(do.Body)
		}
	}
	return found
}

// Refills reports whether an iteration around a read that is executed whole may have stored itself
// what that reads: a true dependence onto it lies within the iteration.
func (r *Result) Refills(read *program.Ref, w Whole) bool {
	x, ok := r.refs[read]
	return ok && slices.ContainsFunc(x.class.pins, func(p pinned) bool {
		return p.from < x.pos && p.within(w)
	})
}
