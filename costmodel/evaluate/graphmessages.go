package evaluate

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/costmodel/report"
)

// messages adds the edges of the synchronized form.
func (b *grapher) messages() {
	for at, p := range b.placed {
		c := p.unit.Comm
		if c == nil || c.Kind == comm.Barrier {
			continue
		}
		for _, from := range b.assigning(at) {
			b.communication(from, p.node, c.Array)
		}
		if c.Kind == comm.Send {
			for _, to := range b.receiving(at) {
				b.communication(p.node, to, c.Array)
			}
			continue
		}
		if to := b.needing(at); to >= 0 {
			b.communication(p.node, to, c.Array)
		}
	}
}

// receiving finds the units that may receive what the message at a place sends:
// the next of those behind it whose senders lie where it is sent from, and the
// first of them in a loop around both.
func (b *grapher) receiving(at int) []int {
	sent := b.placed[at].unit.Comm.Passed
	before, behind := -1, -1
	for i, p := range b.placed {
		c := p.unit.Comm
		switch {
		case c == nil || c.Passed == nil || c.Passed.OneSided || c.Kind == comm.Send || c.Partners != 0 || !sent.MayReach(c.Passed):
		case i > at && behind < 0:
			behind = p.node
		case i < at && before < 0 && b.together(i, at):
			before = p.node
		}
	}
	if behind >= 0 {
		before = -1
	}
	return slices.DeleteFunc([]int{before, behind}, func(n int) bool { return n < 0 })
}

func (b *grapher) communication(from, to int, array *program.Symbol) {
	e := report.GraphEdge{From: from, To: to, Kind: "communication"}
	if array != nil {
		e.Label = array.Name
	}
	b.g.Edges = append(b.g.Edges, e)
}

// assigning finds the units whose values the message at a place brings: the last
// one before it and, in a loop, the last one behind it, whose values come round.
func (b *grapher) assigning(at int) []int {
	before, behind := -1, -1
	for i, p := range b.placed {
		switch {
		case !assigns(p.unit.Element, b.placed[at].unit):
		case i < at:
			before = p.node
		case b.together(i, at):
			behind = p.node
		}
	}
	return slices.DeleteFunc([]int{before, behind}, func(n int) bool { return n < 0 })
}

// assigns reports whether an element makes what a message brings; for a
// reduction, whether it is its local part.
func assigns(e *comm.Element, message *aag.AAU) bool {
	switch {
	case e == nil:
		return false
	case message.Kind == aag.SyncSeq:
		return e.Combines != nil || e.Operator != ""
	}
	return e.Left != nil && e.Left.Sym == message.Comm.Array
}

// together reports whether two units stand in the same loop.
func (b *grapher) together(i, j int) bool {
	inside := map[int]bool{}
	for n := b.g.Nodes[b.placed[i].node].Parent; n >= 0; n = b.g.Nodes[n].Parent {
		inside[n] = strings.HasPrefix(b.g.Nodes[n].Kind, "Iter")
	}
	for n := b.g.Nodes[b.placed[j].node].Parent; n >= 0; n = b.g.Nodes[n].Parent {
		if inside[n] {
			return true
		}
	}
	return false
}

// needing finds the first unit behind a message that reads what it brings; a
// combined value, the statement itself.
func (b *grapher) needing(at int) int {
	u := b.placed[at].unit
	for _, p := range b.placed[at+1:] {
		switch e := p.unit.Element; {
		case e == nil:
		case u.Kind == aag.SyncSeq:
			if p.unit.At.Start <= u.At.Start && u.At.Start < p.unit.At.End {
				return p.node
			}
		case slices.ContainsFunc(e.Reads, func(x *comm.Access) bool { return x.Sym == u.Comm.Array }):
			return p.node
		}
	}
	return -1
}
