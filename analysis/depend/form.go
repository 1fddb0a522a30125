package depend

import "slices"

// limit bounds the numbers of a linear form, so that no product of two of them
// overflows. Forms beyond it count as unknown.
const limit = 1 << 30

// term is a coefficient times a variable, by its number.
type term struct {
	v int32
	k int64
}

// form is a linear form c + sum of k*v, its terms ordered by variable, none
// with a zero coefficient.
type form struct {
	c int64
	t []term
}

// add returns f + k*g.
func (f form) add(k int64, g form) form {
	f.t = slices.Clip(f.t)
	f.plus(k, g)
	return f
}

// plus adds k*g to f, in f's own terms.
func (f *form) plus(k int64, g form) {
	f.c += k * g.c
	for _, t := range g.t {
		f.plusTerm(t.v, k*t.k)
	}
}

func (f *form) plusTerm(v int32, k int64) {
	at, found := slices.BinarySearchFunc(f.t, v, func(t term, v int32) int { return int(t.v) - int(v) })
	switch {
	case k == 0:
	case !found:
		f.t = slices.Insert(f.t, at, term{v, k})
	case f.t[at].k == -k:
		f.t = slices.Delete(f.t, at, at+1)
	default:
		f.t[at].k += k
	}
}

// scale multiplies f by k, in place.
func (f *form) scale(k int64) {
	if k == 0 {
		*f = form{}
		return
	}
	f.c *= k
	for i := range f.t {
		f.t[i].k *= k
	}
}

// small reports whether all numbers are within the limit.
func (f form) small() bool {
	for _, t := range f.t {
		if t.k > limit || t.k < -limit {
			return false
		}
	}
	return f.c <= limit && f.c >= -limit
}

func (f form) constant() bool { return len(f.t) == 0 }

func (f form) equal(g form) bool { return f.c == g.c && slices.Equal(f.t, g.t) }

// emptyForm returns a form with room for a few terms.
func (a *analysis) emptyForm() form {
	const terms = 4
	if len(a.slab) < terms {
		a.slab = make([]term, 64*terms)
	}
	f := form{t: a.slab[:0:terms]}
	a.slab = a.slab[terms:]
	return f
}
