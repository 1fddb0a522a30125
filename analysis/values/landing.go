package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// mayJump is a jump that may have happened, with what it leaves in the variables that
// its condition may change.
type mayJump struct {
	label string
	list  []*program.Symbol
	after []saved
}

// mayJump notes a jump. One of every iteration of a loop is a single one, which keeps
// what they all leave.
func (m *machine) mayJump(j mayJump) {
	for i, x := range m.perhaps {
		if x.label == j.label && slices.Equal(x.list, j.list) {
			for k := range x.after {
				m.perhaps[i].after[k] = x.after[k].joined(j.after[k])
			}
			return
		}
	}
	m.perhaps = append(m.perhaps, j)
}

// landing is a statement further down that such a jump goes to: there the variables
// are what they have become, or what they were before the jump.
type landing struct {
	at     int
	list   []*program.Symbol
	before []saved
}

// meetJumps finds where jumps to the block land that may have happened in its i-th
// statement. Where the label stands before, the statements from there may be run any
// number of times: what they change is not known any more.
func (m *machine) meetJumps(body []program.Stmt, i int) []landing {
	var ahead []landing
	m.perhaps = slices.DeleteFunc(m.perhaps, func(j mayJump) bool {
		at := m.labelled(body, signal{jumpTo, j.label})
		switch {
		case at < 0:
			return false
		case at > i:
			ahead = append(ahead, m.landing(j, body, i, at))
		default:
			m.forgetChanged(body[at : i+1])
			for _, s := range body[at:i] {
				m.look(s)
			}
		}
		return true
	})
	return ahead
}

func (m *machine) landing(j mayJump, body []program.Stmt, i, at int) landing {
	out := landing{at: at}
	for _, s := range body[i:at] {
		for _, v := range append(slices.Clip(m.changes[s]), m.followed(s)...) {
			if !slices.Contains(out.list, v) {
				out.list = append(out.list, v)
			}
		}
	}
	out.before = m.save(out.list)
	for k, v := range out.list {
		switch place := slices.Index(j.list, v); {
		case place >= 0:
			out.before[k] = j.after[place]
		case slices.Contains(m.followed(body[i]), v):
			out.before[k] = saved{} // it has changed since, or not
		}
	}
	return out
}

// land joins what jumps to the i-th statement bring there.
func (m *machine) land(ahead []landing, i int) []landing {
	return slices.DeleteFunc(ahead, func(l landing) bool {
		if l.at == i {
			m.join(l.list, l.before)
		}
		return l.at == i
	})
}

func (m *machine) forgetChanged(body []program.Stmt) {
	for _, s := range body {
		m.forgetAll(m.changes[s])
		m.forgetAll(m.followed(s))
	}
}

// passOver goes from one statement of a block to another one behind labels that jumps may
// have gone to: what they bring there, and what the statements from there change, is not
// known where it goes on.
func (m *machine) passOver(ahead []landing, body []program.Stmt, from, to int) []landing {
	return slices.DeleteFunc(ahead, func(l landing) bool {
		if l.at <= from || l.at >= to {
			return false
		}
		m.forgetAll(l.list)
		m.forgetChanged(body[l.at:to])
		return true
	})
}
