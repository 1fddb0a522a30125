package interpret

import (
	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
)

// call is the linkage, and the time of the procedure where it can be seen: what
// it computes, communicates and spends as overhead, from the clock of its own
// reference processor. What it waits there counts as communication here.
func (i *interpreter) call(u *aag.AAU) []process.Term {
	var out []process.Term
	if !i.inlined(u) {
		out = append(out, i.delay(u, process.Overhead, i.a.Mul(u.Local, i.parameter("call_s"))))
	}
	if u.Called == nil {
		return out
	}
	part := func(kind process.Kind, name string, calls symbolic.Expr) {
		time := i.a.Sym(u.Called.Time(name), symbolic.Real)
		out = append(out, i.delay(u, kind, i.a.Mul(calls, time)))
	}
	own := u.Local
	if u.Called.Busy != 0 {
		own = u.Called.Busy
	}
	joint := own
	if u.Called.Joint != 0 {
		joint = u.Called.Joint
	}
	part(process.Computation, "computation", own)
	part(process.Communication, "communication", joint)
	part(process.Overhead, "overhead", own)
	return out
}

// mostInlined is the statements of the largest procedure that a compiler puts in
// the place of its calls.
const mostInlined = 10

// inlined reports whether a call needs no linkage: the compiler has put the
// procedure there.
func (i *interpreter) inlined(u *aag.AAU) bool {
	return i.b.Scheme.Inline && u.Called != nil && u.Called.Procedure != nil && u.Called.Procedure.Statements <= mostInlined
}
