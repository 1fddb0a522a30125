package interpret

import (
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
)

// across is a loop nest behind the messages with what the processors before have made of
// it: a wavefront. They travel on the time of who receives them, as those of an exchange
// do, and from several neighbours one after the other.
func (i *interpreter) across(u *aag.AAU) process.Term {
	s := &process.Sweep{Span: u.At, Tag: u.Tag, Order: make([]int, i.b.Grid.Rank())}
	var messages []*comm.Communication
	body := []*aag.AAU{u}
	for len(body) == 1 && body[0].Comm != nil && body[0].Comm.Wave != nil {
		c := body[0].Comm
		for _, m := range c.Moves {
			layout := i.b.Layouts[c.Array]
			g := layout.AxisOf(m.Dim)
			if g >= len(s.Order) { // of another arrangement: no order of these processors
				s.Order = append(s.Order, make([]int, g+1-len(s.Order))...)
			}
			if s.Order[g] = 1; m.Offset > 0 != (layout.Axes[g].Scale < 0) {
				s.Order[g] = -1
			}
		}
		messages, body = append(messages, c), body[0].Body
	}
	work := i.block(body)
	s.Strips = i.strips(messages, s.Order, work)
	share := i.a.Int(1)
	if s.Strips != 0 {
		share = i.a.Quo(share, s.Strips)
		work = i.scaled(work, share)
	}
	received := i.delay(u, process.Communication, i.visible(i.part(messages, share)))
	s.Body = process.Series{received, work}
	return s
}

// part is the time of the messages with a share of what they bring.
func (i *interpreter) part(messages []*comm.Communication, share symbolic.Expr) symbolic.Expr {
	sum := i.a.Int(0)
	for _, m := range messages {
		c := *m
		c.Elements = i.a.Mul(c.Elements, share)
		if c.Wave.Stages != 0 {
			c.Messages = i.a.Quo(c.Messages, c.Wave.Stages)
		}
		sum = i.a.Add(sum, i.transfer(&c, false))
		if packing := i.packing(&c); packing != 0 {
			sum = i.a.Add(sum, packing)
		}
	}
	return sum
}

// strips is in how many parts a wavefront passes on what it makes, none for one. Left to
// the run-time system they are as many as cost least: s parts of a processor's time w
// behind messages of a seconds each, over p processors, take (s + p - 1)(w/s + a), least
// where s = sqrt((p - 1) w/a).
func (i *interpreter) strips(messages []*comm.Communication, order []int, work process.Term) symbolic.Expr {
	wave, a := messages[0].Wave, i.a
	if wave.Along == nil {
		return 0
	}
	if wave.Stages != 0 {
		return wave.Stages
	}
	behind := a.Int(0)
	first := map[string]symbolic.Expr{}
	for g, name := range i.b.Grid.Coordinates() {
		first[name] = a.Int(0)
		if order[g] != 0 {
			behind = a.Add(behind, a.Sub(i.b.Grid.Extents[g], a.Int(1)))
			first[name] = a.Int(1)
		}
	}
	on := func(e symbolic.Expr) symbolic.Expr { return a.Subst(e, first) }
	empty, whole := on(i.part(messages, a.Int(0))), on(i.part(messages, a.Int(1)))
	w := a.Add(process.BusyTime{Arena: a, Numeric: on}.Of(work), a.Sub(whole, empty))
	least := a.Pow(a.Quo(a.Mul(behind, w), a.Max(empty, a.Real(leastMessage))), a.Rat(1, 2))
	return a.Max(a.Int(1), a.Min(a.Floor(least), wave.Along.Trip(a)))
}

// leastMessage is the seconds below which an empty message is taken to cost nothing.
const leastMessage = 1e-12

// scaled is a term without exchanges whose amounts are a share of what they were.
func (i *interpreter) scaled(t process.Term, share symbolic.Expr) process.Term {
	switch t := t.(type) {
	case *process.Delay:
		out := *t
		if out.Amount != 0 {
			out.Amount = i.a.Mul(out.Amount, share)
		}
		return &out
	case process.Series:
		out := make(process.Series, len(t))
		for n, part := range t {
			out[n] = i.scaled(part, share)
		}
		return out
	case *process.Loop:
		out := *t
		out.Body = i.scaled(t.Body, share)
		return &out
	case *process.If:
		out := &process.If{Span: t.Span, Branches: slices.Clone(t.Branches)}
		for n := range out.Branches {
			if out.Branches[n].Body != nil {
				out.Branches[n].Body = i.scaled(out.Branches[n].Body, share)
			}
		}
		return out
	}
	return t
}
