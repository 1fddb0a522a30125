package memory

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/machines"
)

// simulated is a cache with least recently used replacement.
type simulated struct {
	line, ways int
	sets       [][]int
	misses     int
}

func newSimulated(bytes, line, ways int) *simulated {
	return &simulated{line: line, ways: ways, sets: make([][]int, bytes/line/ways)}
}

func (c *simulated) touch(address int) {
	line := address / c.line
	set := &c.sets[line%len(c.sets)]
	if i := slices.Index(*set, line); i >= 0 {
		*set = append(slices.Delete(*set, i, i+1), line)
		return
	}
	c.misses++
	if *set = append(*set, line); len(*set) > c.ways {
		*set = (*set)[1:]
	}
}

// withKeys is the iPSC/860 with other numbers in its memory.
func withKeys(t testing.TB, keys ...string) *machines.Machine {
	t.Helper()
	text, _ := machines.Text("ipsc860")
	for _, key := range keys {
		name, _, _ := strings.Cut(key, " ")
		text = regexp.MustCompile(`(?m)^`+name+` .*\n`).ReplaceAllString(text, "")
	}
	const header = "[part.cube.memory]\n"
	m, diags := machines.Parse("m.toml", []byte(strings.Replace(text, header, header+strings.Join(keys, "\n")+"\n", 1)))
	if m == nil {
		t.Fatal(diags)
	}
	return m
}

// withWays is the iPSC/860 with a cache of other ways.
func withWays(t testing.TB, ways int) *machines.Machine {
	t.Helper()
	return withKeys(t, fmt.Sprintf("associativity = %d", ways))
}

// missesOf evaluates the model: misses of all executions.
func missesOf(t *testing.T, n Nest, a *symbolic.Arena, bytes, line, ways int) float64 {
	t.Helper()
	each, err := a.Eval(Model{A: a, M: withWays(t, ways)}.Misses(n), map[string]float64{
		"memory.cache_bytes": float64(bytes), "memory.line_bytes": float64(line), "memory.associativity": float64(ways),
		"memory.fetch_miss_s": 1, "memory.store_miss_s": 1,
		"memory.page_bytes": 1, "memory.tlb_entries": 1, "memory.tlb_miss_s": 0})
	if err != nil {
		t.Fatal(err)
	}
	for _, trip := range n.Trips {
		v, _ := a.Const(trip)
		each *= v
	}
	return each
}

// Three columns of a stencil whose length is, or nearly is, a part of a way.
func TestConflicts(t *testing.T) {
	const rows, inner = 200, 20
	for _, length := range []int{4096, 2048, 1024, 4096 + 4, 4096 + 16, 4096 + 32, 2048 - 4, 1000} {
		t.Run(fmt.Sprint(length), func(t *testing.T) {
			for _, ways := range []int{1, 2, 4} {
				t.Run(fmt.Sprint(ways), func(t *testing.T) {
					size := 4096 * ways
					c := newSimulated(size, 32, ways)
					for j := range inner {
						for i := range rows {
							for k := range 3 {
								c.touch(4*i + length*(j+k))
							}
						}
					}
					a := symbolic.NewArena()
					n := nest(a, []int64{rows, inner}, stream(a, 4, int64(length)).with(a, 1, int64(length), 1, 2))
					got := missesOf(t, n, a, size, 32, ways)
					if r := got / float64(c.misses); r < 0.7 || r > 1.25 {
						t.Errorf("columns of %d bytes, %d ways of 4 KB: %.0f misses, simulated %d", length, ways, got, c.misses)
					}
				})
			}
		})
	}
}

// A matrix that is read across its columns.
func TestAcrossColumns(t *testing.T) {
	for _, rows := range []int{32, 64, 100, 128, 130, 256, 300, 512, 1000, 1024} {
		t.Run(fmt.Sprint(rows), func(t *testing.T) {
			for _, columns := range []int{16, 64, 100, 200, 300} {
				t.Run(fmt.Sprint(columns), func(t *testing.T) {
					c := newSimulated(8192, 32, 2)
					for i := range rows {
						for j := range columns {
							c.touch(4 * (i + rows*j))
						}
					}
					a := symbolic.NewArena()
					got := missesOf(t, nest(a, []int64{int64(columns), int64(rows)}, stream(a, int64(4*rows), 4)), a, 8192, 32, 2)
					if r := got / float64(c.misses); r < 0.5 || r > 1.6 {
						t.Errorf("%d x %d: %.0f misses, simulated %d", rows, columns, got, c.misses)
					}
				})
			}
		})
	}
}

// Passes over one array, repeated: any size, sets and ways.
func TestPasses(t *testing.T) {
	for _, elements := range []int{100, 1000, 2000, 2048, 2200, 2500, 3000, 3072, 3500, 5000} {
		t.Run(fmt.Sprint(elements), func(t *testing.T) {
			for _, ways := range []int{1, 2, 4} {
				t.Run(fmt.Sprint(ways), func(t *testing.T) {
					c := newSimulated(8192, 32, ways)
					for range 10 {
						for i := range elements {
							c.touch(4 * i)
						}
					}
					a := symbolic.NewArena()
					got := missesOf(t, nest(a, []int64{int64(elements), 10}, stream(a, 4, idle)), a, 8192, 32, ways)
					if math.Abs(got-float64(c.misses)) > 0.03*float64(c.misses)+1 {
						t.Errorf("%d elements, %d ways: %.0f misses, simulated %d", elements, ways, got, c.misses)
					}
				})
			}
		})
	}
}

// A larger cache, in more sets or in more ways of the same sets, never misses
// more. (More ways of a cache of the same size may: of what is a little too
// large, a pass in sequence loses more with them.)
func TestLargerCachesMissNoMore(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(from ...int64) int64 { return from[random.IntN(len(from))] }
	for range 300 {
		a := symbolic.NewArena()
		trips := []int64{pick(1, 7, 64, 300), pick(1, 5, 64), pick(1, 3, 20)}
		var streams []Stream
		for range 1 + random.IntN(3) {
			s := stream(a, pick(idle, 4, 8, 400, 4096, far), pick(idle, 4, 256, 4096), pick(idle, 4, far))
			if random.IntN(2) == 0 {
				s = s.with(a, 1, pick(256, 1024, 4096), 1, pick(2, -3))
			}
			streams = append(streams, s)
		}
		n := nest(a, trips, streams...)
		line, ways := int(pick(16, 32, 64)), int(pick(1, 2, 4))
		size := line * ways * int(pick(8, 64, 128))
		before := missesOf(t, n, a, size, line, ways)
		for what, after := range map[string]float64{
			"twice the sets": missesOf(t, n, a, 2*size, line, ways),
			"twice the ways": missesOf(t, n, a, 2*size, line, 2*ways),
		} {
			t.Run(what, func(t *testing.T) {
				if after > before*(1+1e-9) {
					t.Errorf("%d bytes, lines of %d, %d ways, loops of %d: %s: %g misses, before %g", size, line, ways, trips, what, after, before)
				}
			})
		}
	}
}
