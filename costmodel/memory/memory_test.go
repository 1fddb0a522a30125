package memory

import (
	"math"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// A cache of 1,000 bytes with lines of 40 in sets of 4; a load that misses takes
// 8 s more, a store 4 s.
var numbers = map[string]float64{
	"memory.cache_bytes": 1000, "memory.line_bytes": 40, "memory.associativity": 4, "memory.fetch_miss_s": 8, "memory.store_miss_s": 4,
	"memory.fetch_hit_s": 1, "memory.store_hit_s": 2,
	"memory.page_bytes": 1, "memory.tlb_entries": 1, "memory.tlb_miss_s": 0,
}

// idle and far are steps of no bytes and of unknown ones.
const (
	idle = 0
	far  = -1
)

// stream is one of elements of 4 bytes, by its steps in bytes.
func stream(a *symbolic.Arena, steps ...int64) Stream {
	s := Stream{Bytes: 4, Columns: []Column{{Ahead: make([]int64, len(steps)), From: a.Int(0)}}}
	for _, x := range steps {
		switch x {
		case idle:
			s.Steps = append(s.Steps, Step{Idle: true})
		case far:
			s.Steps = append(s.Steps, Step{})
		default:
			s.Steps = append(s.Steps, Step{Bytes: a.Int(x)})
		}
	}
	return s
}

// with adds columns that the loop k brings together, so many iterations and bytes
// ahead of the first.
func (s Stream) with(a *symbolic.Arena, k int, bytes int64, ahead ...int64) Stream {
	for _, n := range ahead {
		c := Column{Ahead: make([]int64, len(s.Steps)), From: a.Int(n * bytes)}
		c.Ahead[k] = n
		s.Columns = append(s.Columns, c)
	}
	return s
}

func stored(s Stream) Stream { s.Store = true; return s }
func again(s Stream) Stream  { s.Again = true; return s }

func nest(a *symbolic.Arena, trips []int64, streams ...Stream) Nest {
	n := Nest{Streams: streams}
	for _, t := range trips {
		n.Trips = append(n.Trips, a.Int(t))
	}
	return n
}

// By hand: elements of 4 bytes, so sequential access misses once in 10. What is
// lost of a volume v between two iterations is 5 (1 - 1000/v) of it: nothing up
// to 1,000 bytes, all from 1,250.
func TestMisses(t *testing.T) {
	a, m := symbolic.NewArena(), withWays(t, 4)
	cases := []struct {
		name  string
		trips []int64
		nest  []Stream
		want  float64
	}{
		{"nothing", []int64{100}, nil, 0},
		{"one element over and over: once", []int64{100}, []Stream{stream(a, idle)}, 8.0 / 100},
		{"sequential load", []int64{100}, []Stream{stream(a, 4)}, 0.8},
		{"sequential store", []int64{100}, []Stream{stored(stream(a, 4))}, 0.4},
		{"every third", []int64{100}, []Stream{stream(a, 12)}, 2.4},
		{"every eleventh: a line each", []int64{100}, []Stream{stream(a, 44)}, 8},
		{"unknown steps", []int64{100}, []Stream{stream(a, far)}, 8},
		{"load and store", []int64{100}, []Stream{stream(a, 4), stored(stream(a, 4))}, 1.2},

		{"three columns of 80 stay: 2 more than the 100", []int64{80, 100}, []Stream{stream(a, 4, 320).with(a, 1, 320, 1, 2)}, 0.8 * 1.02},
		{"three columns of 83 stay", []int64{83, 100}, []Stream{stream(a, 4, 332).with(a, 1, 332, 1, 2)}, 0.8 * 1.02},
		{"three columns of 105 do not", []int64{105, 100}, []Stream{stream(a, 4, 420).with(a, 1, 420, 1, 2)}, 2.4},
		{"three columns of 92: 1,104 bytes, nearly half is lost", []int64{92, 100}, []Stream{stream(a, 4, 368).with(a, 1, 368, 1, 2)}, 0.8 * (1.02 + 5*(1-1000.0/1104)*1.98)},
		{"two columns beside another array do not", []int64{105, 10}, []Stream{stream(a, 4, 420).with(a, 1, 420, 1), stored(stream(a, 4, 420))}, 1.6 + 0.4},
		{"columns that no loop brings together", []int64{50, 10}, []Stream{{Bytes: 4, Steps: []Step{{Bytes: a.Int(4)}, {Bytes: a.Int(200)}}, Columns: []Column{{Ahead: []int64{0, 0}}, {Ahead: []int64{0, 0}, Apart: "2"}}}}, 1.6},

		{"ten passes, all stays: the first misses", []int64{250, 10}, []Stream{stream(a, 4, idle)}, 0.08},
		{"ten passes, a fifth too much: nothing stays", []int64{313, 10}, []Stream{stream(a, 4, idle)}, 0.8},
		{"ten passes over 1,100 bytes", []int64{275, 10}, []Stream{stream(a, 4, idle)}, 0.8 * (0.1 + 0.9*5*(1-1000.0/1100))},
		{"a store to what is read takes no room", []int64{250, 10}, []Stream{stream(a, 4, idle), again(stored(stream(a, 4, idle)))}, 0.12},
		{"two arrays do not fit", []int64{200, 10}, []Stream{stream(a, 4, idle), stored(stream(a, 4, idle))}, 1.2},
		{"in a loop around another one", []int64{10, 24, 10}, []Stream{stream(a, 4, 40, idle)}, 0.08},

		{"across the columns, 20 lines stay for the next row; 30 rows end within a line", []int64{20, 30}, []Stream{stream(a, 404, 4)}, 8 * (0.1 + 0.9/30)},
		{"across the columns, 40 lines do not", []int64{40, 30}, []Stream{stream(a, 404, 4)}, 8},
		{"across short columns: a line has two", []int64{20, 30}, []Stream{stream(a, 20, 4)}, 0.8},
		{"short columns in whole", []int64{20}, []Stream{stream(a, 20)}, 4},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := a.Eval(Model{A: a, M: m}.Misses(nest(a, c.trips, c.nest...)), numbers)
			if err != nil || math.Abs(got-c.want) > 1e-12 {
				t.Errorf("%s: %g (%v), want %g", c.name, got, err, c.want)
			}
		})
	}
}

func TestHits(t *testing.T) {
	a := symbolic.NewArena()
	m := Model{A: a}
	if got, err := a.Eval(a.Add(m.Load(), m.Store()), numbers); err != nil || got != 3 {
		t.Errorf("a load and a store take %g, %v", got, err)
	}
}
