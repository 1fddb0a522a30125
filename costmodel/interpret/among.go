package interpret

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/network"
)

// among is the time of messages of the given size that a processor receives and
// that would take so long one by one: what all others have for everybody is
// gathered, what each other has for this one is exchanged, by the machine's
// collective operations.
func (i *interpreter) among(c *comm.Communication, size, apart symbolic.Expr) symbolic.Expr {
	a := i.a
	p := i.processors(c)
	g := network.Group{Partners: p, Stages: a.CeilLog2(p)}
	together := apart
	switch c.Kind {
	case comm.Gather:
		together = i.net.Allgather(g, size)
	case comm.Remap, comm.Irregular, comm.WriteBack:
		if !i.net.Pairs() {
			together = i.net.Alltoall(g, size)
		}
	}
	if together == apart {
		return apart
	}
	all := a.And(a.Lt(a.Int(1), p), a.Le(a.Sub(p, a.Int(1)), c.Messages))
	return a.Cond(all, together, apart)
}
