package whatif

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
)

// Times of operations and messages enter a prediction in sums and maxima only, so that T
// is a convex function of each of them, and of the factor on several of them. Along an
// axis that is such a factor few values are predicted, and from them follows what lies
// between two: not above their chord, and not below the lines through each of them and
// what is predicted beyond it (stretch.go). Where these meet, points lie on the chord.
// Where they nearly do, points are interpolated, and have the bounds. Elsewhere the middle
// is predicted as well. Sizes and bytes of memory have no such law: of many, a few are
// predicted too, and what lies between is taken to be a power of them (power.go).

const (
	fewestAlong = 32      // values of an axis that is followed
	fewestRough = 4096    // points from which on sizes are followed too
	mostBlock   = 1 << 17 // points that are kept until they are in order
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

// along are the axes that are followed, those whose points fit.
func (s Sweep) along() []int {
	var out []int
	for i, a := range s.Axes {
		mixed := slices.ContainsFunc(a.Values, func(v Value) bool { return v.Relative != a.Values[0].Relative })
		if s.scaled(a) != nil && !mixed && len(a.Values) >= fewestAlong && Size(s.Axes[i:]) <= mostBlock {
			out = append(out, i)
		}
	}
	return out
}

// scaled is what rows along an axis are looked at by; nil: it is not followed.
func (s Sweep) scaled(a Axis) func(v Value) float64 {
	positive := !slices.ContainsFunc(a.Values, func(v Value) bool { return v.Number <= 0 })
	switch {
	case s.linear(a):
		return scale(a.Name)
	case s.rough() && positive && !OfProcessors(a.Name):
		return func(v Value) float64 { return math.Log(v.Number) }
	}
	return nil
}

// linear reports whether times are linear in the scaled values of an axis.
func (s Sweep) linear(a Axis) bool {
	return s.Machine != nil && scale(a.Name) != nil && s.Machine.Varied(a.Name)
}

// rough reports whether there are so many points that some may have no bounds.
func (s Sweep) rough() bool { return !s.Exact && Size(s.Axes) > fewestRough }

// follower predicts points along axes.
type follower struct {
	Sweep
	predict func(at []int) ([]Point, error)
}

// row is the points along an axis, in the order of what times are linear in, ascending;
// each with all values of the axes that are followed besides.
type row struct {
	order  []int // places of the values along the axis
	scaled []float64
	points [][]Point // nil: not known
	bounds bool      // what lies close to a chord may be interpolated
	powers bool      // times are taken to be powers of the values, and nothing bounds them
	room   int       // places that may be predicted then
	name   string    // of the axis
	values []Value

	expected  map[int][]stretch // what points say of a place that is predicted to see whether it is so
	confirmed map[int]bool      // places of which it was so
}

func (s Sweep) row(axis int) *row {
	of := s.Axes[axis]
	scaled := s.scaled(of)
	r := &row{name: of.Name, values: of.Values, bounds: !s.Exact, powers: !s.linear(of), room: mostPowers, points: make([][]Point, len(of.Values)), confirmed: map[int]bool{}}
	for i := range of.Values {
		r.order = append(r.order, i)
	}
	slices.SortStableFunc(r.order, func(i, j int) int { return cmp.Compare(scaled(of.Values[i]), scaled(of.Values[j])) })
	for _, i := range r.order {
		r.scaled = append(r.scaled, scaled(of.Values[i]))
	}
	return r
}

// points are those of all values of the axes, the last one varying fastest; the other
// values are those of the point at.
func (f follower) points(at int, axes []int) ([]Point, error) {
	if len(axes) == 0 {
		return f.predict([]int{at})
	}
	r := f.row(axes[0])
	for wanted := r.begin(); len(wanted) > 0; wanted = r.settle() {
		if err := f.know(r, wanted, at, axes); err != nil {
			return nil, err
		}
	}
	out := make([]Point, len(r.order)*len(r.points[0]))
	for i, place := range r.order {
		copy(out[place*len(r.points[i]):], r.points[i])
	}
	return out, nil
}

// begin is the places of a row that are predicted first.
func (r *row) begin() []int {
	last := len(r.order) - 1
	if !r.powers {
		return slices.Compact([]int{0, last / 4, last / 2, 3 * last / 4, last})
	}
	var out []int
	for k := range firstPowers {
		i, _ := slices.BinarySearch(r.scaled, line(float64(k), 0, r.scaled[0], firstPowers-1, r.scaled[last]))
		out = append(out, min(i, last))
	}
	return slices.Compact(append(out, last)) // which may be named twice
}

// know predicts places of a row.
func (f follower) know(r *row, wanted []int, at int, axes []int) error {
	stride := Size(f.Axes[axes[0]+1:])
	if len(axes) == 1 {
		var all []int
		for _, i := range wanted {
			all = append(all, at+r.order[i]*stride)
		}
		points, err := f.predict(all)
		for k := range points {
			r.points[wanted[k]] = points[k : k+1]
		}
		return err
	}
	for _, i := range wanted {
		points, err := f.points(at+r.order[i]*stride, axes[1:])
		if err != nil {
			return err
		}
		r.points[i] = points
	}
	return nil
}

// followed predicts the points from first up to last along some axes, and hands them over
// in their order. Rows that reach out of that are followed all the same: what a point is
// must not depend on which are asked for.
func (s Sweep) followed(ctx context.Context, axes []int, first, last int, predict func(at []int) ([]Point, error), take func(Point) error) error {
	f := follower{s, predict}
	block := Size(s.Axes[axes[0]:])
	for start := first - first%block; start < last; start += block {
		all := make([]Point, block)
		seen := make([]bool, block)
		for j := range block {
			if seen[j] {
				continue
			}
			points, err := f.points(start+j, axes)
			if err != nil {
				return err
			}
			for k, p := range points {
				at := j + s.offset(axes, k)
				p.Index, p.Values = start+at, At(s.Axes, start+at)
				all[at], seen[at] = p, true
			}
		}
		for _, p := range all[max(first, start)-start : min(last, start+block)-start] {
			if err := take(p); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// offset is how far the k-th of all combinations of values of some axes is from the first.
func (s Sweep) offset(axes []int, k int) int {
	offset := 0
	for _, a := range slices.Backward(axes) {
		n := len(s.Axes[a].Values)
		offset += k % n * Size(s.Axes[a+1:])
		k /= n
	}
	return offset
}
