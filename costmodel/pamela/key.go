package pamela

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// key identifies an equation with its arguments. The number of open loops is
// part of it: their indices have names by depth.
func (v *evaluator) key(f *frame) string {
	if len(f.locals) == 0 && len(f.equation.Params) == 0 && f.origin.Empty() {
		if f.loops == 0 {
			return f.equation.Name
		}
		return fmt.Sprint(f.equation.Name, " ", f.loops)
	}
	b := append(make([]byte, 0, 96), f.equation.Name...)
	put := func(n int) { b = strconv.AppendInt(append(b, ' '), int64(n), 10) }
	put(f.loops)
	if !f.origin.Empty() {
		put(-1 - f.origin.Start)
	}
	for _, name := range f.names() {
		x, truth := f.locals[name], 0
		if x.truth {
			truth = 1
		}
		b = append(append(b, ' '), name...)
		for _, n := range []int{int(x.sort), int(x.number), x.array, int(x.servers), truth} {
			put(n)
		}
		if x.sort != aNumber {
			b = fmt.Appendf(b, " %v", x.vector)
			put(v.numberOf(x.process))
			put(v.numberOf(x.choice))
		}
	}
	return string(b)
}

// numberOf is another one for each process and each choice: it holds on to them, so that
// none takes the place of another one.
func (v *evaluator) numberOf(x any) int {
	n, known := v.numbers[x]
	if !known {
		n = len(v.numbers)
		v.numbers[x] = n
	}
	return n
}

// names are those of the arguments, in one order.
func (f *frame) names() []string {
	if len(f.locals) == len(f.equation.Params) && !f.equation.isArray() {
		return f.equation.Params
	}
	return slices.Sorted(maps.Keys(f.locals))
}
