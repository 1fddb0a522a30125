package memory

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// counted is a statement: the loops around it, innermost first, and arrays in it.
type counted struct {
	loops     []int // by number
	arrays    []dimensions
	variables []string
}

// counting is a program of such statements, in the order of their execution.
type counting struct {
	trips      []int64 // of each loop
	statements []counted
}

func (p counting) visits(a *symbolic.Arena) []Visit {
	var out []Visit
	for _, s := range p.statements {
		v := Visit{Variables: s.variables}
		for _, l := range s.loops {
			v.Loops, v.Trips = append(v.Loops, l), append(v.Trips, a.Int(p.trips[l]))
		}
		for _, d := range s.arrays {
			v.Streams = append(v.Streams, d.stream(a, len(s.loops)))
		}
		out = append(out, v)
	}
	return out
}

// model returns the misses of each statement, of all its executions.
func (p counting) model(t *testing.T, bytes, line, ways int) []float64 {
	a := symbolic.NewArena()
	visits := p.visits(a)
	c := Model{A: a, M: withWays(t, ways)}.Counters(visits)
	var out []float64
	for k, v := range visits {
		total, err := a.Eval(c.Misses(k), map[string]float64{
			"memory.cache_bytes": float64(bytes), "memory.line_bytes": float64(line), "memory.associativity": float64(ways),
			"memory.fetch_miss_s": 1, "memory.store_miss_s": 1,
			"memory.page_bytes": 1, "memory.tlb_entries": 1, "memory.tlb_miss_s": 0})
		if err != nil {
			t.Fatal(err)
		}
		for _, trip := range v.Trips {
			n, _ := a.Const(trip)
			total *= n
		}
		out = append(out, total)
	}
	return out
}

// executed follows the rules access by access.
type executed struct {
	counting
	line, blocks int64
	phase        int64
	misses       []int           // of each statement
	index        []int64         // of each loop
	first        []int           // of each loop: misses detected in its first iteration, -1 before its end
	detected     []int           // by loops: misses, with hits of what only fewer loops share
	begun        map[[2]int]int  // by statement and shared loops: what was detected where it first began
	last         []map[int64]int // of each array in its statement: the access of a block, in order of the statement
	accesses     [][][]int64     // of each statement: indices by access
	offset       map[[3]int]int64
}

func (p counting) execute(line, blocks, phase int64) []int {
	e := &executed{counting: p, line: line, blocks: blocks, phase: phase, misses: make([]int, len(p.statements)), index: make([]int64, len(p.trips)),
		detected: make([]int, 8), begun: map[[2]int]int{}, accesses: make([][][]int64, len(p.statements)), offset: map[[3]int]int64{}}
	for range p.trips {
		e.first = append(e.first, -1)
	}
	for _, s := range p.statements {
		for range s.arrays {
			e.last = append(e.last, map[int64]int{})
		}
	}
	e.body(0, len(p.statements), 0)
	return e.misses
}

// outer is the loop of a statement with so many around it, -1 for none.
func (s counted) outer(depth int) int {
	if depth >= len(s.loops) {
		return -1
	}
	return s.loops[len(s.loops)-1-depth]
}

// body executes some statements inside so many loops.
func (e *executed) body(lo, hi, depth int) {
	for k := lo; k < hi; {
		end, l := k+1, e.statements[k].outer(depth)
		for ; end < hi && l >= 0 && e.statements[end].outer(depth) == l; end++ {
		}
		for s := k; s < end; s++ {
			if _, known := e.begun[[2]int{s, depth}]; !known {
				e.begun[[2]int{s, depth}] = e.detected[depth]
			}
		}
		if l < 0 {
			e.statement(k)
		} else {
			before := e.detected[depth+1]
			for e.index[l] = 0; e.index[l] < e.trips[l]; e.index[l]++ {
				e.body(k, end, depth+1)
				if e.first[l] < 0 {
					e.first[l] = e.detected[depth+1] - before
				}
			}
		}
		k = end
	}
}

func (e *executed) statement(k int) {
	s := e.statements[k]
	var at []int64
	for _, l := range s.loops {
		at = append(at, e.index[l])
	}
	e.accesses[k] = append(e.accesses[k], at)
	for n, d := range s.arrays {
		for x := range d.columns {
			address := e.phase + int64(x)*d.strideOf(len(d.loops)-1)
			for dim, loop := range d.loops {
				if loop >= 0 {
					address += d.strideOf(dim) * at[loop]
				}
			}
			e.access(k, n, x, address/e.line)
		}
	}
}

