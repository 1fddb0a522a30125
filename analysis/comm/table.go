package comm

import (
	"fmt"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Where a table deals indices out (GEN_BLOCK, INDIRECT) no formula in the
// processor's coordinate says who holds what. The counts below go through the
// iterations; these are no more than the table has numbers.

// tabled reports whether a table of known numbers deals the dimension out.
func tabled(d mapping.Dim) bool { return d.Format.Numbers != nil }

// heldOf counts those of n template indices, evenly spaced from t0 upwards, that
// lie on the place's own coordinate.
func (b *Builder) heldOf(at place, t0, n symbolic.Expr) symbolic.Expr {
	owner, step := at.Dim.Format.Deal(), abs(at.Sub.Scale)
	return b.enumerate("held", at.Dim.Format, step, func(x []int64) int64 {
		held := int64(0)
		for i := range x[2] {
			if owner(x[1]+i*step, x[3], x[4]) == x[0] {
				held++
			}
		}
		return held
	}, at.Coord, b.A.Sub(t0, at.Dim.Lower), n, b.block(at.Dim), at.Dim.P)
}

// reachedOf counts the coordinates that hold any of n template indices, evenly
// spaced from t0 upwards.
func (b *Builder) reachedOf(at place, t0, n symbolic.Expr) symbolic.Expr {
	owner, step := at.Dim.Format.Deal(), abs(at.Sub.Scale)
	return b.enumerate("reached", at.Dim.Format, step, func(x []int64) int64 {
		seen := map[int64]bool{}
		for i := range x[1] {
			seen[owner(x[0]+i*step, x[2], x[3])] = true
		}
		return int64(len(seen))
	}, b.A.Sub(t0, at.Dim.Lower), n, b.block(at.Dim), at.Dim.P)
}

// tableNeed is the need of a place that moves with a share which is no interval:
// it goes through the loop's iterations and keeps those of the share.
func (b *Builder) tableNeed(s Share, at place) need {
	a := b.A
	n := need{Elements: s.Count, First: a.Int(0), Last: a.Sub(at.Dim.P, a.Int(1))}
	n.Own = b.meeting("own", s, at, func(reads map[int64]int64, own int64) int64 { return reads[own] })
	n.Owners = b.meeting("owners", s, at, func(reads map[int64]int64, _ int64) int64 { return int64(len(reads)) })
	n.Self = b.some(n.Own)
	return n
}

// meeting counts, of the iterations in the share, how many read from each
// coordinate, and returns what result makes of that.
func (b *Builder) meeting(what string, s Share, at place, result func(reads map[int64]int64, own int64) int64) symbolic.Expr {
	home, read := s.Place, at
	ownerH, ownerR := home.Dim.Format.Deal(), read.Dim.Format.Deal()
	scaleH, scaleR := home.Sub.Scale, read.Sub.Scale
	l := at.Sub.Loop
	origin := func(p place) symbolic.Expr { return b.A.Sub(p.Sub.Offset, p.Dim.Lower) }
	name := fmt.Sprintf("%s_%s_%d", what, formatKey(home.Dim.Format), scaleH)
	return b.enumerate(name, read.Dim.Format, scaleR, func(x []int64) int64 {
		reads := map[int64]int64{}
		for i := x[2]; i <= x[3]; i++ {
			if ownerH(scaleH*i+x[4], x[5], x[6]) == x[0] {
				reads[ownerR(scaleR*i+x[7], x[8], x[9])]++
			}
		}
		return result(reads, x[1])
	}, home.Coord, read.Coord, l.Lo, l.Hi, origin(home), b.block(home.Dim), home.Dim.P, origin(read), b.block(read.Dim), read.Dim.P)
}

// block returns the block size of a dimension; a table has none.
func (b *Builder) block(d mapping.Dim) symbolic.Expr {
	if tabled(d) {
		return b.A.Int(1)
	}
	return d.BlockSize()
}

func formatKey(f mapping.Format) string {
	if f.Numbers != nil {
		return f.Numbers.Key()
	}
	return fmt.Sprint(f.Kind)
}

// enumerate returns the call of an integer function that the format and the
// step belong to.
func (b *Builder) enumerate(name string, f mapping.Format, step int64, eval func(x []int64) int64, args ...symbolic.Expr) symbolic.Expr {
	return b.A.Opaque(&symbolic.Function{
		Name: name, Key: fmt.Sprintf("%s step %d", formatKey(f), step), Result: symbolic.Index, Cost: 1000,
		Eval: func(args []float64) (float64, error) {
			x := make([]int64, len(args))
			for i, v := range args {
				x[i] = int64(v)
			}
			return float64(eval(x)), nil
		},
	}, args...)
}
