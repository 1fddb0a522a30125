package comm

import (
	"math"

	"github.com/parlens/parlens/analysis/symbolic"
)

// What the iterations of a loop take may differ, as in calls of a procedure with columns that
// grow. A course says it along the loop: a list of times at places that are evenly spaced,
// in parts of their mean. Formulas name it by a number, 0 where all iterations take the mean.

// courseUnit is the mean in the numbers of a course.
const courseUnit = 1 << 20

// AddCourse returns the number of a course of times, the same for an equal one; 0 where they
// hardly differ.
func (b *Builder) AddCourse(times, weights []float64) int64 {
	sum, all := 0.0, 0.0
	for i, t := range times {
		sum, all = sum+t*weights[i], all+weights[i]
	}
	v := Vector{Lower: []int64{0}, Extent: []int64{int64(len(times))}}
	differ := false
	for _, t := range times {
		part := t * all / sum
		if !(part >= 0) || math.IsInf(part, 0) {
			return 0
		}
		differ = differ || math.Abs(part-1) > 0.01
		v.Values = append(v.Values, int64(math.Round(part*courseUnit)))
	}
	if !differ {
		return 0
	}
	return b.AddVector(v)
}

// CourseSymbol is the symbol that numbers the course of a name.
func CourseSymbol(name string) string { return vectorPrefix + name }

// Course is what an iteration of a loop takes by the course of a name, in mean iterations.
func (b *Builder) Course(name string, l *Loop) symbolic.Expr {
	x, a := b.vectors, b.A
	f := &symbolic.Function{Name: name, Key: "course of times", Result: symbolic.Real, Cost: 10, Lo: 0, Hi: 1 << 10, Eval: func(args []float64) (float64, error) {
		v, known := x.with(args[0])
		if !known || len(v.Extent) != 1 || len(v.Values) < 2 {
			return 1, nil
		}
		return between(v.Values, (args[1]+0.5)/args[2]*float64(len(v.Values))-0.5), nil
	}}
	at := a.Sub(a.Sym(l.Name, symbolic.Index), l.Lo)
	trips := a.Add(a.Sub(l.Hi, l.Lo), a.Int(1))
	return a.Opaque(f, a.Sym(CourseSymbol(name), symbolic.Index), at, trips)
}

// between is the value of a list at a place that may lie between two of its own, or half a
// step outside.
func between(list []int64, at float64) float64 {
	i := min(max(int(math.Floor(at)), 0), len(list)-2)
	y, z := float64(list[i]), float64(list[i+1])
	return max(0, y+(z-y)*(at-float64(i))) / courseUnit
}

// Unless is even where there is no course of a name, along it where there is one.
func (b *Builder) Unless(name string, even, along symbolic.Expr) symbolic.Expr {
	return b.A.Cond(b.A.Eq(b.A.Sym(CourseSymbol(name), symbolic.Index), b.A.Int(0)), even, along)
}
