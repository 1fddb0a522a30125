package report

import (
	"fmt"
	"testing"
)

// Lists of thousands of values are put together in place: one that is copied with each
// value grows with the square of their number.
func TestDoubtsInPlace(t *testing.T) {
	const lines = 1000
	var all []*Line
	for i := range lines {
		all = append(all, &Line{Charge: Charge{Computation: 1}, Assumed: []string{fmt.Sprint("n", i)}})
	}
	if got := len(Doubts(all...)); got != lines {
		t.Fatalf("%d values, want %d", got, lines)
	}
	// Lengths that double take 10 lists, at a quarter more each some 20.
	if n := testing.AllocsPerRun(1, func() { Doubts(all...) }); n > 30 {
		t.Errorf("%v allocations for %d values", n, lines)
	}
}

func TestDoubtful(t *testing.T) {
	free := &Line{Assumed: []string{"n"}}
	sure := &Line{Charge: Charge{Computation: 1}}
	rests := &Line{Charge: Charge{Computation: 1}, Assumed: []string{"n"}}
	for name, c := range map[string]struct {
		lines []*Line
		want  bool
	}{"none": {nil, false}, "takes nothing": {[]*Line{free}, false}, "sure": {[]*Line{sure, free}, false}, "one rests": {[]*Line{sure, rests}, true}} {
		t.Run(name, func(t *testing.T) {
			if got := Doubtful(c.lines...); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
