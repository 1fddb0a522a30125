package interpret

import (
	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/network"
	"github.com/parlens/parlens/costmodel/process"
)

// passed is a communication that the program itself asks for (paper 003, section
// 2.3: call overhead, transmission and waiting, at the end where each falls): a
// message is overhead where it is sent, and transmission and wait where it is
// received.
func (i *interpreter) passed(u *aag.AAU) []process.Term {
	c := u.Comm
	call := i.delay(u, process.Overhead, i.a.Mul(u.Local, i.parameter("call_s")))
	switch {
	case u == i.swept:
		return []process.Term{call}
	case c.Passed.OneSided:
		return []process.Term{i.delay(u, process.Communication, i.visible(i.message(c, false)))}
	case c.Kind == comm.Send && !c.Passed.Blocks:
		return i.send(u, call)
	}
	further := i.together(u)
	x := &process.Exchange{Span: u.At, Tag: u.Tag, Receives: i.expects(c)}
	for _, r := range c.From {
		x.From = append(x.From, process.Range{Lo: r.First, Hi: r.Last})
	}
	if id := i.sent.receive(c, len(i.apart)); id > 0 {
		// What computation hides shows in the clocks: between the send and here.
		x.Since, x.Sends = id, process.Asynchronous
		x.Message = i.delay(u, process.Communication, i.message(c, false))
		if further {
			x.Behind = i.net.Apart()
		}
	} else {
		x.Message = i.delay(u, process.Communication, i.visible(i.message(c, further)))
	}
	if packing := i.packed(c); packing != 0 {
		x.Cost = append(x.Cost, i.delay(u, process.Overhead, packing))
	}
	return []process.Term{call, x}
}

// send is a message that its sender does not wait for. The mark behind it says
// when it has left.
func (i *interpreter) send(u *aag.AAU, call *process.Delay) []process.Term {
	c := u.Comm
	overhead := i.a.Mul(c.Messages, i.net.Parameter("communication.send_overhead_s"))
	out := []process.Term{call, i.delay(u, process.Overhead, i.a.Add(overhead, i.packed(c)))}
	if i.swept != nil {
		return out
	}
	return append(out, &process.Mark{ID: i.sent.send(c, len(i.apart)), Messages: c.Messages})
}

// together reports whether the unit before awaits another message at the same
// statement: both may come at the same time.
func (i *interpreter) together(u *aag.AAU) bool {
	before := i.last
	return before != nil && before.At == u.At && before.Comm != nil && before.Comm.Passed != nil && before.Comm.Kind != comm.Send
}

// expects is whether a processor waits for others: not for messages that do not
// come, but all take part in a collective operation.
func (i *interpreter) expects(c *comm.Communication) symbolic.Expr {
	if c.Kind == comm.Shift || c.Kind == comm.Copy || c.Kind == comm.Send {
		return c.Messages
	}
	return 0
}

// packed is the overhead of elements that do not lie side by side, at one end.
func (i *interpreter) packed(c *comm.Communication) symbolic.Expr {
	if c.Contiguous {
		return i.a.Int(0)
	}
	return i.a.Quo(i.packing(c), i.a.Int(2))
}

// visible is the part of a communication that computation does not hide.
func (i *interpreter) visible(time symbolic.Expr) symbolic.Expr {
	return i.a.Mul(time, i.a.Sub(i.a.Int(1), i.a.Sym("communication.overlap_share", symbolic.Real)))
}

// message is the time of the messages that a processor receives, or of its part
// of a collective operation.
func (i *interpreter) message(c *comm.Communication, further bool) symbolic.Expr {
	a, p := i.a, c.Passed
	g := network.Group{Partners: c.Partners, Stages: c.Stages}
	switch c.Kind {
	case comm.Broadcast:
		return i.net.Calling().Broadcast(g, p.Bytes)
	case comm.Reduction:
		if p.Op == program.ReduceScatters {
			return i.net.Calling().ReduceScatter(g, p.Bytes, a.Mul(c.Values, i.combine(c)))
		}
		return i.net.Calling().Reduce(g, p.Bytes, a.Mul(c.Values, i.combine(c)))
	case comm.Scatter:
		return i.net.Calling().Scatter(g, p.Bytes)
	case comm.Gather:
		return i.net.Calling().Gather(g, p.Bytes)
	case comm.AllGather:
		return i.net.Calling().Allgather(g, p.Bytes)
	case comm.AllToAll:
		return i.net.Calling().Alltoall(g, p.Bytes)
	case comm.Barrier:
		if p.Op == program.NeighbourSync && p.Partner != 0 {
			return i.net.Parameter("communication.synchronization_s")
		}
		return i.net.Barrier(g)
	}
	hops := i.net.Neighbour()
	if near := p.Partners; !near.Shift || near.Offset != 1 && near.Offset != -1 {
		hops = i.net.Distance(i.b.Size())
	}
	one := a.Add(i.net.Message(p.Bytes, hops), i.net.Parameter("communication.receive_overhead_s"))
	return i.net.Many(c.Messages, one, further)
}
