package depend

import "slices"

// access is a place that an iteration reads or writes: an element of what key
// names, with its subscripts from the outermost on.
type access struct {
	key    string
	base   variable // of the array, or of the object that has it
	part   string   // the name of an array of an object
	holder string   // the name of the part of another one that this object is
	name   string   // as the program has it
	subs   []form
	write  bool
	at     place

	guards   []form // that are 0 where the access is made
	optional bool   // a condition decides whether it is
	with     string // in a reduction, the operation that combines the element with a value; else ""
}

// outcome is whether two accesses of different iterations can meet.
type outcome uint8

const (
	never outcome = iota
	perhaps
	meets
)

// meet tells whether an access of one iteration meets one of another.
func (s *scan) meet(w, r access) outcome {
	n := min(len(w.subs), len(r.subs))
	diffs := make([]form, n) // what must be 0 in every dimension
	for d := range n {
		diffs[d] = w.subs[d].plus(s.other(r.subs[d]), -1)
	}
	for _, g := range w.guards {
		for _, h := range r.guards {
			d := g.plus(s.other(h), -1)
			diffs = append(diffs, d, constant(0).plus(d, -1)) // to be added to others, or taken from them
		}
	}
	if s.apart(diffs) || s.disjoint(diffs) {
		return never
	}
	pinned, shifted, exact := s.once(), false, true
	by := map[string]int{} // how far the other iteration is, by iterator
	for found := true; found; {
		found, exact = false, true
		for i, d := range diffs {
			diffs[i] = s.same(d, pinned)
			name, k, ok := s.pins(diffs[i])
			switch {
			case !ok:
				exact = exact && diffs[i].isConstant() && diffs[i].c == 0
			case k == 0:
				found, pinned[name] = true, true
			default:
				if x, twice := by[name]; twice && x != k {
					return never
				}
				by[name], shifted = k, true
			}
		}
	}
	all := true
	for _, i := range s.iterators {
		all = all && pinned[i]
	}
	for i := range by {
		if pinned[i] {
			return never
		}
	}
	switch {
	case all && !shifted:
		return never
	case exact && !w.optional && !r.optional:
		return meets
	}
	return perhaps
}

// firm is the number of first subscripts that move with the loop alone. An element that
// moves with something else, too, never surely meets another.
func (s *scan) firm(x access) int {
	loose := slices.IndexFunc(x.subs, func(f form) bool {
		for name := range f.coef {
			if _, made := s.made[name]; s.moving[name] && !made && !slices.Contains(s.iterators, name) {
				return true
			}
		}
		return !f.known
	})
	if loose < 0 {
		return len(x.subs)
	}
	return loose
}

// once are the iterators of the loop with at most one value.
func (s *scan) once() map[string]bool {
	out := map[string]bool{}
	for _, i := range s.iterators {
		if b, ok := s.bounds[i]; ok {
			if n := b[1].plus(b[0], -1); n.isConstant() && n.c <= 1 {
				out[i] = true
			}
		}
	}
	return out
}

// apart tells whether the greatest common divisor of the coefficients keeps two
// elements apart, in one dimension or in the sum of some.
func (s *scan) apart(diffs []form) bool {
	if len(diffs) > 6 {
		diffs = diffs[:6]
	}
	for set := 1; set < 1<<len(diffs); set++ {
		sum := constant(0)
		for d, x := range diffs {
			if set>>d&1 == 1 {
				sum = sum.plus(x, 1)
			}
		}
		if !sum.known {
			continue
		}
		g, moving := 0, true
		for name, n := range sum.coef {
			g = gcd(g, n)
			moving = moving && s.varies(name)
		}
		if moving && (g == 0 && sum.c != 0 || g > 1 && sum.c%g != 0) {
			return true
		}
	}
	return false
}

// disjoint tells whether the bounds of loops keep two elements apart: k+1 and
// above, and k.
func (s *scan) disjoint(diffs []form) bool {
	for _, d := range diffs {
		if low := s.extreme(d, 1); low.isConstant() && low.c > 0 {
			return true
		}
		if high := s.extreme(d, -1); high.isConstant() && high.c < 0 {
			return true
		}
	}
	return false
}

// extreme puts bounds in for iterators, so that a form becomes least (sign 1) or
// greatest (sign -1); bounds may have iterators of loops around in them.
func (s *scan) extreme(d form, sign int) form {
	for range maxNest {
		with := map[string]form{}
		for name, n := range d.coef {
			b, bounded := s.bounds[plain(name)]
			if !bounded {
				continue
			}
			if name != plain(name) {
				b = [2]form{s.other(b[0]), s.other(b[1])}
			}
			if n*sign > 0 {
				with[name] = b[0]
			} else {
				with[name] = b[1].plus(constant(1), -1)
			}
		}
		if len(with) == 0 {
			break
		}
		d = d.with(with)
	}
	return d
}

// maxNest is how many loops deep bounds are put into each other.
const maxNest = 8

// same is a form where some atoms are equal in both iterations, and with them what
// is made of them.
func (s *scan) same(d form, pinned map[string]bool) form {
	with := map[string]form{}
	for name := range d.coef {
		of, made := s.made[plain(name)]
		if pinned[plain(name)] || made && !slices.ContainsFunc(of, func(x string) bool { return !pinned[x] }) {
			with[name] = atom(plain(name))
		}
	}
	return d.with(with)
}

// pins returns the iterator i for which a dimension holds only where the other
// iteration has i + k.
func (s *scan) pins(d form) (i string, k int, ok bool) {
	if !d.known || len(d.coef) != 2 {
		return "", 0, false
	}
	for _, i := range s.iterators {
		if c := d.coef[i]; c != 0 && d.coef[i+prime] == -c && d.c%c == 0 {
			return i, d.c / c, true
		}
	}
	return "", 0, false
}

// prime marks the atoms of the other iteration.
const prime = "'"

func plain(name string) string {
	if n := len(name) - 1; n >= 0 && name[n:] == prime {
		return name[:n]
	}
	return name
}

// other is a form as another iteration has it.
func (s *scan) other(x form) form {
	with := map[string]form{}
	for name := range x.coef {
		if s.varies(name) {
			with[name] = atom(name + prime)
		}
	}
	return x.with(with)
}

// varies tells whether an atom differs between iterations.
func (s *scan) varies(name string) bool { return s.moving[plain(name)] }
