package calculus

import (
	"cmp"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// busier tells whether a resource of the composition t has more work than its
// longest branch takes.
func (b *bill) busier(t Term, longest float64) (bool, error) {
	b.c.Model(t)
	peak, err := b.value(b.c.peaks[t])
	return peak > longest*(1+tie), err
}

// resource charges the uses of the busiest resource of t.
func (b *bill) resource(t Term, f float64, err error) error {
	if err != nil {
		return err
	}
	work := map[resource]float64{}
	if err := b.uses(t, 1, func(l *Delay, r, x float64) { work[resource{l.Array, r}] += x }); err != nil {
		return err
	}
	busiest := busiestOf(work)
	return b.uses(t, f, func(l *Delay, r, x float64) {
		if (resource{l.Array, r}) == busiest {
			b.charges[b.at[l]].Seconds += x
		}
	})
}

// resource is one entry of a vector.
type resource struct {
	array  int
	number float64
}

// busiestOf is the resource with the most work, the first one of equals.
func busiestOf(work map[resource]float64) resource {
	most := 0.0
	for _, x := range work {
		most = max(most, x)
	}
	first := func(x, y resource) int {
		return cmp.Or(cmp.Compare(x.array, y.array), cmp.Compare(x.number, y.number))
	}
	for _, r := range slices.SortedFunc(maps.Keys(work), first) {
		if work[r] >= most*(1-tie) {
			return r
		}
	}
	return resource{}
}

// uses calls do for every use of a resource in t: the resource and the work,
// times f.
func (b *bill) uses(t Term, f float64, do func(l *Delay, resource, work float64)) error {
	if b.steps--; b.steps < 0 {
		return ErrTooManySteps
	}
	inside := func(s Term, f float64) error { return b.uses(s, f, do) }
	switch t := t.(type) {
	case *Delay:
		if t.Resource == 0 || t.Amount == 0 {
			return nil
		}
		r, x, err := b.work(t)
		do(t, r, f*x)
		return err
	case *SerialOver:
		return b.eachIndex(t.Index, t.Lo, t.Hi, t.Body, f, inside)
	case *ParallelOver:
		return b.eachIndex(t.Index, t.Lo, t.Hi, t.Body, f, inside)
	case *If:
		return b.share(t, f, inside)
	}
	return b.each(parts(t), func(s Term) error { return inside(s, f) })
}

// work is the resource of a delay and what it does there.
func (b *bill) work(l *Delay) (resource, work float64, err error) {
	resource, err = b.value(l.Resource)
	if err != nil {
		return 0, 0, err
	}
	if work, err = b.value(l.Amount); err != nil || l.Servers == 0 {
		return resource, work, err
	}
	servers, err := b.value(l.Servers)
	return resource, work / servers, err
}

// sees tells whether something in t depends on an index.
func (b *bill) sees(t Term, index string) bool {
	key := sight{t, index}
	known, ok := b.seen[key]
	if !ok {
		known = b.looks(t, index)
		b.seen[key] = known
	}
	return known
}

// sight is a question of sees.
type sight struct {
	t     Term
	index string
}

func (b *bill) looks(t Term, index string) bool { return sees(b.c, t, index, b.sees) }

// sees tells whether a term or one in it, which inner looks at, depends on an
// index.
func sees(c *Calculus, t Term, index string, inner func(Term, string) bool) bool {
	for _, e := range own(t) {
		if e != 0 && c.mentions(index, e) {
			return true
		}
	}
	for _, s := range parts(t) {
		if s != nil && inner(s, index) {
			return true
		}
	}
	return false
}

// own are the expressions of a term itself; none are 0.
func own(t Term) []symbolic.Expr {
	switch t := t.(type) {
	case *Delay:
		return []symbolic.Expr{t.Amount, t.Resource, t.Servers}
	case *SerialOver:
		return []symbolic.Expr{t.Lo, t.Hi}
	case *ParallelOver:
		return []symbolic.Expr{t.Lo, t.Hi}
	case *If:
		return []symbolic.Expr{t.Cond, t.Weight}
	}
	return nil
}
