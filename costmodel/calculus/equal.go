package calculus

import (
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Iterations of a loop that are equal are evaluated once: those that repeat after a
// period, and runs of them, side by side or some steps apart.

const (
	fewestRepeated = 32 // iterations of a loop whose period is worth looking for
	mostSingles    = 4  // iterations after each other that equal none, before no more are looked for
)

// seen is what a body sees of an index, with the places of the index among the inputs.
type seen struct {
	slot    int // of the index
	plans   []*plan
	inputs  []int
	counts  []seenCount
	mixed   bool // something sees the index in a way that is not followed
	choices []seenChoice
}

// seenCount is a sum that counts, of which At[at] is the index.
type seenCount struct {
	*counting
	at int
}

// seenChoice is what is seen where a condition holds, and where it does not.
type seenChoice struct {
	cond      symbolic.Expr
	then, els *seen
}

// all is what is seen, in any case.
func (v *seen) all() []*seen {
	out := []*seen{v}
	for _, c := range v.choices {
		out = append(append(out, c.then.all()...), c.els.all()...)
	}
	return out
}

// follows tells whether everything is seen by plans alone.
func (v *seen) follows() bool {
	return !slices.ContainsFunc(v.all(), func(v *seen) bool { return v.mixed || len(v.counts) > 0 })
}

// view lists what a body sees of an index.
func (y *tallying) view(body Term, index string) *seen {
	key := sight{body, index}
	v := y.views[key]
	if v == nil {
		v = &seen{slot: y.slot(index)}
		y.look(body, index, nil, v)
		y.views[key] = v
	}
	return v
}

// look adds what a term sees of an index.
func (y *tallying) look(t Term, index string, inside []string, v *seen) {
	if t == nil || !y.sees(t, index) {
		return
	}
	for _, e := range own(t) {
		y.see(e, index, inside, v)
	}
	switch t := t.(type) {
	case *SerialOver:
		inside = append(slices.Clip(inside), t.Index)
	case *ParallelOver:
		inside = append(slices.Clip(inside), t.Index)
	case *If:
		if t.Cond != 0 && len(inside) == 0 {
			v.choices = append(v.choices, seenChoice{t.Cond, y.view(t.Then, index), y.view(t.Else, index)})
			return
		}
	}
	for _, s := range parts(t) {
		y.look(s, index, inside, v)
	}
}

// see adds what an expression sees of an index, of what stands beside the indices of the
// loops inside only the parts that do not mention those.
func (y *tallying) see(e symbolic.Expr, index string, inside []string, v *seen) {
	if e == 0 {
		return
	}
	list, ok := y.c.arena.Apart(e, index, inside)
	if !ok {
		list = []symbolic.Expr{e}
	}
	for _, x := range list {
		p := y.plan(x)
		for _, c := range p.counts {
			switch k := y.lone(c, index); {
			case k < 0 && (y.c.mentions(index, c.At...) || slices.Contains(c.needs, v.slot)), len(inside) > 0:
				v.mixed = true
			case k >= 0:
				v.counts = append(v.counts, seenCount{c, k})
			}
		}
		at := slices.IndexFunc(p.tape.Inputs(), func(s symbolic.Symbol) bool { return s.Name == index })
		if at >= 0 && !slices.Contains(v.plans, p) {
			v.plans, v.inputs = append(v.plans, p), append(v.inputs, at)
		}
	}
}

// fill puts the present values into a plan, and tells which are given.
func (y *tallying) fill(p *plan) (given []bool) {
	given = make([]bool, len(p.from))
	for _, c := range p.counts {
		if y.count(c) != nil {
			return given
		}
	}
	for i, at := range p.from {
		p.in[i], given[i] = y.values[at], y.given[at]
	}
	return given
}

// period is after how many of its n iterations those of a loop repeat; n where they do
// not.
func (y *tallying) period(v *seen, n float64) float64 {
	if n < fewestRepeated || !v.follows() {
		return n
	}
	all := 1.0
	for _, v := range v.all() {
		for i, p := range v.plans {
			all = leastCommon(all, float64(p.tape.Repeats(p.in, y.fill(p), v.inputs[i])))
			if all == 0 || all > n {
				return n
			}
		}
	}
	return all
}

// leastCommon is the least common multiple, or 0 where one of them is.
func leastCommon(x, y float64) float64 {
	g, r := x, y
	for r != 0 {
		g, r = r, math.Mod(g, r)
	}
	if y == 0 {
		return 0
	}
	return x / g * y
}

// stride is the distance of iterations of which most are equal, of the n from i on. They
// are looked at from the middle as well: the first may be those that wrap around a ring.
func (y *tallying) stride(v *seen, i, n float64) float64 {
	if n < fewestRepeated || !v.follows() || y.run(v, i, 1, n) == n {
		return 1
	}
	half := math.Floor(n / 2)
	longest := func(stride float64) float64 {
		return max(y.run(v, i, stride, math.Floor(n/stride)), y.run(v, i+half, stride, math.Floor((n-half)/stride)))
	}
	best, most := 1.0, longest(1)
	for _, v := range v.all() {
		for k, p := range v.plans {
			for _, s := range p.tape.Strides(p.in, y.fill(p), v.inputs[k]) {
				if stride := float64(s); stride != best && 2*stride <= n {
					if r := longest(stride); r > most {
						best, most = stride, r
					}
				}
			}
		}
	}
	return best
}

// run is how many of at most n iterations i, i+stride, ... are surely equal to the first:
// one where something sees the index of a loop inside, too.
func (y *tallying) run(v *seen, i, stride, n float64) float64 {
	if v.mixed {
		return 1
	}
	old := y.values[v.slot]
	y.values[v.slot] = i
	defer func() { y.values[v.slot] = old }()
	for k, p := range v.plans {
		if n <= 1 || slices.Contains(y.fill(p), false) {
			return 1
		}
		p.in[v.inputs[k]] = i
		n = p.tape.Same(p.in, v.inputs[k], stride, n-1) + 1
	}
	for _, c := range v.counts {
		n = min(n, y.still(c, i, stride, n))
	}
	for _, c := range v.choices {
		x, err := y.value(c.cond, 0)
		switch {
		case err != nil:
			return 1
		case x != 0:
			n = y.run(c.then, i, stride, n)
		default:
			n = y.run(c.els, i, stride, n)
		}
	}
	return max(1, n)
}

// iterations calls do for the n iterations of a loop from first on, once for equal ones;
// at says which one it is.
func (y *tallying) iterations(v *seen, first, n float64, at func(i float64), do func(n float64) error) error {
	at(first)
	period := y.period(v, n)
	stride := y.stride(v, first, period)
	for from := range int(stride) {
		singles := 0
		for i, left := float64(from), math.Ceil((period-float64(from))/stride); left > 0; {
			run := 1.0
			if singles < mostSingles {
				if run = y.run(v, first+i, stride, left); run == 1 {
					singles++
				} else {
					singles = 0
				}
			}
			if period < n { // all of them as often
				run = min(run, math.Floor(math.Mod(n-1-i, period)/stride)+1)
			}
			at(first + i)
			if err := do(run * (math.Floor((n-1-i)/period) + 1)); err != nil {
				return err
			}
			i, left = i+run*stride, left-run
		}
	}
	return nil
}
