package whatif

import (
	"fmt"
	"math"
	"slices"

	"github.com/parlens/parlens/costmodel/report"
)

const (
	straight = 1e-10 // of T: times that differ by less are equal
	near     = 1e-3  // of T: what the bounds of an interpolated time may be apart ...
	alike    = 0.02  // ... and what its kinds may be off where that can be seen
)

// settle fills the stretches of a row whose ends say what lies between them, and returns
// the middles of the others.
func (r *row) settle() (middles []int) {
	for i, stretches := range r.expected {
		r.confirmed[i] = r.meets(i, stretches)
	}
	r.expected = map[int][]stretch{}
	known := []int{0}
	for i, p := range r.points {
		if p != nil && i > 0 {
			known = append(known, i)
		}
	}
	for k := range len(known) - 1 {
		from, to := known[k], known[k+1]
		if to-from > 1 && !r.fill(known[max(k-1, 0)], from, to, known[min(k+2, len(known)-1)]) {
			middles = append(middles, r.middle(from, to))
		}
	}
	return middles
}

func (r *row) middle(from, to int) int {
	if !r.powers {
		return (from + to) / 2
	}
	i, _ := slices.BinarySearch(r.scaled, (r.scaled[from]+r.scaled[to])/2)
	return min(max(i, from+1), to-1)
}

// fill derives or interpolates the points between two places, with the help of those
// around them; false: they do not say enough. What is interpolated has been predicted in
// the middle: T may jump where another part of the processor begins to bind a loop whose
// statements are executed under conditions, and a jump can look like a bend.
func (r *row) fill(before, from, to, behind int) bool {
	stretches := make([]stretch, len(r.points[from]))
	exact := true
	for m := range stretches {
		s := &stretches[m]
		s.powers = r.powers
		for k, i := range [4]int{before, from, to, behind} {
			s.x[k], s.p[k] = r.scaled[i], r.points[i][m]
		}
		if r.powers {
			exact = false
			continue
		}
		apart, off := s.bend()
		if apart <= straight && off <= straight {
			continue
		}
		if exact = false; !r.bounds || apart > near || off > alike {
			return false
		}
	}
	if !exact && !r.confirmed[from] && !r.confirmed[to] && !(r.powers && r.room == 0) {
		r.expected[r.middle(from, to)] = stretches
		r.room--
		return false
	}
	low, high := r.values[r.order[from]], r.values[r.order[to]]
	if low.Number > high.Number {
		low, high = high, low
	}
	around := fmt.Sprintf("between %v and %v of %s", low, high, r.name)
	for i := from + 1; i < to; i++ {
		r.points[i] = make([]Point, len(stretches))
		for m := range stretches {
			r.points[i][m] = stretches[m].at(r.scaled[i], around, exact)
		}
	}
	return true
}

// meets reports whether the points of a place are what stretches around it let expect.
func (r *row) meets(i int, stretches []stretch) bool {
	for m, s := range stretches {
		x, got := r.scaled[i], r.points[i][m]
		T := got.Charge.Total()
		at := s.at(x, "", false)
		if at.NoEstimate != "" || got.NoEstimate != "" {
			if at.NoEstimate != got.NoEstimate {
				return false
			}
			continue
		}
		if !s.powers && !s.unbounded() && (got.low() > s.chord(x)*(1+straight) || T < s.low(x)*(1-straight)) {
			return false
		}
		want := at.times()
		for k, v := range got.times() {
			if math.Abs(v-want[k]) > alike*max(T, v) {
				return false
			}
		}
	}
	return true
}

// stretch is a part of a row between the points 1 and 2; 0 and 3 are those beyond, or the
// same ones where there are none.
type stretch struct {
	x      [4]float64
	p      [4]Point
	powers bool
}

// bend is how far the bounds of T are from each other at most, and how far the kinds are
// from what the points beyond the nearer end let expect of the other; both as parts of T.
// What has no estimate, or is estimated, says nothing.
func (s *stretch) bend() (apart, off float64) {
	for _, p := range s.p {
		if p.NoEstimate != "" || p.Between.Some() && p.Interpolated == "" {
			return math.Inf(1), 0
		}
	}
	switch {
	case s.unbounded():
		return near, s.off()
	case s.x[1] == s.x[2]:
		return 0, s.off()
	}
	for _, k := range [2]int{1, 2} { // a line above what is there: T is not convex
		if high := s.p[k].Charge.Total(); s.low(s.x[k])-high > straight*high {
			return math.Inf(1), 0
		}
	}
	for _, x := range [3]float64{s.x[1], s.x[2], s.crossing()} {
		high := s.chord(x)
		apart = max(apart, (high-s.low(x))/high)
	}
	return apart, s.off()
}

