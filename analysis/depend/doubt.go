package depend

import "strings"

// doubts says why a dependence that was not excluded is only assumed; "" when
// the subscripts decide that it is there.
func (t *tester) doubts(a answer, level int32, extra ...order) string {
	switch {
	case t.doubt != "":
		return t.doubt
	case a == maybe:
		return "whether they meet could not be decided"
	case !t.rough:
		return ""
	}
	for k := int32(1); k <= t.c; k++ {
		if t.near.at(k).random && t.uses(k) {
			return "whether they meet depends on the step of the loop"
		}
	}
	shared, apart := t.unknowns()
	switch {
	case apart != "":
		return strings.ToUpper(apart) + " is known at run time only"
	case shared != "" && t.decide(level, true, extra...) != some:
		return "whether they meet depends on " + strings.ToUpper(shared)
	}
	return ""
}

// uses reports whether a subscript depends on the loop's iteration.
func (t *tester) uses(level int32) bool {
	for _, k := range [2]*class{t.p, t.q} {
		for _, d := range k.dims {
			for _, u := range d.form.t {
				if u.v == t.near.at(level).x {
					return true
				}
			}
		}
	}
	return false
}

// unknowns names a symbol that stays in the equations of the last question: one
// whose value is the same for both references, and one for which it is not.
func (t *tester) unknowns() (shared, apart string) {
	for d := range t.p.dims {
		x, y := &t.p.dims[d], &t.q.dims[d]
		if !x.known || !y.known {
			continue
		}
		r := t.fill(part{0, 1, x.form}, part{1, -1, y.form})
		for i, v := range t.system.vars {
			if u := &t.a.vars[v]; r[i+1] != 0 && !u.iterates() {
				if t.system.owner[i] == 2 {
					shared = u.text
				} else {
					apart = u.text
				}
			}
		}
	}
	return shared, apart
}

// steps returns the extent in every common loop of a dependence that the level
// carries, from source to sink.
func (t *tester) steps(level int32, sign int64) []Step {
	out := make([]Step, t.c)
	for k := int32(1); k <= t.c; k++ {
		switch {
		case k < level || level == 0:
			out[k-1] = distance(0)
		case t.near.at(k).random:
			out[k-1] = Step{Direction: Any}
		case t.sure[k]:
			out[k-1] = distance(sign * t.dist[k])
		case k == level:
			out[k-1] = Step{Direction: Before}
		default:
			out[k-1] = Step{Direction: t.directions(level, sign, k)}
		}
	}
	if level > 0 && t.near.at(level).random {
		out[level-1] = Step{Direction: Before}
	}
	return out
}

// directions finds which directions a dependence can have in a loop inside the
// one that carries it.
func (t *tester) directions(level int32, sign int64, k int32) Direction {
	if !t.rough || t.near.at(level).random || t.irrelevant(k) {
		return Any
	}
	var out Direction
	for i, d := range [3]Direction{Before, Same, After} {
		if t.ask(level, order{level, sign}, order{k, sign * int64(1-i)}) != none {
			out |= d
		}
	}
	return out
}
