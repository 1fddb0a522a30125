package evaluate

import (
	"context"
	"fmt"
	"math"

	"github.com/parlens/parlens/costmodel/report"
)

// A procedure that gets sections which lie at another place in each iteration of a loop, as in
// call flux(u(:,j), u(:,j-1), f(:,j)), communicates in some of them and not in others.

// mostPlaces bounds the iterations in which such a call is evaluated; of more, one in each of
// so many stretches stands for the stretch.
const mostPlaces = 64

// among is which of some iterations stands for them, in the stretch of a number: the middle one
// in the first, and others in those behind it. The same one in all could be, under a cyclic
// mapping, always at the end of a block, or never.
func among(stretch, iterations int) int {
	_, share := math.Modf(0.5 + float64(stretch)/math.Phi)
	return int(share * float64(iterations))
}

// fraction is how many of a call's places are being evaluated; {}: all.
type fraction struct{ some, all int }

func (o fraction) share(whole float64) float64 {
	if o.all == 0 {
		return whole
	}
	return whole * float64(o.some) / float64(o.all)
}

// places evaluates the procedure of a call at the places where its sections lie, and returns
// the mean; see entered.
func (n *numbers) places(ctx context.Context, c callModel) (*report.Unit, []map[string]float64) {
	p := c.unit.Called.Place
	if p == nil {
		return n.call(ctx, c)
	}
	first, trips := n.placesOf(c)
	groups := min(max(trips, 1), mostPlaces)
	if n.evaluations > mostEvaluations {
		groups = 1
	}
	index, known := n.env[p.Loop]
	defer func() {
		n.here = fraction{}
		if delete(n.env, p.Loop); known {
			n.env[p.Loop] = index
		}
	}()
	var parts []part
	var states []map[string]float64
	for g := range groups {
		from, to := g*trips/groups, (g+1)*trips/groups
		n.env[p.Loop] = first + float64(from+among(g, to-from))
		n.here = fraction{max(to-from, 1), max(trips, 1)}
		out, all := n.call(ctx, c)
		if groups == 1 {
			return out, all
		}
		parts = append(parts, part{&numbers{out: out}, n.here.share(1), float64(to - from)})
		if states == nil {
			states = all
		}
	}
	into := copied(parts[0].out)
	average(into, parts)
	return into, states
}

// placesOf is the first index along the places of a call, and how many there are.
func (n *numbers) placesOf(c callModel) (first float64, trips int) {
	n.values.bind(c.first.Inputs(), n.env)
	n.values.bind(c.last.Inputs(), n.env)
	first = c.first.eval(n.env)
	return first, int(c.last.eval(n.env)-first) + 1
}

// placesText says in which iterations a call was evaluated.
func (n *numbers) placesText(c callModel) string {
	if _, trips := n.placesOf(c); trips > mostPlaces {
		return fmt.Sprintf(", %d iterations over %s for all", mostPlaces, c.unit.Called.Place.Loop)
	}
	return ", in each iteration over " + c.unit.Called.Place.Loop
}