func (e *executed) access(k, n, column int, block int64) {
	s, array := e.statements[k], n
	for _, other := range e.statements[:k] {
		array += len(other.arrays)
	}
	now := len(e.accesses[k]) - 1
	before, accessed := e.last[array][block]
	e.last[array][block] = now
	at := [3]int{k, n, column}
	place, moved := e.offset[at]
	e.offset[at] = block
	outermost, gap := -1, int64(0)
	if accessed {
		for loop := range s.loops {
			if g := e.accesses[k][now][loop] - e.accesses[k][before][loop]; g != 0 {
				outermost, gap = loop, max(g, -g)
			}
		}
	}
	same := moved && place == block && int64(max(0, e.first[e.lastLoop(k)])) < e.blocks
	if same || outermost >= 0 && gap*int64(max(0, e.first[s.loops[outermost]])) < e.blocks {
		return
	}
	shared, since := e.before(k, s.variables[n])
	// Another statement has accessed the block in this iteration of the shared
	// loops, and this one has not.
	if since >= 0 && int64(since) < e.blocks && outermost < 0 || since >= 0 && int64(since) < e.blocks && outermost >= len(s.loops)-shared {
		for m := shared + 1; m < len(e.detected); m++ {
			e.detected[m]++
		}
		return
	}
	e.misses[k]++
	for m := range e.detected {
		e.detected[m]++
	}
}

// lastLoop is the innermost loop with the statements of the one that has gone on
// since a statement was executed last.
func (e *executed) lastLoop(k int) int {
	s, all := e.statements[k], e.accesses[k]
	inside := func(l int) (n int) {
		for _, x := range e.statements {
			if slices.Contains(x.loops, l) {
				n++
			}
		}
		return n
	}
	moved := s.loops[0]
	for n, l := range s.loops {
		if len(all) > 1 && all[len(all)-1][n] != all[len(all)-2][n] {
			moved = l
		}
	}
	for _, l := range s.loops {
		if inside(l) == inside(moved) {
			return l
		}
	}
	return moved
}

// before is the last statement with a variable: the loops that both are in and
// the misses since; -1 for none.
func (e *executed) before(k int, variable string) (shared, since int) {
	for w := k - 1; w >= 0; w-- {
		for _, v := range e.statements[w].variables {
			if v != variable {
				continue
			}
			for e.statements[w].outer(shared) >= 0 && e.statements[w].outer(shared) == e.statements[k].outer(shared) {
				shared++
			}
			return shared, e.begun[[2]int{k, shared}] - e.begun[[2]int{w, shared}]
		}
	}
	return 0, -1
}

// draw is a random program: nests in none, one or two common loops, or
// statements in the same ones. A variable has the same steps wherever it is.
func draw(random *rand.Rand) counting {
	pick := func(from ...int64) int64 { return from[random.IntN(len(from))] }
	var p counting
	loops := func(n int) (out []int) {
		for range n {
			out, p.trips = append(out, len(p.trips)), append(p.trips, pick(5, 8, 13, 20))
		}
		return out
	}
	array := func(depth int) dimensions {
		d := dimensions{columns: 1, extents: []int64{pick(40, 48, 50, 64), pick(40, 48, 64)}}
		free := random.Perm(depth)
		for k := range 2 {
			d.loops = append(d.loops, -1)
			if k < len(free) && random.IntN(5) > 0 {
				d.loops[k] = free[k]
			}
		}
		if random.IntN(3) == 0 && d.loops[1] >= 0 {
			d.columns = 3
		}
		return d
	}
	around := loops(random.IntN(2))
	own := 1 + random.IntN(2)
	again := random.IntN(3) == 0
	inner := loops(own)
	names := []string{"a", "b", "c", "d", "e"}
	known := map[string]dimensions{}
	for range 1 + random.IntN(3) {
		if !again && len(p.statements) > 0 { // loops of its own, as many iterations
			for k := range inner {
				inner[k], p.trips = len(p.trips), append(p.trips, p.trips[inner[k]])
			}
		}
		s := counted{loops: append(append([]int(nil), inner...), around...)}
		for _, k := range random.Perm(len(names))[:1+random.IntN(3)] {
			if _, ok := known[names[k]]; !ok {
				known[names[k]] = array(len(s.loops))
			}
			s.arrays, s.variables = append(s.arrays, known[names[k]]), append(s.variables, names[k])
		}
		p.statements = append(p.statements, s)
	}
	return p
}

// phases is the mean over the places in a line where arrays may begin.
func (p counting) phases(lines int) []float64 {
	out := make([]float64, len(p.statements))
	for phase := int64(0); phase < 32; phase += 4 {
		for k, n := range p.execute(32, int64(lines), phase) {
			out[k] += float64(n) / 8
		}
	}
	return out
}

