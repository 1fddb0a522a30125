package interpret

import (
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
)

// A processor that receives from the one below, works, and sends to the one above
// works after that one: the processors are a pipeline (the synchronization delay
// of paper 002), although each runs the same text. So is the other direction, and a token
// that the last one sends on to the first.

// pipelined builds a receive with what follows it up to its send; false where the
// first unit begins no pipeline. used is how many units it takes.
func (i *interpreter) pipelined(units []*aag.AAU) (sweep process.Term, used int, ok bool) {
	in := i.neighbour(units[0])
	if in == nil || in.Comm.Kind != comm.Shift || i.swept != nil || i.sent.closes(in.Comm) || i.sent.awaits(in.Comm) {
		return nil, 0, false
	}
	for n, u := range units[1:] {
		switch {
		case !synchronizes(u) && i.handsOn(in.Comm, u):
			units = units[:n+2]
			return append(process.Series{i.sweep(in, units)}, i.departures(in.Comm, units)...), n + 2, true
		case synchronizes(u):
			return nil, 0, false
		}
	}
	return nil, 0, false
}

// handsOn reports whether a unit sends to the one that comes next in the pipeline of a receive,
// whatever iteration it is; some may send elsewhere, as the last one back to the first.
func (i *interpreter) handsOn(in *comm.Communication, u *aag.AAU) bool {
	if c := u.Comm; c != nil {
		p := pattern(c)
		return c.Kind == comm.Send && p.Shift && p.Offset == -in.Passed.Partners.Offset
	}
	return slices.ContainsFunc(u.Branches, func(br aag.Branch) bool {
		return !i.byIteration(br.Weight) && slices.ContainsFunc(br.Body, func(inner *aag.AAU) bool { return i.handsOn(in, inner) })
	})
}

// departures marks that what the units of a sweep send has left, but for what all get there.
func (i *interpreter) departures(in *comm.Communication, units []*aag.AAU) []process.Term {
	var out []process.Term
	for _, u := range units {
		eachMessage(u, 0, func(c *comm.Communication, _ int) {
			if c.Kind != comm.Send {
				return
			}
			if id := i.sent.passOn(in, c, len(i.apart)); id > 0 {
				out = append(out, &process.If{Span: u.At, Branches: []process.Weighted{{Cond: c.Passed.Taken, Body: &process.Mark{ID: id, Messages: c.Messages}}}})
			}
		})
	}
	return out
}

// sweep is a wavefront over the processors, in the order of the messages.
func (i *interpreter) sweep(in *aag.AAU, units []*aag.AAU) process.Term {
	s := &process.Sweep{Span: in.At, Tag: in.Tag, Order: []int{1}}
	if in.Comm.Passed.Partners.Offset > 0 {
		s.Order[0] = -1
	}
	s.Awaits = i.a.Mul(in.Comm.Passed.Taken, i.expects(in.Comm))
	s.Message = &process.Delay{Span: in.At, Kind: process.Communication, Amount: i.visible(i.message(in.Comm, false)), Tag: in.Tag}
	var body process.Series
	for _, u := range units {
		body = append(body, i.without(u, in)...)
	}
	s.Body = body
	return s
}

// without is a unit whose message the sweep stands for: what else is to be done
// there.
func (i *interpreter) without(u, in *aag.AAU) []process.Term {
	outer := i.swept
	i.swept = in
	defer func() { i.swept = outer }()
	return i.unit(u, false)
}

// neighbour returns the one message of a unit that goes to or comes from a direct
// neighbour in the row: the unit itself, or all that synchronizes in the branches
// of a condition. One that only some iterations let through tells that the message is of an
// earlier iteration, and no pipeline.
func (i *interpreter) neighbour(u *aag.AAU) *aag.AAU {
	if c := u.Comm; c != nil {
		if c.Passed == nil || c.Passed.OneSided || c.Passed.Blocks || c.Kind != comm.Shift && c.Kind != comm.Send {
			return nil
		}
		p := c.Passed.Partners
		if !p.Shift || p.Offset != 1 && p.Offset != -1 {
			return nil
		}
		return u
	}
	var found *aag.AAU
	for _, b := range u.Branches {
		varies := i.byIteration(b.Weight)
		for _, inner := range b.Body {
			if inner.Comm == nil && !synchronizes(inner) {
				continue
			}
			if found != nil || varies {
				return nil
			}
			if found = i.neighbour(inner); found == nil {
				return nil
			}
		}
	}
	return found
}

// byIteration reports whether a share depends on the iteration of a loop around.
func (i *interpreter) byIteration(share symbolic.Expr) bool {
	return slices.ContainsFunc(i.a.Free(share), func(s symbolic.Symbol) bool {
		return slices.ContainsFunc(i.apart, func(l *comm.Loop) bool { return l.Name == s.Name })
	})
}

// synchronizes reports whether processors wait for others in a unit.
func synchronizes(u *aag.AAU) bool {
	if c := u.Comm; c != nil {
		return c.Passed == nil || c.Kind != comm.Send || c.Passed.Blocks
	}
	if u.Kind == aag.IterSync {
		return true
	}
	for _, b := range u.Branches {
		for _, inner := range b.Body {
			if synchronizes(inner) {
				return true
			}
		}
	}
	return false
}
