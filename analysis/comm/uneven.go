package comm

import (
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// What the iterations of a loop take may differ, as in calls of a procedure with columns that
// grow. Portions of the loop say what they take; formulas name the list of them by a number, 0
// where all iterations take the mean.

// Portion is iterations of a loop, by its index, that take the same time in each of some calls.
type Portion struct {
	First, Last int64
	Calls, Time float64
}

// mostTold bounds the iterations of a loop that are added up one by one.
const mostTold = 1 << 16

// AddPortions returns the number of what the iterations of a loop with a step take; 0 where they
// hardly differ, or portions overlap. Where each portion stands for several different times, what
// lies between their middles is taken to lie on straight lines.
func (b *Builder) AddPortions(list []Portion, step int64, straight bool) int64 {
	list = slices.Clone(list)
	slices.SortFunc(list, func(x, y Portion) int { return int(x.First - y.First) })
	t := &uneven{step: max(step, -step), straight: straight}
	iterations, most := 0.0, 0.0
	for k, s := range list {
		if k > 0 && s.First <= list[k-1].Last {
			return 0
		}
		n := float64((s.Last-s.First)/t.step + 1)
		iterations += n
		t.first, t.last, t.part = append(t.first, s.First), append(t.last, s.Last), append(t.part, s.Time*s.Calls/n)
	}
	if len(list) == 0 {
		return 0
	}
	sum, end := 0.0, t.last[len(list)-1]
	apart := t.step * max(1, (end-t.first[0])/t.step/mostTold)
	for j := t.first[0]; j <= end; j += apart {
		part := t.at(float64(j))
		sum, most = sum+part*float64(apart/t.step), max(most, part)
	}
	gaps := float64((end-t.first[0])/t.step+1) - iterations
	if !(sum > 0) || math.IsInf(sum, 0) || most*iterations < 1.01*sum && gaps < 0.5 {
		return 0
	}
	for k := range t.part {
		t.part[k] /= sum
	}
	return b.portions.add(t)
}

// uneven is the parts of a loop's time that its iterations take.
type uneven struct {
	step        int64
	straight    bool
	first, last []int64
	part        []float64 // of each iteration of a portion
}

// at is the part that an iteration takes; 0 outside of all portions.
func (t *uneven) at(j float64) float64 {
	k, _ := slices.BinarySearchFunc(t.last, j, func(last int64, j float64) int {
		if float64(last) < j {
			return -1
		}
		return 1
	})
	if k == len(t.last) || j < float64(t.first[k]) {
		return 0
	}
	if !t.straight {
		return t.part[k]
	}
	other := k + 1
	if k > 0 && (j < t.middle(k) || !t.joins(k)) {
		other = k - 1
	}
	if !t.joins(min(k, other)) {
		return t.part[k]
	}
	slope := (t.part[other] - t.part[k]) / (t.middle(other) - t.middle(k))
	return max(0, t.part[k]+slope*(j-t.middle(k)))
}

func (t *uneven) middle(k int) float64 { return float64(t.first[k]+t.last[k]) / 2 }

// joins reports whether the next portion begins where one ends.
func (t *uneven) joins(k int) bool {
	return k >= 0 && k+1 < len(t.first) && t.first[k+1]-t.last[k] <= t.step
}

// lists has all that it is made of, for [numbered].
func (t *uneven) lists() [][]int64 {
	form := []int64{t.step, 0}
	if t.straight {
		form[1] = 1
	}
	var parts []int64
	for _, x := range t.part {
		parts = append(parts, int64(math.Float64bits(x)))
	}
	return [][]int64{form, t.first, t.last, parts}
}

// UnevenSymbol is the symbol that numbers the portions of a name.
func UnevenSymbol(name string) string { return vectorPrefix + name }

// Uneven is even where all iterations of a loop take the mean, and along(the part of all that one
// takes) where the portions of the name say what each takes.
func (b *Builder) Uneven(name string, l *Loop, even symbolic.Expr, along func(part symbolic.Expr) symbolic.Expr) symbolic.Expr {
	x, a := b.portions, b.A
	f := &symbolic.Function{Name: name, Key: "portions", Result: symbolic.Real, Cost: 20, Lo: 0, Hi: 1, Eval: func(args []float64) (float64, error) {
		t := x.with(args[0])
		if t == nil {
			return 0, nil // the formula has another value for it
		}
		return (*t).at(args[1]), nil
	}}
	number := a.Sym(UnevenSymbol(name), symbolic.Index)
	return a.Cond(a.Eq(number, a.Int(0)), even, along(a.Opaque(f, number, l.Value(a))))
}
