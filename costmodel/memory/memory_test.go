package memory

import (
	"math"
	"testing"

	"github.com/parlens/parlens/costmodel/symbolic"
)

// A cache of 1,000 bytes with lines of 40; a load that misses takes 8 s more, a
// store 4 s.
var numbers = map[string]float64{
	"memory.cache_bytes": 1000, "memory.line_bytes": 40, "memory.fetch_miss_s": 8, "memory.store_miss_s": 4,
	"memory.fetch_hit_s": 1, "memory.store_hit_s": 2,
}

// By hand, for elements of 4 bytes: sequential access misses once in 10.
func TestMisses(t *testing.T) {
	type s struct {
		stride, columns, run, elements int64
		store                          bool
	}
	cases := []struct {
		name     string
		streams  []s
		repeated bool
		want     float64
	}{
		{"nothing", nil, false, 0},
		{"one element over and over", []s{{0, 1, 100, 1, false}}, false, 0},
		{"sequential load", []s{{1, 1, 100, 100, false}}, false, 0.8},
		{"sequential store", []s{{1, 1, 100, 100, true}}, false, 0.4},
		{"every third", []s{{3, 1, 100, 100, false}}, false, 2.4},
		{"every eleventh: a line each", []s{{11, 1, 100, 100, false}}, false, 8},
		{"across the columns", []s{{Far, 1, 100, 100, false}}, false, 8},
		{"load and store", []s{{1, 1, 100, 100, false}, {1, 1, 100, 100, true}}, false, 1.2},
		{"three columns of 80 stay", []s{{1, 3, 80, 800, false}}, false, 0.8},
		{"three columns of 83 stay", []s{{1, 3, 83, 800, false}}, false, 0.8},
		{"three columns of 84 do not", []s{{1, 3, 84, 800, false}}, false, 2.4},
		{"two columns beside another array do not", []s{{1, 2, 84, 800, false}, {1, 1, 84, 800, true}}, false, 1.6 + 0.4},
		{"repeated, all fits", []s{{1, 1, 250, 250, false}}, true, 0},
		{"repeated, one too many", []s{{1, 1, 251, 251, false}}, true, 0.8},
		{"repeated, the store is counted with the load", []s{{1, 1, 250, 250, false}, {1, 1, 250, 0, true}}, true, 0},
		{"repeated, two arrays do not fit", []s{{1, 1, 200, 200, false}, {1, 1, 200, 200, true}}, true, 1.2},
	}
	for _, c := range cases {
		a := symbolic.NewArena()
		var streams []Stream
		for _, x := range c.streams {
			streams = append(streams, Stream{Bytes: 4, Stride: x.stride, Columns: x.columns, Run: a.Int(x.run), Elements: a.Int(x.elements), Store: x.store})
		}
		got, err := a.Eval(Model{A: a}.Misses(streams, c.repeated), numbers)
		if err != nil || math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %g (%v), want %g", c.name, got, err, c.want)
		}
	}
}

func TestHits(t *testing.T) {
	a := symbolic.NewArena()
	m := Model{A: a}
	if got, err := a.Eval(a.Add(m.Load(), m.Store()), numbers); err != nil || got != 3 {
		t.Errorf("a load and a store take %g, %v", got, err)
	}
}
