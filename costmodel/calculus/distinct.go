package calculus

import (
	"math"

	"github.com/parlens/parlens/analysis/symbolic"
)

// each calls do for the iterations of a loop: once with their number for those
// that are equal.
func (y *tallying) each(index string, lo, hi symbolic.Expr, body Term, do func(n float64) error) error {
	first, err := y.value(lo, 0)
	if err != nil {
		return err
	}
	last, err := y.value(hi, 0)
	if err != nil || last < first {
		return err
	}
	if !y.sees(body, index) {
		return do(math.Floor(last-first) + 1)
	}
	n := y.slot(index)
	old, was := y.values[n], y.given[n]
	y.given[n] = true
	err = y.distinct(y.view(body, index), first, math.Floor(last-first)+1, func(i float64) { y.values[n] = i }, do)
	y.values[n], y.given[n] = old, was
	return err
}

// fewAlone is how many iterations are not compared with others: most loops have few kinds.
const fewAlone = 8

// group is iterations that are equal to the one at.
type group struct{ at, n float64 }

// distinct calls do for the n iterations of a loop from first on, once for all that see
// the same values, wherever they stand.
func (y *tallying) distinct(v *seen, first, n float64, at func(i float64), do func(n float64) error) error {
	if n < fewestRepeated || !v.follows() {
		return y.iterations(v, first, n, at, do)
	}
	var groups []group
	known := map[string]int{}
	alone := fewAlone
	err := y.iterations(v, first, n, at, func(n float64) error {
		if alone--; alone >= 0 {
			return do(n)
		}
		if y.steps--; y.steps < 0 {
			return ErrTooManySteps
		}
		key, ok := y.sight(v, nil)
		if !ok {
			return do(n)
		}
		k, ok := known[string(key)]
		if !ok {
			k = len(groups)
			known[string(key)] = k
			groups = append(groups, group{at: y.values[v.slot]})
		}
		groups[k].n += n
		return nil
	})
	for _, g := range groups {
		if err != nil {
			return err
		}
		at(g.at)
		err = do(g.n)
	}
	return err
}

// sight appends the values that an iteration sees; false where they are not known.
func (y *tallying) sight(v *seen, key []byte) ([]byte, bool) {
	for _, p := range v.plans {
		x, err := y.evaluate(p)
		if err != nil {
			return nil, false
		}
		key = appended(key, x)
	}
	for _, c := range v.choices {
		x, err := y.value(c.cond, 0)
		side, ok := c.els, err == nil
		if x != 0 {
			side = c.then
		}
		if ok {
			key, ok = y.sight(side, key)
		}
		if !ok {
			return nil, false
		}
	}
	return key, true
}
