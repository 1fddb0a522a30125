package calculus

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// How many elements each owner has of what each other one needs is a sum for each pair
// of processors. Going through the elements once gives those of all pairs.

// moreForCounts is how many steps more a term with such sums may take: its formulas would
// take longer.
const moreForCounts = 1 << 22

// ErrTooManyElements ends an evaluation in which a sum lists more than there are steps for. Its
// formula is no help: it takes longer, and samples say nothing of what is listed once.
var ErrTooManyElements = errors.New("the elements that processors exchange are too many to be listed: several iterations may need the same")

// counting is a sum that counts, with what it came to for all values of At.
type counting struct {
	symbolic.Counted
	as          int         // slot
	needs       []int       // slots of what the counts depend on
	loops, some []countLoop // whose indices are tried
	solved      []countLoop
	tables      map[string]*table // by the values of needs
}

// countLoop is one index of it, with what the tests see of it beside those inside.
type countLoop struct {
	symbolic.CountedLoop
	slot int
	view *seen
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
	c = &counting{Counted: s, as: y.slot(s.As), tables: map[string]*table{}}
	if len(y.sums) == 0 {
		y.steps += moreForCounts
	}
	y.sums[s.As] = c
	for _, d := range y.sums {
		if d != c && d.Same(s) {
			c.needs, c.loops, c.some, c.solved, c.tables = d.needs, d.loops, d.some, d.solved, d.tables
			return c
		}
	}
	y.viewed(c)
	return c
}

// viewed finds what the tests and bounds of a sum see of its indices.
func (y *tallying) viewed(c *counting) {
	exprs := append([]symbolic.Expr{c.Each}, c.Of...)
	var names []string
	for k, l := range slices.Concat(c.Loops, c.Some) {
		of := countLoop{CountedLoop: l, slot: y.slot(l.Index), view: &seen{slot: y.slot(l.Index)}}
		exprs, names = append(exprs, l.Lo, l.Hi), append(names, l.Index)
		switch {
		case l.Solved != 0:
			exprs, c.solved = append(exprs, l.Solved), append(c.solved, of)
		case k < len(c.Loops):
			c.loops = append(c.loops, of)
		default:
			c.some = append(c.some, of)
		}
	}
	tried := slices.Concat(c.loops, c.some)
	for k, l := range tried {
		var inside []string
		for _, x := range tried[k+1:] {
			inside = append(inside, x.Index)
		}
		for _, e := range exprs {
			y.see(e, l.Index, inside, l.view)
		}
	}
	for _, x := range y.c.arena.Free(exprs...) {
		if n := y.slot(x.Name); !slices.Contains(names, x.Name) && !slices.Contains(c.needs, n) {
			c.needs = append(c.needs, n)
		}
	}
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
	t := &table{map[string]float64{}, map[int]map[string][]float64{}}
	err := y.through(c.loops, 1, func(n float64) error {
		if len(c.some) == 0 {
			return y.enter(c, t, n, nil)
		}
		met := map[string]bool{}
		return y.through(c.some, n, func(float64) error { return y.enter(c, t, n, met) })
	})
	if len(c.some) > 0 && errors.Is(err, ErrTooManySteps) {
		err = ErrTooManyElements
	}
	if err == nil {
		c.tables[string(given)] = t
	}
	return t, err
}

// through goes through the iterations of loops, once for equal ones, each of which stands for n.
func (y *tallying) through(loops []countLoop, n float64, do func(n float64) error) error {
	if len(loops) == 0 {
		if y.steps--; y.steps < 0 {
			return ErrTooManySteps
		}
		return do(n)
	}
	l := loops[0]
	first, err := y.value(l.Lo, 0)
	if err != nil {
		return err
	}
	last, err := y.value(l.Hi, 0)
	if err != nil || last < first {
		return err
	}
	y.given[l.slot] = true
	defer func() { y.given[l.slot] = false }()
	each := y.iterations
	if len(loops) > 1 {
		each = y.distinct
	}
	return each(l.view, first, last-first+1, func(i float64) { y.values[l.slot] = i }, func(equal float64) error {
		return y.through(loops[1:], n*equal, do)
	})
}

// enter counts n for what the tests are at present, if met has not got it yet.
func (y *tallying) enter(c *counting, t *table, n float64, met map[string]bool) error {
	each, err := y.value(c.Each, 1)
	if err != nil || each == 0 {
		return err
	}
	key, err := y.key(c.Of)
	if err != nil {
		return err
	}
	whole := []byte(key)
	for _, l := range c.solved {
		x, err := y.value(l.Solved, 0)
		if err != nil {
			return err
		}
		lo, err := y.value(l.Lo, 0)
		if err != nil {
			return err
		}
		hi, err := y.value(l.Hi, 0)
		if err != nil || x < lo || x > hi {
			return err
		}
		whole = appended(whole, x)
	}
	if met != nil {
		if met[string(whole)] {
			return nil
		}
		met[string(whole)], each = true, 1
	}
	t.counts[key] += n * each
	return nil
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
