package calculus

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// rounding is how far two loads may differ and still be equal, by the larger.
const rounding = 1e-12

// Runs lists the loads as Entries does.
func (t *Tally) Runs() []Run {
	used := slices.SortedFunc(maps.Keys(t.Loads), func(x, y Use) int {
		return cmp.Or(cmp.Compare(x.Array, y.Array), cmp.Compare(x.Resource, y.Resource))
	})
	var out []Run
	enter := func(array int, first, count int64, load float64) {
		if n := len(out); n > 0 && out[n-1].Array == array && math.Abs(out[n-1].Load-load) <= rounding*max(load, out[n-1].Load) {
			out[n-1].Count += count
		} else if count > 0 {
			out = append(out, Run{array, first, count, load})
		}
	}
	for _, u := range used {
		next := int64(0)
		if n := len(out); n > 0 && out[n-1].Array == u.Array {
			next = out[n-1].First + out[n-1].Count
		}
		enter(u.Array, next, u.Resource-next, 0)
		enter(u.Array, u.Resource, 1, t.Loads[u])
	}
	return out
}
