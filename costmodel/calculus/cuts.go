package calculus

import (
	"math"

	"github.com/parlens/parlens/analysis/symbolic"
)

// cuts are the divisions through which alone a body sees an index, so that the
// iterations between two of their steps are equal, or those one period apart.
type cuts struct {
	list   []symbolic.Division
	known  bool // there is nothing else
	cyclic int  // how many are remainders
}

// cutsOf finds the divisions of a body.
func (y *tallying) cutsOf(body Term, index string) cuts {
	key := sight{body, index}
	out, ok := y.cuts[key]
	if ok {
		return out
	}
	out.known = true
	y.cut(body, index, &out)
	for _, d := range out.list {
		if d.Cyclic {
			out.cyclic++
		}
	}
	y.cuts[key] = out
	return out
}

func (y *tallying) cut(t Term, index string, out *cuts) {
	if t == nil || !out.known || !y.sees(t, index) {
		return
	}
	for _, e := range own(t) {
		if e == 0 {
			continue
		}
		list, ok := y.c.arena.Divisions(e, index)
		for _, d := range list {
			if !out.has(d) {
				out.list = append(out.list, d)
			}
		}
		if !ok {
			out.known = false
			return
		}
	}
	for _, s := range parts(t) {
		y.cut(s, index, out)
	}
}

func (c *cuts) has(d symbolic.Division) bool {
	for _, x := range c.list {
		if x == d {
			return true
		}
	}
	return false
}

// period is after how many iterations those of a loop repeat, where all that
// they see are remainders by one number; n, their number, where they do not.
func (y *tallying) period(body Term, index string, n float64) (float64, error) {
	c := y.cutsOf(body, index)
	if !c.known || len(c.list) == 0 || c.cyclic < len(c.list) {
		return n, nil
	}
	period := 0.0
	for _, d := range c.list {
		size, err := y.value(d.Size, 1)
		if err != nil {
			return n, err
		}
		if size < 1 || period > 0 && size != period {
			return n, nil
		}
		period = size
	}
	return min(period, n), nil
}

// run is how many of at most n iterations from the present one on are equal to
// it.
func (y *tallying) run(body Term, index string, n float64) (float64, error) {
	c := y.cutsOf(body, index)
	if !c.known || c.cyclic > 0 {
		return 1, nil
	}
	for _, d := range c.list {
		at, err := y.value(d.Inner, 0)
		if err != nil {
			return 1, err
		}
		size, err := y.value(d.Size, 1)
		if err != nil || size < 1 {
			return 1, err
		}
		begin, slope := size*math.Floor(at/size), float64(d.Slope)
		if slope > 0 {
			n = min(n, math.Ceil((begin+size-at)/slope))
		} else {
			n = min(n, math.Floor((at-begin)/-slope)+1)
		}
	}
	return max(1, n), nil
}
