package interpret

import (
	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// call is the linkage, and the time of the procedure where it can be seen: what
// it computes, communicates and spends as overhead, from the clock of its own
// reference processor. What it waits there counts as communication here.
func (i *interpreter) call(u *aag.AAU) []process.Term {
	out := []process.Term{i.leaf(u, process.Overhead, i.a.Mul(u.Local, i.parameter("call_s")))}
	if u.Called == nil {
		return out
	}
	part := func(kind process.Kind, name string) {
		time := i.a.Sym(u.Called.Time(name), symbolic.Real)
		out = append(out, i.leaf(u, kind, i.a.Mul(u.Local, time)))
	}
	part(process.Computation, "computation")
	part(process.Communication, "communication")
	part(process.Overhead, "overhead")
	return out
}
