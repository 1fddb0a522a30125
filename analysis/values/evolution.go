package values

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// maxRows bounds the different iterations of a loop that are kept apart.
const maxRows = 1 << 10

// evolution is what the scalars are in the iterations of a loop.
type evolution struct {
	rows     []*row  // the different ones
	ended    float64 // how many there were
	alike    map[uint64][]*row
	uses     map[string]float64 // of each, in all iterations
	unsteady map[string]bool    // they have several values in one iteration
}

// row is an iteration, or several in which all is the same.
type row struct {
	of     *evolution
	values map[string]float64
	times  float64
	first  float64 // which one it is, from 0
}

// hash is the same for rows with the same values.
func (r *row) hash() (sum uint64) {
	for s, x := range r.values {
		h := fnv.New64a()
		h.Write([]byte(s))
		sum += (h.Sum64() ^ math.Float64bits(x)) * 0x9e3779b97f4a7c15
	}
	return sum
}

// note counts iterations that have ended.
func (c *evolution) note(r *row, times float64) {
	if len(r.values) == 0 || len(c.rows) > maxRows {
		return
	}
	r.first, r.times = c.ended, times
	c.ended += times
	h := r.hash()
	for _, x := range c.alike[h] {
		if maps.Equal(x.values, r.values) {
			x.times += times
			return
		}
	}
	c.rows, c.alike[h] = append(c.rows, r), append(c.alike[h], r)
}

// Evolution is how critical variables change together from one iteration of a loop
// to the next, over all its runs.
type Evolution struct {
	At     source.Span // of the loop
	First  []int       // the iteration that has a row first, from 0
	Names  []string
	Rows   [][]float64 // by iteration, then by name
	Weight []float64   // of each row, in parts of an iteration that are all of one size: equal iterations are one
	loop   *program.Do
}

// mostEvolutions bounds the loops whose evolutions are followed.
const mostEvolutions = 3

// Evolutions returns the evolutions of the loops in which most variables change that are
// used nowhere else and have one value in an iteration: of loops that do not contain each
// other, those with most variables first.
func (r *Result) Evolutions() []*Evolution {
	var all, out []*Evolution
	for at, c := range r.evolutions {
		if found := r.evolution(at, c); found != nil {
			all = append(all, found)
		}
	}
	slices.SortFunc(all, func(c, d *Evolution) int {
		return cmp.Or(cmp.Compare(len(d.Names), len(c.Names)), cmp.Compare(c.At.Start, d.At.Start))
	})
	for _, c := range all {
		nested := slices.ContainsFunc(out, func(d *Evolution) bool { return contains(c.loop, d.loop) || contains(d.loop, c.loop) })
		if !nested && len(out) < mostEvolutions {
			out = append(out, c)
		}
	}
	return out
}

func contains(outer, inner *program.Do) bool {
	found := false
	program.Statements(outer.Body, func(s program.Stmt) bool {
		found = found || s == program.Stmt(inner)
		return !found
	})
	return found
}

func (r *Result) evolution(at *program.Do, c *evolution) *Evolution {
	if len(c.rows) > maxRows {
		return nil
	}
	var changing []string
	for s, n := range c.uses {
		if u, known := r.Of(s); known && !u.Fixed() && !c.unsteady[s] && n == r.uses[s].n {
			changing = append(changing, s)
		}
	}
	if len(changing) == 0 {
		return nil
	}
	slices.Sort(changing)
	out := &Evolution{At: at.Span(), Names: changing, loop: at}
	fills, sums, parts := make([][]*row, len(c.rows)), make([]float64, len(c.rows)), 1
	for i, row := range c.rows {
		fills[i] = c.fills(row, changing)
		for _, fill := range fills[i] {
			sums[i] += fill.times
		}
		if n := leastCommonMultiple(parts, int(sums[i])); len(fills[i]) > 1 && n < 1<<20 {
			parts = n // so that whole numbers stay whole
		}
	}
	for i, row := range c.rows {
		for _, fill := range fills[i] {
			if out.add(r.filled(row, fill, changing), row.times*float64(parts)*fill.times/sums[i]) {
				out.First = append(out.First, int(row.first))
			}
		}
	}
	return out
}

