package calculus

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// How many elements each owner has of what each other one needs is a sum for each pair
// of processors. Going through the elements once gives those of all pairs.

// moreForCounts is how many steps more a term with such sums may take: its formulas would
// take longer.
const moreForCounts = 1 << 22

// counting is a sum that counts, with what it came to for all values of At.
type counting struct {
	symbolic.Counted
	index, as int   // slots
	needs     []int // slots of what the counts depend on
	view      *seen
	tables    map[string]*table // by the values of needs
}

// table has the counts that are not 0 by the values of Of, and the values that one of
// those has then, in ascending order, by that one and the values of the others.
type table struct {
	counts map[string]float64
	values map[int]map[string][]float64
}

// counted takes the sums that count out of a plan.
func (y *tallying) counted(e symbolic.Expr, p *plan) {
	rest, sums := y.c.arena.Counted(e)
	if len(sums) == 0 {
		return
	}
	p.tape = y.c.arena.Compile(rest)
	for _, s := range sums {
		p.counts = append(p.counts, y.counting(s))
	}
}

func (y *tallying) counting(s symbolic.Counted) *counting {
	c := y.sums[s.As]
	if c != nil {
		return c
	}
	c = &counting{Counted: s, index: y.slot(s.Index), as: y.slot(s.As), view: &seen{slot: y.slot(s.Index)}, tables: map[string]*table{}}
	if len(y.sums) == 0 {
		y.steps += moreForCounts
	}
	y.sums[s.As] = c
	for _, d := range y.sums {
		if d != c && d.Same(s) {
			c.needs, c.view, c.tables = d.needs, d.view, d.tables
			return c
		}
	}
	for _, x := range y.c.arena.Free(append([]symbolic.Expr{s.Lo, s.Hi, s.Each}, s.Of...)...) {
		if x.Name != s.Index {
			c.needs = append(c.needs, y.slot(x.Name))
		}
	}
	for _, e := range append([]symbolic.Expr{s.Each}, s.Of...) {
		y.see(e, s.Index, nil, c.view)
	}
	return c
}

// count gives the symbol of a sum its value.
func (y *tallying) count(c *counting) error {
	t, err := y.table(c)
	if err != nil {
		return err
	}
	key, err := y.key(c.At)
	y.values[c.as], y.given[c.as] = t.counts[key], true
	return err
}

// lone is which of At is an index that the sum sees nowhere else; -1 for none.
func (y *tallying) lone(c *counting, index string) int {
	i, at := y.c.arena.Sym(index, symbolic.Index), -1
	for k, e := range c.At {
		switch {
		case e == i && at < 0:
			at = k
		case y.c.mentions(index, e):
			return -1
		}
	}
	if slices.Contains(c.needs, y.slot(index)) {
		return -1
	}
	return at
}

// table has the counts for what is given at present.
func (y *tallying) table(c *counting) (*table, error) {
	var given []byte
	for _, n := range c.needs {
		given = appended(given, y.values[n])
	}
	if t, ok := c.tables[string(given)]; ok {
		return t, nil
	}
	first, err := y.value(c.Lo, 0)
	if err != nil {
		return nil, err
	}
	last, err := y.value(c.Hi, 0)
	if err != nil {
		return nil, err
	}
	t := &table{map[string]float64{}, map[int]map[string][]float64{}}
	y.given[c.index] = true
	err = y.iterations(c.view, first, max(0, last-first+1), func(i float64) { y.values[c.index] = i }, func(n float64) error {
		if y.steps--; y.steps < 0 {
			return ErrTooManySteps
		}
		each, err := y.value(c.Each, 1)
		if err != nil || each == 0 {
			return err
		}
		key, err := y.key(c.Of)
		t.counts[key] += n * each
		return err
	})
	y.given[c.index] = false
	c.tables[string(given)] = t
	return t, err
}

// still is how many of at most n iterations i, i+stride, ... a count surely stays what it
// is at the first: where it is 0, up to the next one that is not.
func (y *tallying) still(c seenCount, i, stride, n float64) float64 {
	t, err := y.table(c.counting)
	if err != nil {
		return 1
	}
	key, err := y.key(c.At)
	if err != nil || t.counts[key] != 0 {
		return 1
	}
	values := t.along(c.at)[without(key, c.at)]
	next, _ := slices.BinarySearch(values, i)
	if next == len(values) {
		return n
	}
	return min(n, math.Ceil((values[next]-i)/stride))
}

// along are the values that Of[k] has, by those of the others.
func (t *table) along(k int) map[string][]float64 {
	all := t.values[k]
	if all == nil {
		all = map[string][]float64{}
		t.values[k] = all
		for key := range t.counts {
			rest := without(key, k)
			all[rest] = append(all[rest], math.Float64frombits(binary.LittleEndian.Uint64([]byte(key[8*k:]))))
		}
		for _, values := range all {
			slices.Sort(values)
		}
	}
	return all
}

// without is a key without the kth value.
func without(key string, k int) string { return key[:8*k] + key[8*k+8:] }

// key has the values of some expressions.
func (y *tallying) key(es []symbolic.Expr) (string, error) {
	var out []byte
	for _, e := range es {
		x, err := y.value(e, 0)
		if err != nil {
			return "", err
		}
		out = appended(out, x)
	}
	return string(out), nil
}

func appended(key []byte, x float64) []byte {
	return binary.LittleEndian.AppendUint64(key, math.Float64bits(x))
}
