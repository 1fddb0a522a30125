package modelling

import (
	"slices"

	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/symbolic"
)

// tell finds the loops whose iterations an element tells: by Gaussian elimination of the
// subscripts that are linear in the iterations, and where one of them steps over all that
// others reach: a[i*n + j], with j below n.
func (r *repeats) tell() {
	for _, l := range r.nest {
		inside := !slices.ContainsFunc(r.Values, func(e symbolic.Expr) bool { return r.mention(l, e) })
		if inside && slices.Contains(r.Along, l.Index) { // of what the subscripts name: a row
			r.told = append(r.told, l)
		} else {
			r.free = append(r.free, l)
		}
	}
	for found := true; found; {
		found = false
		for _, l := range r.solved() {
			r.told, r.free, found = append(r.told, l), without(r.free, l), true
		}
		for _, l := range r.free {
			if r.stepsOver(l) {
				r.told, r.free, found = append(r.told, l), without(r.free, l), true
				break
			}
		}
	}
	r.told = slices.DeleteFunc(slices.Clone(r.nest), func(l *place.Loop) bool { return slices.Contains(r.free, l) })
	r.keep()
}

// keep are the subscripts that depend on iterations which are not told.
func (r *repeats) keep() {
	r.values = nil
	for _, e := range r.Values {
		if slices.ContainsFunc(r.free, func(l *place.Loop) bool { return r.mention(l, e) }) && !slices.Contains(r.values, e) {
			r.values = append(r.values, e)
		}
	}
}

// slope is what a subscript grows by in an iteration of a loop, where that is the same number in
// all iterations of all loops; false where it is not.
func (r *repeats) slope(e symbolic.Expr, l *place.Loop) (symbolic.Expr, bool) {
	k, _, ok := r.method.Arena.Slope(e, l.Index)
	return k, ok && !slices.ContainsFunc(r.nest, func(l *place.Loop) bool { return r.mention(l, k) })
}

// slopes are those of a subscript along all free loops; false where it is not linear.
func (r *repeats) slopes(e symbolic.Expr) ([]symbolic.Expr, bool) {
	out := make([]symbolic.Expr, len(r.free))
	for i, l := range r.free {
		k, ok := r.slope(e, l)
		if !ok {
			return nil, false
		}
		out[i] = k
	}
	return out, true
}

// solved are the free loops whose iterations linear subscripts tell with constant slopes.
func (r *repeats) solved() []*place.Loop {
	a := r.method.Arena
	var rows [][]int64
	for _, e := range r.Values {
		list, linear := r.slopes(e)
		row := make([]int64, len(list))
		for i, k := range list {
			c, ok := a.ConstInt(k)
			row[i], linear = c, linear && ok && c > -maxSlope && c < maxSlope
		}
		if linear {
			rows = append(rows, row)
		}
	}
	var out []*place.Loop
	for i, l := range r.free {
		if onlyOne(rows, i) {
			out = append(out, l)
		}
	}
	return out
}

// maxSlope keeps the elimination in integers: a product of two rows stays below 2^62.
const maxSlope = 1 << 15

// onlyOne tells whether a linear combination of rows is other than 0 in one column alone.
func onlyOne(rows [][]int64, column int) bool {
	rows = slices.Clone(rows)
	for c := 0; len(rows) > 0; c++ { // the others are eliminated one after the other
		if c == column {
			c++
		}
		if c >= len(rows[0]) {
			break
		}
		at := slices.IndexFunc(rows, func(row []int64) bool { return row[c] != 0 })
		if at < 0 {
			continue
		}
		pivot := rows[at]
		rows = slices.Delete(slices.Clone(rows), at, at+1)
		for i, row := range rows {
			next := make([]int64, len(row))
			for k := range row {
				next[k] = row[k]*pivot[c] - pivot[k]*row[c]
			}
			rows[i] = lowest(next)
		}
	}
	return slices.ContainsFunc(rows, func(row []int64) bool { return row[column] != 0 })
}

// lowest divides a row by what its numbers have in common.
func lowest(row []int64) []int64 {
	common := int64(0)
	for _, x := range row {
		common = symbolic.GCD(common, x)
	}
	for i := range row {
		if common > 1 {
			row[i] /= common
		}
	}
	return row
}

// stepsOver tells whether an iteration of a loop moves a subscript over all that it reaches in the
// other free loops.
func (r *repeats) stepsOver(l *place.Loop) bool {
	a := r.method.Arena
	return slices.ContainsFunc(r.Values, func(e symbolic.Expr) bool {
		step, reach, ok := r.stepAndReach(e, l)
		return ok && a.AtLeast(step, reach)
	})
}

// stepAndReach is how far an iteration of a loop moves a subscript, and what is beyond all that it
// reaches in the other free loops; false where it is not linear, or they are not known.
func (r *repeats) stepAndReach(e symbolic.Expr, l *place.Loop) (step, reach symbolic.Expr, ok bool) {
	a := r.method.Arena
	list, linear := r.slopes(e)
	reach = a.Int(1)
	for i, k := range list {
		size, known := r.absolute(k)
		if !known {
			return 0, 0, false
		}
		if r.free[i] == l {
			step = size
			continue
		}
		_, most, ok := r.ends(a.Sub(r.free[i].Hi, r.free[i].Lo), len(r.nest))
		if !ok || r.free[i].Stated() {
			return 0, 0, false
		}
		reach = a.Add(reach, a.Mul(size, a.Max(most, a.Int(0))))
	}
	return step, reach, linear && step != 0
}

// absolute is the absolute value of a slope whose sign is known.
func (r *repeats) absolute(k symbolic.Expr) (symbolic.Expr, bool) {
	a := r.method.Arena
	if a.AtLeast(k, a.Int(0)) {
		return k, true
	}
	return a.Neg(k), a.AtLeast(a.Neg(k), a.Int(0))
}
