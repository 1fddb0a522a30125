package whatif

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
)

// Times of operations and messages enter a prediction in sums and maxima only, so that T
// is a convex function of each of them, and of the factor on several of them: where it
// lies on the chord between two values at a third one, it does at all that are between
// them. Along an axis that is such a factor only the ends of stretches are predicted, and
// three values within each to see that it is straight, for each kind of time; all others
// follow. Sizes, processors and bytes of memory have no such law: all points are predicted.

const (
	fewestAlong = 32      // values of an axis that is followed
	mostBlock   = 1 << 17 // points that are kept until they are in order
	fewBetween  = 6       // values that are all predicted
	straight    = 1e-10   // of T: times that differ by less are equal
)

// scale is a function of an axis that times are linear in; nil where there is none.
func scale(name string) func(v Value) float64 {
	switch name {
	case "bandwidth", "processor":
		return func(v Value) float64 { return 1 / v.Number }
	case "load", "network_load":
		return func(v Value) float64 { return 1 / (1 - v.Number) }
	}
	if name == "latency" || strings.Contains(name, ".") && strings.HasSuffix(name, "_s") {
		return func(v Value) float64 { return v.Number }
	}
	return nil
}

// along is the axis that is followed, the longest one whose points fit; -1: none.
func (s Sweep) along() int {
	best := -1
	if s.Machine == nil {
		return best
	}
	for i, a := range s.Axes {
		mixed := slices.ContainsFunc(a.Values, func(v Value) bool { return v.Relative != a.Values[0].Relative })
		if scale(a.Name) == nil || mixed || len(a.Values) < fewestAlong || Size(s.Axes[i:]) > mostBlock {
			continue
		}
		if best < 0 || len(a.Values) > len(s.Axes[best].Values) {
			best = i
		}
	}
	return best
}

// row is the points along an axis, the other values fixed.
type row struct {
	at     []int     // of the points, in the order of scaled
	scaled []float64 // ascending
	points map[int]Point
}

// span is a part of a row from one value to another.
type span struct{ from, to int }

// follow predicts the points of a row, as few as straight stretches allow.
func (r *row) follow(predict func(at []int) ([]Point, error)) error {
	open := []span{{0, len(r.at) - 1}}
	for len(open) > 0 {
		if err := r.know(open, predict); err != nil {
			return err
		}
		var next []span
		for _, s := range open {
			if s.to-s.from > fewBetween && !r.fill(s) {
				middle := (s.from + s.to) / 2
				next = append(next, span{s.from, middle}, span{middle, s.to})
			}
		}
		open = next
	}
	return nil
}

// nodes are the places in a span that are predicted.
func (s span) nodes() []int {
	n := s.to - s.from
	if n <= fewBetween {
		all := make([]int, n+1)
		for i := range all {
			all[i] = s.from + i
		}
		return all
	}
	return []int{s.from, s.from + n/4, s.from + n/2, s.from + 3*n/4, s.to}
}

// know predicts the nodes of spans that are not known yet.
func (r *row) know(spans []span, predict func(at []int) ([]Point, error)) error {
	var wanted []int
	for _, s := range spans {
		for _, i := range s.nodes() {
			if _, known := r.points[r.at[i]]; !known && !slices.Contains(wanted, r.at[i]) {
				wanted = append(wanted, r.at[i])
			}
		}
	}
	points, err := predict(wanted)
	for _, p := range points {
		r.points[p.Index] = p
	}
	return err
}

// fill derives the points of a span where it is straight.
func (r *row) fill(s span) bool {
	a, b := r.points[r.at[s.from]], r.points[r.at[s.to]]
	for _, i := range s.nodes() {
		if !onChord(a, b, r.points[r.at[i]], r.share(s, i)) {
			return false
		}
	}
	for i := s.from + 1; i < s.to; i++ {
		if _, known := r.points[r.at[i]]; !known {
			r.points[r.at[i]] = between(a, b, r.share(s, i))
		}
	}
	return true
}

// share is how far a place is from the beginning of a span to its end.
func (r *row) share(s span, i int) float64 {
	if r.scaled[s.to] == r.scaled[s.from] {
		return 0
	}
	return (r.scaled[i] - r.scaled[s.from]) / (r.scaled[s.to] - r.scaled[s.from])
}

// times are what is linear in a point.
func (p Point) times() [6]float64 {
	c := p.Charge
	return [6]float64{c.Computation, c.Communication, c.Overhead, c.Wait, p.Serial, p.Efficient * c.Total()}
}

// between is the point on the chord.
func between(a, b Point, share float64) Point {
	x, y := a.times(), b.times()
	for i := range x {
		x[i] += share * (y[i] - x[i])
	}
	out := a
	out.Derived = true
	out.Charge = report.Charge{Computation: x[0], Communication: x[1], Overhead: x[2], Wait: x[3]}
	if out.Serial = x[4]; out.Charge.Total() > 0 {
		out.Speedup, out.Efficient = x[4]/out.Charge.Total(), x[5]/out.Charge.Total()
	}
	return out
}

// onChord reports whether a point lies on the chord of two others. What has no estimate,
// or one between bounds, does not.
func onChord(a, b, p Point, share float64) bool {
	for _, x := range []Point{a, b, p} {
		if x.NoEstimate != "" || x.Between.Some() {
			return false
		}
	}
	want, got, T := between(a, b, share).times(), p.times(), p.Charge.Total()
	for i := range want {
		if math.Abs(want[i]-got[i]) > straight*max(T, math.Abs(got[i])) {
			return false
		}
	}
	return true
}

// followed predicts the points from first up to last along an axis, and hands them over
// in their order. Rows that reach out of that are followed all the same: what a point is
// must not depend on which are asked for.
func (s Sweep) followed(ctx context.Context, axis, first, last int, predict func(at []int) ([]Point, error), take func(Point) error) error {
	inner := Size(s.Axes[axis+1:])
	block := len(s.Axes[axis].Values) * inner
	scaled := scale(s.Axes[axis].Name)
	for start := first - first%block; start < last; start += block {
		points := map[int]Point{}
		for j := range inner {
			r := s.row(axis, start+j, inner, scaled)
			if err := r.follow(predict); err != nil {
				return err
			}
			for at, p := range r.points {
				p.Index, p.Values = at, At(s.Axes, at)
				points[at] = p
			}
		}
		for i := max(first, start); i < min(last, start+block); i++ {
			if err := take(points[i]); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// row is the one whose first point is at a place, with so many from one to the next.
func (s Sweep) row(axis, at, stride int, scaled func(Value) float64) *row {
	values := s.Axes[axis].Values
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(scaled(values[i]), scaled(values[j])) })
	r := &row{points: map[int]Point{}}
	for _, i := range order {
		r.at, r.scaled = append(r.at, at+i*stride), append(r.scaled, scaled(values[i]))
	}
	return r
}
