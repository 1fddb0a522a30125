package evaluate

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/values"
	"github.com/parlens/parlens/costmodel/report"
)

// A procedure that is told in each iteration where in a distributed array to work, by elements
// of an index array that nobody knows for instance, is evaluated at places all over the array:
// one of them would be work of one processor, or of none.

// scattered is a dummy that may have any value between two.
type scattered struct {
	dummy       string
	first, last tape
}

// scattered evaluates the procedure of a call where its place is not known; false where it is.
func (n *numbers) scattered(ctx context.Context, c callModel, given map[string]float64, s *values.State, count float64) (*report.Unit, bool) {
	free := slices.DeleteFunc(slices.Clone(c.scattered), func(x scattered) bool { return n.tells(given, s, x.dummy) })
	if len(free) == 0 || n.evaluations > mostEvaluations {
		return nil, false
	}
	n.doubtful = maps.Clone(n.doubtful)
	first, last := n.within(free[0])
	groups := min(max(int(last-first)+1, 1), maxEvolution)
	var parts []part
	haste := n.settings.Haste
	defer func() { n.settings.Haste = haste }()
	for g := range groups {
		at := maps.Clone(given)
		for i, x := range free {
			first, last := n.within(x)
			share := (float64((g+i*groups/2)%groups) + 0.5) / float64(groups)
			at[x.dummy] = first + float64(int(share*(last-first+1)))
			n.doubtful[x.dummy] = thisUnit
		}
		out := n.callee(ctx, c, at, s, count/float64(groups))
		parts = append(parts, part{&numbers{out: out}, 1 / float64(groups), count / float64(groups)})
		n.settings.Haste = max(n.settings.Haste, out.Haste)
	}
	into := copied(parts[0].out)
	average(into, parts)
	return into, true
}

// tells reports whether the values or the state of a call have one of a dummy.
func (n *numbers) tells(given map[string]float64, s *values.State, dummy string) bool {
	_, known := given[dummy]
	if !known && s != nil {
		_, known = s.Scalar(dummy)
	}
	return known
}

func (n *numbers) within(x scattered) (first, last float64) {
	n.values.bind(x.first.Inputs(), n.env)
	n.values.bind(x.last.Inputs(), n.env)
	return x.first.eval(n.env), x.last.eval(n.env)
}

// scatteredText says which values of a call stand for what nobody knows.
func (n *numbers) scatteredText(c callModel, states []map[string]float64) string {
	var b strings.Builder
	for _, x := range c.scattered {
		if first, last := n.within(x); len(states) > 0 && !n.tells(states[0], nil, x.dummy) {
			fmt.Fprintf(&b, "; %s is not known, and taken to be anything from %s to %s as often", x.dummy, report.Exact(first), report.Exact(last))
		}
	}
	return b.String()
}
