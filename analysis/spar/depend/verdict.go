package depend

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/spar"
)

// verdict puts together what has been found.
func (s *scan) verdict(l *spar.Loop) Loop {
	out := Loop{Loop: l, Calls: s.calls}
	worst := func(v Verdict, why string, at place) {
		if v > out.Verdict {
			out.Verdict, out.Why, out.At = v, why, at
		}
	}
	if s.steps > maxSteps {
		worst(May, "it does more than is looked at", place{})
	}
	for _, d := range s.doubts {
		worst(May, d.why, d.at)
	}
	s.scalars(&out, worst)
	s.forget()
	s.conflicts(&out, worst)
	slices.Sort(out.Reductions)
	return out
}

// conflicts judges the elements that iterations store, until one is found that another
// iteration needs for certain: nothing is worse.
func (s *scan) conflicts(out *Loop, worst func(Verdict, string, place)) {
	by := map[string][]int{} // accesses of each array
	for i, x := range s.accesses {
		by[x.key] = append(by[x.key], i)
	}
	if out.Verdict < May {
		s.aliases(by, worst)
	}
	firm := make([]int, len(s.accesses))
	for i, x := range s.accesses {
		firm[i] = s.firm(x)
	}
	for i, w := range s.accesses {
		if !w.write {
			continue
		}
		for _, j := range by[w.key] {
			r := s.accesses[j]
			if r.write && j < i || w.with != "" && w.with == r.with { // the parts of an element are combined
				continue
			}
			if out.Verdict == Dependent {
				return
			}
			if loose := min(firm[i], firm[j]) < min(len(w.subs), len(r.subs)); loose && out.Verdict == May {
				continue
			}
			switch s.meet(w, r) {
			case meets:
				why := "an iteration needs elements of %s that another one stores"
				if r.write {
					why = "several iterations store the same elements of %s"
				}
				worst(Dependent, fmt.Sprintf(why, w.name), r.at)
			case perhaps:
				worst(May, fmt.Sprintf("iterations may store and need the same elements of %s", w.name), r.at)
			}
		}
	}
}

// scalars judges the variables that iterations assign to.
func (s *scan) scalars(out *Loop, worst func(Verdict, string, place)) {
	for _, k := range slices.Sorted(maps.Keys(s.combined)) {
		ops := s.combined[k]
		_, carried := s.carried[k]
		_, stored := s.stored[k]
		if !carried && !stored && !slices.ContainsFunc(ops, func(op string) bool { return op != ops[0] }) {
			out.Reductions = append(out.Reductions, s.shown[k])
			continue
		}
		worst(Dependent, fmt.Sprintf("every iteration continues with %s as the one before left it", s.shown[k]), s.stored[k])
	}
	for _, k := range slices.Sorted(maps.Keys(s.stored)) {
		at, carried := s.carried[k]
		switch {
		case carried:
			worst(Dependent, fmt.Sprintf("every iteration continues with %s as the one before left it", s.shown[k]), at)
		case !strings.HasPrefix(k, "local "):
			worst(May, fmt.Sprintf("all iterations assign to %s", s.shown[k]), s.stored[k])
		}
	}
}

// forget drops forms with scalars that change in the loop.
func (s *scan) forget() {
	changes := func(x form) bool {
		for name := range x.coef {
			_, stored := s.stored[plain(name)]
			if stored || s.combined[plain(name)] != nil {
				return true
			}
		}
		return false
	}
	for i := range s.accesses {
		for _, list := range [][]form{s.accesses[i].subs, s.accesses[i].guards} {
			for d, x := range list {
				if changes(x) {
					list[d] = form{}
				}
			}
		}
	}
	for name, b := range s.bounds {
		if changes(b[0]) || changes(b[1]) {
			delete(s.bounds, name)
		}
	}
}

// aliases judges elements of what may be one array under two names.
func (s *scan) aliases(by map[string][]int, worst func(Verdict, string, place)) {
	keys := slices.Sorted(maps.Keys(by))
	for i, k := range keys {
		for _, l := range keys[i+1:] {
			a, b := s.accesses[by[k][0]], s.accesses[by[l][0]]
			if at, meet := s.between(by[k], by[l]); meet && s.overlap(a, b) {
				worst(May, fmt.Sprintf("%s and %s may be the same array", a.name, b.name), at)
			}
		}
	}
}

// between tells whether iterations store elements of one of two arrays that others have
// of the other, if the two were one.
func (s *scan) between(a, b []int) (place, bool) {
	for _, i := range a {
		for _, j := range b {
			x, y := s.accesses[i], s.accesses[j]
			if (x.write || y.write) && s.meet(x, y) != never {
				return y.at, true
			}
		}
	}
	return place{}, false
}
