package calculus

// A broadcast takes as long for each element that one owner has: what a loop inside others
// came to is kept by the values that it depends on.

// ended is what a loop came to.
type ended struct {
	inputs []*plan
	known  map[string]*account
	asked  int
}

const (
	firstAsked = 64 // times that a loop is looked up before half of them must have been known
	mostKept   = 1 << 12
)

// again adds f times a loop to an account, which do goes through.
func (y *tallying) again(t Term, to *account, f float64, do func(to *account, f float64) error) error {
	e := y.ended[t]
	if e == nil { // most loops are not come to again
		y.ended[t] = &ended{}
		return do(to, f)
	}
	if e.known == nil {
		e.inputs, e.known = y.inputs(t, nil, nil), map[string]*account{}
	}
	e.asked++
	if y.kept == mostKept || e.asked > firstAsked && 2*len(e.known) > e.asked {
		return do(to, f)
	}
	key, ok := y.sight(&seen{plans: e.inputs}, nil)
	if !ok {
		return do(to, f)
	}
	a := e.known[string(key)]
	if a == nil {
		a = y.account()
		if err := do(a, 1); err != nil {
			return err
		}
		e.known[string(key)] = a
		y.kept++
	}
	y.steps -= len(a.work) / 4
	to.add(a, f)
	return nil
}

// inputs are the largest parts of what a term sees that mention no index of a loop in it.
func (y *tallying) inputs(t Term, inside []string, out []*plan) []*plan {
	switch t := t.(type) {
	case nil:
		return out
	case *SerialOver:
		inside = append(inside[:len(inside):len(inside)], t.Index)
	case *ParallelOver:
		inside = append(inside[:len(inside):len(inside)], t.Index)
	}
	for _, e := range own(t) {
		for _, x := range y.c.arena.Without(e, inside) {
			out = append(out, y.plan(x))
		}
	}
	for _, s := range parts(t) {
		out = y.inputs(s, inside, out)
	}
	return out
}
