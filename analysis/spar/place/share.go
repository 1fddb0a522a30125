package place

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// Where the value of a switch is not known, its groups have shares. Pragmas say those of some;
// what they leave is shared by the cases of the others, each as likely as any other. A group
// that others fall through to is taken as often as all of them and its own case.

// stating is what a pragma before its first statement says of a group; nil without one.
func stating(c spar.Case) *spar.Form {
	if len(c.Body) == 0 {
		return nil
	}
	return pamela(c.Body[0], "share")
}

// endsChain tells whether nothing falls through from the kth group of a switch.
func endsChain(s *spar.Switch, k int) bool {
	return k == len(s.Cases)-1 || jumpOf(s.Cases[k].Body) != nil
}

// shares are how often the groups of a switch are taken: what pragmas say, or critical
// variables. One group takes what the others leave: the sum is 1 whatever they are set to.
func (m *worker) shares(s *spar.Switch, groups []*Branch) []notation.Node {
	assumed, rest := m.assumedShares(s), remaining(s, groups)
	out := make([]notation.Node, len(groups))
	left := []notation.Node{notation.Int(1)}
	for k, b := range groups {
		f := stating(s.Cases[k])
		switch {
		case f != nil:
			out[k] = m.b.control("cd", f, m.scope)
		case len(b.Then) > 0 && k != rest:
			out[k] = m.askShare(s, k, assumed[k])
		}
		if endsChain(s, k) && k != rest {
			left = append(left, out[k])
		}
	}
	switch {
	case rest < 0:
	case len(left) == 1:
		out[rest] = left[0]
	default:
		out[rest] = notation.Call("max", notation.Int(0), notation.Infix("-", left...))
	}
	return out
}

// remaining is the last group at the end of a chain of which no pragma says how often it is
// taken; -1 where that does not follow from the others: a value may be of no case, or nothing
// is done for those of one.
func remaining(s *spar.Switch, groups []*Branch) int {
	found, total := -1, false
	for k, c := range s.Cases {
		total = total || c.Value == nil
		if !endsChain(s, k) {
			continue
		}
		switch stated := stating(c) != nil; {
		case !stated && len(groups[k].Then) == 0:
			return -1
		case !stated:
			found = k
		}
	}
	if !total {
		return -1
	}
	return found
}

// assumedShares are the shares of groups if nothing is set.
func (m *worker) assumedShares(s *spar.Switch) []float64 {
	out := make([]float64, len(s.Cases)) // of each case by itself first
	var open, free []int
	left, chain := 1.0, 0.0
	for k, c := range s.Cases {
		open = append(open, k)
		if x, ok := shareOf(c); ok {
			for _, i := range open {
				out[i] = (x - chain) / float64(len(open))
			}
			left -= x - chain
			m.checkShare(c, x >= chain, 1-left)
			chain, open = x, nil
		}
		if endsChain(s, k) {
			free = append(free, open...)
			chain, open = 0, nil
		}
	}
	for _, k := range free {
		out[k] = max(0, left) / float64(len(free))
	}
	for k := range out {
		if firstTo(s, k) < k {
			out[k] += out[k-1]
		}
	}
	return out
}

// shareOf is the share of a group that a pragma says as a number.
func shareOf(c spar.Case) (float64, bool) {
	f := stating(c)
	if f == nil || f.Kind != spar.NumberForm {
		return 0, false
	}
	x, err := strconv.ParseFloat(strings.TrimRight(f.Text, "lLfFdD"), 64)
	return x, err == nil
}

// checkShare reports a share with which those of a switch are more than all, or which is less
// than what falls through to the group.
func (m *worker) checkShare(c spar.Case, grows bool, total float64) {
	const rounding = 1e-9
	at := stating(c).Span
	switch {
	case !grows:
		m.b.report(at, source.Warning, "spar-pamela", "a group is taken at least as often as those that fall through to it")
	case total > 1+rounding:
		m.b.report(at, source.Warning, "spar-pamela", fmt.Sprintf("up to here the groups of this switch have a share of %s in all: more than 1", strconv.FormatFloat(total, 'g', 6, 64)))
	}
}

// askShare asks how often the kth group of a switch is taken.
func (m *worker) askShare(s *spar.Switch, k int, assumed float64) notation.Node {
	some, n := k+1-firstTo(s, k), len(s.Cases)
	why := fmt.Sprintf("one of %d groups of a switch: how often it is taken is not known", n)
	if some > 1 {
		why = fmt.Sprintf("%d of %d cases of a switch: how often they are taken is not known", some, n)
	}
	name := m.b.number("cd")
	m.b.criticalList = append(m.b.criticalList, Critical{Name: name, Default: assumed, Why: why, Answer: ByShare, Span: m.proper(s.Cases[k].Body[0])})
	return notation.Sym(name)
}