// chord is the highest that T can be.
func (s *stretch) chord(x float64) float64 {
	return line(x, s.x[1], s.p[1].Charge.Total(), s.x[2], s.p[2].Charge.Total())
}

// low is the lowest that T can be: it is above the lines through an end and the point
// beyond it, and does not fall where times grow.
func (s *stretch) low(x float64) float64 {
	return max(s.p[1].low(), s.beyond(0, 1, x), s.beyond(3, 2, x))
}

// beyond is the line through an end and the point beyond it, as low as it can be.
func (s *stretch) beyond(outer, end int, x float64) float64 {
	if s.x[outer] == s.x[end] {
		return math.Inf(-1)
	}
	return line(x, s.x[outer], s.p[outer].Charge.Total(), s.x[end], s.p[end].low())
}

// crossing is where the lines through the ends meet; with one of them only, the end that it
// does not begin at.
func (s *stretch) crossing() float64 {
	a, b := s.beyond(0, 1, s.x[1])-s.beyond(3, 2, s.x[1]), s.beyond(0, 1, s.x[2])-s.beyond(3, 2, s.x[2])
	if math.IsInf(a, 0) || math.IsNaN(a) || a == b {
		return s.x[1]
	}
	return min(max(line(0, a, s.x[1], b, s.x[2]), s.x[1]), s.x[2])
}

// off is how far the kinds at one end are from the line through the other and the point
// beyond it, from the better side.
func (s *stretch) off() float64 {
	best := math.Inf(1)
	for _, side := range [2][3]int{{0, 1, 2}, {3, 2, 1}} {
		outer, end, far := side[0], side[1], side[2]
		if s.x[outer] == s.x[end] {
			continue
		}
		want, got, T := s.p[far].times(), 0.0, s.p[far].Charge.Total()
		worst := 0.0
		for i, a := range s.p[outer].times() {
			got = line(s.x[far], s.x[outer], a, s.x[end], s.p[end].times()[i])
			worst = max(worst, math.Abs(got-want[i])/max(T, math.Abs(want[i]), smallest))
		}
		best = min(best, worst)
	}
	return best
}

// at is the point on the chord, with its bounds where they are no chord.
func (s *stretch) at(x float64, around string, exact bool) Point {
	if s.powers {
		return s.power(x, around)
	}
	a, b := s.p[1].times(), s.p[2].times()
	for i := range a {
		a[i] = line(x, s.x[1], a[i], s.x[2], b[i])
	}
	out := s.p[1]
	out.Derived, out.AtLeast = true, s.p[1].AtLeast || s.p[2].AtLeast
	out.Charge = report.Charge{Computation: a[0], Communication: a[1], Overhead: a[2], Wait: a[3]}
	if out.Serial = a[4]; out.Charge.Total() > 0 {
		out.Speedup, out.Efficient = a[4]/out.Charge.Total(), a[5]/out.Charge.Total()
	}
	if exact && s.p[1].Interpolated == "" && s.p[2].Interpolated == "" {
		return out
	}
	out.Derived = false
	if out.Between = (report.Between{}); !s.unbounded() {
		out.Between = report.Between{Low: min(s.low(x), out.Charge.Total()), High: out.Charge.Total()}
	}
	return out.within(around)
}

// unbounded reports whether a point of the stretch is interpolated and has no bounds.
func (s *stretch) unbounded() bool {
	return slices.ContainsFunc(s.p[:], func(p Point) bool { return p.Interpolated != "" && !p.Between.Some() })
}

// within is the point, interpolated along one more axis.
func (p Point) within(around string) Point {
	if p.Interpolated != "" {
		around = p.Interpolated + ", " + around
	}
	p.Interpolated = around
	return p
}

// low is what the time of a point is not below.
func (p Point) low() float64 {
	if p.Between.Some() {
		return p.Between.Low
	}
	return p.Charge.Total()
}

// times are what is linear in a point.
func (p Point) times() [6]float64 {
	c := p.Charge
	return [6]float64{c.Computation, c.Communication, c.Overhead, c.Wait, p.Serial, p.Efficient * c.Total()}
}

// line is where the line through two points is at x.
func line(x, x0, y0, x1, y1 float64) float64 {
	if x0 == x1 {
		return y0
	}
	return y0 + (x-x0)/(x1-x0)*(y1-y0)
}
