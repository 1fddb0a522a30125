package comm

import (
	"fmt"
	"testing"
)

// Equal tables have one number; others have others, also where all their lists one behind
// the other are the same.
func TestTablesAreNumberedByWhatTheyHold(t *testing.T) {
	var x numbered[Vector]
	for i, c := range []struct {
		v    Vector
		want int64
	}{
		{Vector{[]int64{1}, []int64{2}, []int64{7, 8}}, 1},
		{Vector{[]int64{1}, []int64{2}, []int64{7, NoElement}}, 2},
		{Vector{[]int64{1}, []int64{2}, []int64{7, 8}}, 1},
		{Vector{[]int64{1, 2}, nil, []int64{7, 8}}, 3},
		{Vector{nil, nil, []int64{1, 2, 7, 8}}, 4},
		{Vector{[]int64{1}, []int64{2}, []int64{7, NoElement}}, 2},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			if got := x.add(c.v); got != c.want {
				t.Errorf("%v has number %d, not %d", c.v, got, c.want)
			}
		})
	}
}
