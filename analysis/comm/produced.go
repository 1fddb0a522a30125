package comm

import (
	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/program"
)

// Who executes an iteration whole has what it has stored, also elements of others, until they
// are brought home behind the loop: what the iteration then reads of them needs no message.

// produced reports whether the iteration that is executed whole has stored before all that a
// reference reads.
func (n Nest) produced(r *program.Ref) bool {
	if n.Whole == 0 || r == nil || n.Loops[n.Whole-1].Do == nil {
		return false
	}
	do := n.Loops[n.Whole-1].Do
	found, known := n.B.made[do]
	if !known {
		found = depend.Produced(do, n.B.Others)
		n.B.made[do] = found
	}
	return found[r]
}

// refilled reports whether it may have stored some of what a reference reads.
func (n Nest) refilled(r *program.Ref) bool {
	return n.Whole > 0 && r != nil && n.B.Depend != nil && n.B.Depend.Refills(r, n.B.inside(n.Whole))
}
