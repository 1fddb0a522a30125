package calculus

import (
	"fmt"
	"math"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Tally is what a term takes for one assignment of its symbols, split over the
// sites that its delays stand for.
type Tally struct {
	T, Phi float64
	Shares []float64       // of T, by site; they add up to T where every delay has a site
	Work   map[Use]float64 // by site and resource
	Loads  map[Use]float64 // by resource, of all sites together
	Steps  int             // that it took
}

// Use is the work that a site puts on one resource of an array.
type Use struct {
	Site, Array int
	Resource    int64
}

// Tally evaluates T, phi and delta without any formula, by the rules of Model: it
// goes through the iterations of the loops whose bodies see their index, and
// multiplies the others. site numbers the delays, from 0 to below sites; a delay
// with the site -1 counts for none. It takes at most limit steps, and ends with
// ErrTooManySteps where that is not enough: the formulas are for those.
func (c *Calculus) Tally(t Term, env map[string]float64, site func(*Delay) int, sites, limit int) (*Tally, error) {
	y := &tallying{c: c, site: site, sites: sites, steps: limit, slots: map[string]int{}, known: map[symbolic.Expr]*plan{}, sums: map[string]*counting{}, ended: map[Term]*ended{}, seen: map[sight]bool{}, views: map[sight]*seen{}}
	for name, x := range env {
		y.values[y.slot(name)] = x
	}
	for i := range y.values {
		y.given[i] = true
	}
	sum := y.account()
	if t != nil {
		if err := y.term(t, sum, 1); err != nil {
			return nil, err
		}
	}
	return &Tally{sum.T, sum.phi, sum.shares, sum.work, sum.loads, max(0, limit-y.steps)}, nil
}

// tallying is one evaluation.
type tallying struct {
	c      *Calculus
	site   func(*Delay) int
	sites  int
	steps  int
	slots  map[string]int // of symbols
	values []float64
	given  []bool
	known  map[symbolic.Expr]*plan
	sums   map[string]*counting
	ended  map[Term]*ended
	kept   int // accounts in those
	seen   map[sight]bool
	views  map[sight]*seen
	free   []*account
}

// plan is an expression ready for evaluation.
type plan struct {
	tape   *symbolic.Tape
	from   []int // slots of its inputs
	in     []float64
	out    [1]float64
	counts []*counting // sums among the inputs
}

func (y *tallying) slot(name string) int {
	n, ok := y.slots[name]
	if !ok {
		n = len(y.values)
		y.slots[name] = n
		y.values, y.given = append(y.values, 0), append(y.given, false)
	}
	return n
}

func (y *tallying) plan(e symbolic.Expr) *plan {
	p := y.known[e]
	if p == nil {
		p = &plan{tape: y.c.arena.Compile(e)}
		if p.tape.Loops() > 0 {
			y.counted(e, p)
		}
		for _, s := range p.tape.Inputs() {
			p.from = append(p.from, y.slot(s.Name))
		}
		p.in = make([]float64, len(p.from))
		y.known[e] = p
	}
	return p
}

func (y *tallying) value(e symbolic.Expr, none float64) (float64, error) {
	if e == 0 {
		return none, nil
	}
	return y.evaluate(y.plan(e))
}

func (y *tallying) evaluate(p *plan) (float64, error) {
	for _, c := range p.counts {
		if err := y.count(c); err != nil {
			return 0, err
		}
	}
	for i, n := range p.from {
		if !y.given[n] {
			return 0, &symbolic.NoValueError{Name: p.tape.Inputs()[i].Name}
		}
		p.in[i] = y.values[n]
	}
	err := p.tape.Eval(p.in, p.out[:])
	return p.out[0], p.tape.DividedBy(err, p.in)
}

// term adds f times a term to an account.
func (y *tallying) term(t Term, to *account, f float64) error {
	if y.steps--; y.steps < 0 {
		return ErrTooManySteps
	}
	switch t := t.(type) {
	case *Delay:
		return y.delay(t, to, f)
	case *Serial:
		for _, s := range t.Terms {
			if err := y.term(s, to, f); err != nil {
				return err
			}
		}
	case *SerialOver:
		return y.again(t, to, f, func(to *account, f float64) error {
			return y.each(t.Index, t.Lo, t.Hi, t.Body, func(n float64) error { return y.term(t.Body, to, f*n) })
		})
	case *Parallel:
		return y.parallel(to, f, func(branch func(Term, float64) error) error {
			for _, s := range t.Terms {
				if err := branch(s, 1); err != nil {
					return err
				}
			}
			return nil
		})
	case *ParallelOver:
		return y.again(t, to, f, func(to *account, f float64) error {
			return y.parallel(to, f, func(branch func(Term, float64) error) error {
				return y.each(t.Index, t.Lo, t.Hi, t.Body, func(n float64) error { return branch(t.Body, n) })
			})
		})
	case *If:
		return y.branch(t, to, f)
	}
	return nil
}

func (y *tallying) delay(l *Delay, to *account, f float64) error {
	x, err := y.value(l.Amount, 0)
	if err != nil || x == 0 {
		return err
	}
	site := y.site(l)
	to.T += f * x
	to.phi += f * x
	if site >= 0 {
		to.shares[site] += f * x
	}
	if l.Resource == 0 {
		return nil
	}
	r, err := y.value(l.Resource, 0)
	if err != nil {
		return err
	}
	servers, err := y.value(l.Servers, 1)
	switch {
	case err != nil:
		return err
	case r < 0:
		return errNegativeResource
	case r != math.Trunc(r):
		return fmt.Errorf("a resource has the number %v: %w", r, symbolic.ErrNotInteger)
	case r >= MaxResources:
		return ErrTooManyResources
	}
	to.work[Use{site, l.Array, int64(r)}] += f * x / servers
	to.loads[Use{0, l.Array, int64(r)}] += f * x / servers
	return nil
}

// parallel is the rule of parallel composition: the longest branch, or the
// busiest resource. Each branch stands for n equal ones.
func (y *tallying) parallel(to *account, f float64, branches func(func(Term, float64) error) error) error {
	longest, all := y.account(), y.account()
	phi := 0.0
	err := branches(func(t Term, n float64) error {
		one := y.account()
		err := y.term(t, one, 1)
		phi = max(phi, one.phi)
		for u, x := range one.work {
			all.work[u] += n * x
		}
		for u, x := range one.loads {
			all.loads[u] += n * x
		}
		if one.T > longest.T*(1+tie) {
			one, longest = longest, one
		}
		y.release(one)
		return err
	})
	if err != nil {
		return err
	}
	at, peak := busiest(all.loads)
	if peak > longest.T*(1+tie) {
		to.T += f * peak
		for u, x := range all.work {
			if u.Array == at.Array && u.Resource == at.Resource && u.Site >= 0 {
				to.shares[u.Site] += f * x
			}
		}
	} else {
		to.T += f * longest.T
		for k, x := range longest.shares {
			to.shares[k] += f * x
		}
	}
	to.phi += f * phi
	for u, x := range all.work {
		to.work[u] += f * x
	}
	for u, x := range all.loads {
		to.loads[u] += f * x
	}
	y.release(longest)
	y.release(all)
	return nil
}

// busiest is the resource with the most work, the first one of equals.
func busiest(loads map[Use]float64) (at Use, most float64) {
	for _, x := range loads {
		most = max(most, x)
	}
	found := false
	for u, x := range loads {
		before := u.Array < at.Array || u.Array == at.Array && u.Resource < at.Resource
		if x >= most*(1-tie) && (!found || before) {
			at, found = u, true
		}
	}
	return at, most
}

func (y *tallying) branch(t *If, to *account, f float64) error {
	if t.Cond != 0 {
		x, err := y.value(t.Cond, 0)
		if err != nil {
			return err
		}
		if x != 0 {
			return y.side(t.Then, to, f)
		}
		return y.side(t.Else, to, f)
	}
	w, err := y.value(t.Weight, 0)
	if err != nil {
		return err
	}
	if err := y.side(t.Then, to, f*w); err != nil {
		return err
	}
	return y.side(t.Else, to, f*(1-w))
}

func (y *tallying) side(t Term, to *account, f float64) error {
	if t == nil || f == 0 {
		return nil
	}
	return y.term(t, to, f)
}

// sees tells whether something in t depends on an index.
func (y *tallying) sees(t Term, index string) bool {
	key := sight{t, index}
	known, ok := y.seen[key]
	if !ok {
		known = sees(y.c, t, index, y.sees)
		y.seen[key] = known
	}
	return known
}
