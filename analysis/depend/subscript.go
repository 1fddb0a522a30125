package depend

// subscripts compares the dimensions one by one; false if they never meet.
func (t *tester) subscripts() bool {
	for d := range t.p.dims {
		x, y := &t.p.dims[d], &t.q.dims[d]
		switch {
		case !x.known:
			t.doubt = x.text + " is known at run time only"
		case !y.known:
			t.doubt = y.text + " is known at run time only"
		case !t.dimension(x.form, y.form):
			return false
		}
	}
	t.rough = t.rough || t.p.guard.number() != t.q.guard.number() || t.p.guard.says()
	return t.simple(t.p.loop) && t.simple(t.q.loop)
}

// simple notes whether the loops' iterations are independent of each other;
// false if one has none.
func (t *tester) simple(l *loop) bool {
	for ; l != nil; l = l.parent {
		if l.trip == 0 {
			return false
		}
		t.rough = t.rough || !l.simple || l.random
	}
	return true
}

// dimension compares one dimension: no loop (ZIV) or one loop with equal
// factors (strong SIV) are decided here; false if the subscripts never meet.
func (t *tester) dimension(x, y form) bool {
	if len(x.t) != len(y.t) {
		t.rough = true
		return true
	}
	var depth int32
	var factor int64
	for i, u := range x.t {
		v := &t.a.vars[u.v]
		switch {
		case u != y.t[i]:
			t.rough = true
			return true
		case v.fixed():
		case v.index == everyTime && len(x.t) == 1 && x.c == y.c && t.sameLimits():
			return true
		case v.store > 0 || v.index > t.c || depth > 0 || t.near.at(v.index).x != u.v:
			t.rough = true
			return true
		default:
			depth, factor = v.index, u.k
		}
	}
	if depth == 0 {
		return x.c == y.c
	}
	return t.distance(depth, factor, x.c-y.c)
}

// distance notes factor*(q's iteration - p's) = c.
func (t *tester) distance(depth int32, factor, c int64) bool {
	if c%factor != 0 || t.sure[depth] && t.dist[depth] != c/factor {
		return false
	}
	t.dist[depth], t.sure[depth] = c/factor, true
	if trip := t.near.at(depth).trip; trip >= 0 && abs(c/factor) >= trip {
		return false
	}
	return true
}

// sameLimits reports whether both classes have the same sections, whatever the
// iteration.
func (t *tester) sameLimits() bool {
	if len(t.p.limits) != len(t.q.limits) {
		return false
	}
	for i, f := range t.p.limits {
		if !f.equal(t.q.limits[i]) {
			return false
		}
		for _, u := range f.t {
			if v := &t.a.vars[u.v]; !v.fixed() && v.index != everyTime {
				return false
			}
		}
	}
	return true
}