func leastCommonMultiple(x, y int) int {
	a, b := x, y
	for b != 0 {
		a, b = b, a%b
	}
	return x / a * y
}

// mostFills bounds the iterations that stand for one that uses less.
const mostFills = 16

// fills are iterations in the place of which one may stand that does not use all of a list: what
// it does not use costs nothing in it, so that those that use all of that, together, keep their
// mean. One that uses all fills itself, as one does where none has what it lacks.
func (c *evolution) fills(of *row, list []string) []*row {
	lacks := func(x *row) func(string) bool {
		return func(s string) bool { _, has := x.values[s]; return !has }
	}
	missing := slices.DeleteFunc(slices.Clone(list), func(s string) bool { return !lacks(of)(s) })
	if len(missing) == 0 {
		return []*row{of}
	}
	var out []*row
	for _, x := range c.rows {
		if !slices.ContainsFunc(missing, lacks(x)) {
			out = append(out, x)
		}
	}
	switch n := len(out); {
	case n == 0:
		return []*row{of}
	case n > mostFills:
		for k := range mostFills {
			out[k] = out[k*n/mostFills]
		}
		out = out[:mostFills]
	}
	return out
}

// filled is a row with what another one has of what was not used in its iteration, or the
// mean.
func (r *Result) filled(from, fill *row, list []string) []float64 {
	out := make([]float64, len(list))
	for i, s := range list {
		x, ok := from.values[s]
		if !ok {
			x, ok = fill.values[s]
		}
		if !ok {
			u, _ := r.Of(s)
			x = u.Mean
		}
		out[i] = x
	}
	return out
}

// add counts parts of an iteration; it returns whether it is another one than those before.
func (c *Evolution) add(row []float64, parts float64) bool {
	for i, other := range c.Rows {
		if slices.Equal(row, other) {
			c.Weight[i] += parts
			return false
		}
	}
	c.Rows, c.Weight = append(c.Rows, row), append(c.Weight, parts)
	return true
}

// begin and end stand around an iteration.
func (m *machine) begin(s *program.Do) {
	if m.called {
		return
	}
	c := m.evolutions[s]
	if c == nil {
		c = &evolution{alike: map[uint64][]*row{}, uses: map[string]float64{}, unsteady: map[string]bool{}}
		m.evolutions[s] = c
	}
	m.rows = append(m.rows, &row{of: c, values: map[string]float64{}})
}

func (m *machine) end(s *program.Do) {
	if m.called {
		return
	}
	last := len(m.rows) - 1
	m.rows[last].of.note(m.rows[last], m.world.times)
	m.rows = m.rows[:last]
}

// TripsOf is the name under which evolutions have the iterations of the loop at a place.
func TripsOf(at source.Span) string { return fmt.Sprintf("iterations at %d", at.Start) }

// enterTrips notes the iterations that an asked loop has made: they may differ between those of
// the loop around.
func (m *machine) enterTrips(s *program.Do, trips float64) {
	if m.called || len(m.rows) == 0 {
		return
	}
	name := TripsOf(s.Span())
	u := m.uses[name]
	if u == nil {
		u = &use{min: trips, max: trips}
		m.uses[name] = u
	}
	u.n, u.sum = u.n+m.world.times, u.sum+m.world.times*trips
	u.min, u.max = min(u.min, trips), max(u.max, trips)
	m.enter(name, trips)
}

// enter notes the value of a scalar in the iterations that are being run.
func (m *machine) enter(s string, x float64) {
	for _, r := range m.rows {
		before, used := r.values[s]
		if used && before != x {
			r.of.unsteady[s] = true
		}
		r.values[s] = x
		r.of.uses[s] += m.world.times
	}
}