// programs calls a test with random programs and caches of so many lines.
func programs(count int, test func(p counting, lines int)) {
	random := rand.New(rand.NewPCG(5, 6))
	if testing.Short() {
		count /= 4
	}
	for range count {
		test(draw(random), 1<<(2+random.IntN(8)))
	}
}

// The formulas are what the rules say, access by access. They compare mean misses
// with the lines of the cache, so that they may lie between a smaller and a larger
// cache where those differ.
func TestCountersStepByStep(t *testing.T) {
	found, equal, all := 0, 0, 0
	programs(160, func(p counting, lines int) {
		got, want := p.model(t, 32*lines, 32, 2), p.phases(lines)
		for k, x := range got {
			near := 0.005*want[k] + 0.1
			if want[k] == 0 {
				found++
			}
			if all++; x > want[k]-near && x < want[k]+near {
				equal++
				continue
			}
			if least, most := p.phases(lines + lines/4 + 2)[k], p.phases(lines - lines/4 - 1)[k]; x < min(least, want[k])-near || x > max(most, want[k])+near {
				t.Errorf("%d lines, loops of %d, statement %d of %+v: %.2f misses, step by step %.2f", lines, p.trips, k, p.statements, x, want[k])
			}
		}
	})
	t.Logf("%d statements, %d equal, %d find all", all, equal, found)
	if equal < all*19/20 || found == 0 {
		t.Errorf("of %d statements %d are equal, and %d find all that they access", all, equal, found)
	}
}

// A larger cache misses no more.
func TestCountersOfLargerCaches(t *testing.T) {
	programs(200, func(p counting, lines int) {
		before := p.model(t, 32*lines, 32, 2)
		for what, after := range map[string][]float64{"sets": p.model(t, 64*lines, 32, 2), "ways": p.model(t, 64*lines, 32, 4)} {
			t.Run(what, func(t *testing.T) {
				for k := range after {
					if after[k] > before[k]*(1+1e-9) {
						t.Errorf("%d lines, loops of %d, %+v: twice the %s: statement %d misses %g, before %g", lines, p.trips, p.statements, what, k, after[k], before[k])
					}
				}
			})
		}
	})
}

// By hand: lines of 32 bytes hold 8 elements; n elements in a row lie in
// 1 + (n-1)/8 lines on the average.
func TestCounters(t *testing.T) {
	row := func(n int64) dimensions { return dimensions{extents: []int64{n}, loops: []int{0}, columns: 1} }
	one := func(loops []int, of dimensions, names ...string) counted {
		s := counted{loops: loops, variables: names}
		for range names {
			s.arrays = append(s.arrays, of)
		}
		return s
	}
	cases := []struct {
		name  string
		lines int
		trips []int64
		of    []counted
		want  []float64
	}{
		{"a row", 64, []int64{81}, []counted{one([]int{0}, row(81), "a")}, []float64{11}},
		{"two passes over 11 lines of 16", 16, []int64{81, 2}, []counted{one([]int{0, 1}, row(81), "a")}, []float64{11}},
		{"two passes over 11 lines of 8", 8, []int64{81, 2}, []counted{one([]int{0, 1}, row(81), "a")}, []float64{22}},
		{"a second statement finds them", 16, []int64{81, 81}, []counted{one([]int{0}, row(81), "a"), one([]int{1}, row(81), "a")}, []float64{11, 0}},
		{"a second statement finds what the first has", 16, []int64{41, 81}, []counted{one([]int{0}, row(81), "a"), one([]int{1}, row(81), "a")}, []float64{6, 5}},
		{"not with another one between", 16, []int64{81, 41, 81}, []counted{one([]int{0}, row(81), "a"), one([]int{1}, row(81), "b"), one([]int{2}, row(81), "a")}, []float64{11, 6, 11}},
		{"nor in a repeated loop", 16, []int64{81, 81, 3}, []counted{one([]int{0, 2}, row(81), "a"), one([]int{1, 2}, row(81), "b")}, []float64{33, 33}},
		{"which finds what stays", 32, []int64{81, 81, 3}, []counted{one([]int{0, 2}, row(81), "a"), one([]int{1, 2}, row(81), "b")}, []float64{11, 11}},
		{"statements of one loop", 8, []int64{81}, []counted{one([]int{0}, row(81), "a", "b"), one([]int{0}, row(81), "b", "c")}, []float64{22, 11}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for k, got := range (counting{c.trips, c.of}).model(t, 32*c.lines, 32, 2) {
				if got < c.want[k]-1e-9 || got > c.want[k]+1e-9 {
					t.Errorf("%s: statement %d misses %g, want %g", c.name, k, got, c.want[k])
				}
			}
		})
	}
}
