package interpret

import (
	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/network"
	"github.com/parlens/parlens/costmodel/process"
)

// exchange is a communication: index translation and packing as overhead, the
// calls of both ends, and the messages, after waiting for those they come from
// (paper 003, figure 5). further says that it follows another communication at
// the same point.
func (i *interpreter) exchange(u *aag.AAU, further bool) process.Term {
	c := u.Comm
	x := &process.Exchange{Span: u.At, Tag: u.Tag}
	for _, r := range c.From {
		x.From = append(x.From, process.Range{Lo: r.First, Hi: r.Last})
	}
	visible := i.a.Sub(i.a.Int(1), i.a.Sym("communication.overlap_share", symbolic.Real))
	x.Message = i.delay(u, process.Communication, i.a.Mul(visible, i.transfer(c, further)))
	if c.Kind != comm.Reduction { // in which all have a part
		i.table(u, x)
	}
	if packing := i.packing(c); packing != 0 {
		x.Cost = append(x.Cost, i.delay(u, process.Overhead, packing))
	}
	return x
}

// transfer is the time of the messages that a processor receives.
func (i *interpreter) transfer(c *comm.Communication, further bool) symbolic.Expr {
	a := i.a
	bytes := a.Mul(c.Elements, a.Int(int64(c.Bytes)))
	switch c.Kind {
	case comm.Reduction:
		values := c.Values
		if values == 0 {
			values = a.Int(1)
		}
		all := network.Group{Partners: c.Partners, Stages: c.Stages}
		return i.net.Calling().Reduce(all, a.Mul(values, a.Int(int64(c.Bytes))), a.Mul(values, i.combine(c)))
	case comm.Broadcast:
		all := network.Group{Partners: c.Partners, Stages: c.Stages}
		return a.Mul(a.Min(a.Int(1), c.Messages), i.net.Calling().Broadcast(all, bytes))
	}
	hops := i.net.Neighbour()
	if c.Kind != comm.Shift {
		hops = i.net.Distance(i.processors(c))
	}
	size := a.Quo(bytes, a.Max(a.Int(1), c.Messages))
	return i.among(c, size, i.net.Many(c.Messages, i.net.Message(size, hops), further))
}

// combine is what a stage of a reduction does with the value it receives.
func (i *interpreter) combine(c *comm.Communication) symbolic.Expr {
	prefix := "real_"
	if c.Bytes >= 8 {
		prefix = "double_"
	}
	switch c.Operation {
	case "sum", "+", "dot_product":
		return i.parameter(prefix + "add_s")
	case "product", "*":
		return i.parameter(prefix + "multiply_s")
	case "maxval", "minval", "maxloc", "minloc", "max", "min":
		return i.parameter("minmax_s")
	}
	return i.parameter("logical_s")
}

// processors is the number of processors that the communication may span.
func (i *interpreter) processors(c *comm.Communication) symbolic.Expr {
	n := i.a.Int(1)
	for _, r := range c.From {
		n = i.a.Mul(n, i.a.Add(i.a.Max(i.a.Int(0), i.a.Sub(r.Last, r.First)), i.a.Int(1)))
	}
	return n
}

// packing is the index translation, load and store of every element on both
// sides, charged to the receiver; the sender's share is the same amount at the
// same point. A section that is contiguous in memory needs none; one across
// the first dimension misses the cache at every element.
func (i *interpreter) packing(c *comm.Communication) symbolic.Expr {
	a := i.a
	if c.Contiguous || c.Kind == comm.Reduction {
		return 0
	}
	each := a.Mul(a.Int(2), a.Add(i.parameter("index_s"), i.mem.Load(), i.mem.Store()))
	if c.Strided {
		each = a.Add(each, a.Sym("memory.fetch_miss_s", symbolic.Real), a.Sym("memory.store_miss_s", symbolic.Real))
	}
	return a.Mul(c.Elements, each)
}
