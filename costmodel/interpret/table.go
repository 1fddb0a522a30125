package interpret

import (
	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
)

// table fills in what the communication table says about messages (paper 003,
// section 2.3): who gets any, what calling takes at both ends, and whether those
// who send wait.
func (i *interpreter) table(u *aag.AAU, x *process.Exchange) {
	c := u.Comm
	x.Receives = c.Messages
	x.Sends = map[string]process.Sends{"asynchronous": process.Asynchronous, "blocking": process.Blocking}[i.net.M.Sends]
	if x.Sends == process.Asynchronous {
		x.Fits = i.fits(c)
	}
	if i.net.M.Links == "port" {
		x.Follows = i.a.Sub(i.a.Int(1), i.net.Parameter("communication.concurrent_share"))
	}
	if c.Kind == comm.Broadcast {
		x.Follows = 0
		return // its stages hold the calls of all who pass it on
	}
	calls := func(name string) *process.Delay {
		if n, ok := i.net.M.Number(name); !ok || n.Value == 0 {
			return nil
		}
		return i.delay(u, process.Overhead, i.a.Mul(c.Messages, i.net.Parameter(name)))
	}
	x.Call = calls("communication.send_overhead_s")
	if received := calls("communication.receive_overhead_s"); received != nil {
		x.Cost = append(x.Cost, received)
	}
}

// fits is 1 where the messages that a processor gets at one point find room
// before it asks for them: each in the space that is set aside for every sender,
// or all of them in what its buffers share; none where neither has a limit.
func (i *interpreter) fits(c *comm.Communication) symbolic.Expr {
	a := i.a
	all := a.Mul(c.Elements, a.Int(int64(c.Bytes)))
	if _, limited := i.net.M.Number("communication.buffer_bytes"); !limited {
		return 0
	}
	room := a.Le(all, i.net.Parameter("communication.buffer_bytes"))
	if _, aside := i.net.M.Number("communication.static_buffer_bytes"); aside {
		each := a.Quo(all, a.Max(a.Int(1), c.Messages))
		room = a.Max(room, a.Le(each, i.net.Parameter("communication.static_buffer_bytes")))
	}
	return room
}
