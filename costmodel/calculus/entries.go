package calculus

import (
	"errors"
	"fmt"
	"math"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Run is Count consecutive resources of an array, from number First on, with
// the same work, in seconds.
type Run struct {
	Array        int
	First, Count int64
	Load         float64
}

// MaxResources is the number of resources whose work is listed one by one.
const MaxResources = 1 << 21

// ErrTooManyResources ends Entries.
var ErrTooManyResources = fmt.Errorf("more than %d resources", MaxResources)

var errNegativeResource = errors.New("a resource has a negative number")

// Entries lists the vector for one assignment of its symbols: of every array
// that has work, in the order of their numbers, the resources from 0 to the last
// one used, equal neighbours together. A sum that is too long is an error.
func (c *Calculus) Entries(v Vector, env map[string]float64) ([]Run, error) {
	runs, sampled, err := c.Estimated(v, env)
	if err == nil && sampled {
		return nil, symbolic.ErrTooLong
	}
	return runs, err
}

// Estimated is Entries for sums of any length: it reports whether some were
// estimated from samples.
func (c *Calculus) Estimated(v Vector, env map[string]float64) (runs []Run, sampled bool, err error) {
	for _, loads := range v.arrays() {
		of, some, err := c.entries(loads, env)
		if err != nil {
			return nil, false, err
		}
		runs, sampled = append(runs, of...), sampled || some
	}
	return runs, sampled, nil
}

// entries is Estimated of loads on one array.
func (c *Calculus) entries(v Vector, env map[string]float64) ([]Run, bool, error) {
	last, err := c.last(v, env)
	if err != nil || last < 0 {
		return nil, false, err
	}
	const name = "\x01v"
	load, err := c.function(c.At(v, c.arena.Sym(name, symbolic.Index)), env)
	if err != nil {
		return nil, false, err
	}
	if load.tape.Loops() > 0 {
		if runs, ok := c.spread(v, env, last); ok {
			return runs, false, nil
		}
	}
	var runs []Run
	largest := 0.0
	for r := range last + 1 {
		x, err := load.at(name, float64(r))
		if err != nil {
			return nil, false, err
		}
		runs = joined(runs, Run{v[0].Array, r, 1, x})
		largest = max(largest, x)
	}
	out := runs[:0]
	for _, r := range runs {
		if math.Abs(r.Load) <= tie*largest { // what rounding leaves of nothing
			r.Load = 0
		}
		out = joined(out, r)
	}
	if n := len(out); n > 0 && out[n-1].Load == 0 {
		out = out[:n-1]
	}
	return out, load.sampled, nil
}

// joined appends a run, or lengthens the last one by it.
func joined(runs []Run, r Run) []Run {
	if n := len(runs); n > 0 && runs[n-1].Load == r.Load {
		runs[n-1].Count += r.Count
		return runs
	}
	return append(runs, r)
}

// last is the highest resource of a vector; -1 for none.
func (c *Calculus) last(v Vector, env map[string]float64) (int64, error) {
	highest := int64(-1)
	for _, l := range v {
		first, last := c.reach(l)
		for _, e := range []symbolic.Expr{first, last} {
			n, err := c.arena.EvalSampled(e, env)
			x := n.Value
			if n.Sampled {
				x = math.Floor(n.Hi)
			}
			switch {
			case err != nil:
				return 0, err
			case x < 0:
				return 0, errNegativeResource
			case x != math.Trunc(x):
				return 0, fmt.Errorf("a resource has the number %v: %w", x, symbolic.ErrNotInteger)
			case x >= MaxResources:
				return 0, ErrTooManyResources
			}
			highest = max(highest, int64(x))
		}
	}
	return highest, nil
}

// function is a compiled expression of one index, the rest bound.
type function struct {
	tape *symbolic.Tape
	in   []float64
	out  [1]float64

	sampled bool // an output was estimated from samples
}

func (c *Calculus) function(e symbolic.Expr, env map[string]float64) (*function, error) {
	f := &function{tape: c.arena.Compile(e)}
	for _, s := range f.tape.Inputs() {
		v, ok := env[s.Name]
		if !ok && s.Name[0] != '\x01' {
			return nil, fmt.Errorf("no value for %s", s.Name)
		}
		f.in = append(f.in, v)
	}
	return f, nil
}

// at evaluates the function for one value of the index.
func (f *function) at(index string, value float64) (float64, error) {
	for i, s := range f.tape.Inputs() {
		if s.Name == index {
			f.in[i] = value
		}
	}
	var err error
	if !f.sampled {
		err = f.tape.Eval(f.in, f.out[:])
		f.sampled = errors.Is(err, symbolic.ErrTooLong)
	}
	if f.sampled {
		err = f.tape.EvalMiddle(f.in, f.out[:])
	}
	return f.out[0], f.tape.DividedBy(err, f.in)
}
