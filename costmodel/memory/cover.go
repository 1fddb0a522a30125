package memory

import (
	"cmp"
	"math"
	"slices"
)

// begin is a place in a way where so many stretches begin.
type begin struct{ at, count float64 }

// cover goes through a way from its first byte to its last, in parts on which the
// same number of lines fall.
func (s stretches) cover(part func(length, lines float64)) {
	begins := s.begins()
	rounds := math.Floor(s.length / s.way) // each goes round the way so many times
	rest := s.length - rounds*s.way
	lines, first := 0.0, len(begins) // of those that end behind the end of the way, which are the last
	for i, x := range begins {
		lines += rounds * x.count
		if x.at+rest > s.way {
			first = min(first, i)
			lines += x.count
		}
	}
	end := func(k int) (at, count float64) { // the k-th end in the way
		if k < len(begins)-first {
			x := begins[first+k]
			return x.at + rest - s.way, x.count
		}
		x := begins[k-len(begins)+first]
		return x.at + rest, x.count
	}
	at, b, e := 0.0, 0, 0
	for at < s.way {
		next := s.way
		if b < len(begins) {
			next = min(next, begins[b].at)
		}
		if e < len(begins) {
			to, _ := end(e)
			next = min(next, to)
		}
		if next > at && lines > 0 {
			part(next-at, lines)
		}
		for ; b < len(begins) && begins[b].at <= next; b++ {
			lines += begins[b].count
		}
		for ; e < len(begins); e++ {
			to, count := end(e)
			if to > next {
				break
			}
			lines -= count
		}
		at = next
	}
}

// begins are where in a way the stretches begin, in order.
func (s stretches) begins() []begin {
	if out := s.inColumn(); out != nil {
		return out
	}
	out, ok := s.turns()
	if !ok {
		for _, x := range s.starts(1) {
			out = append(out, begin{wrapped(x, s.way), 1})
		}
	}
	slices.SortFunc(out, func(x, y begin) int { return cmp.Compare(x.at, y.at) })
	return out
}

func wrapped(x, way float64) float64 { return math.Mod(math.Mod(x, way)+way, way) }

// turns are the begins of stretches a whole number of bytes apart: after some steps,
// way/gcd(step, way) of them, the next ones fall on the same places. Those that columns
// have in common are one.
func (s stretches) turns() ([]begin, bool) {
	if !(s.step >= 1 && whole(s.step) && whole(s.way)) || !whole(s.from...) {
		return nil, false
	}
	turn := s.way / gcd(s.step, s.way)
	from := slices.Clone(s.from)
	slices.SortFunc(from, func(x, y float64) int {
		return cmp.Or(cmp.Compare(wrapped(x, s.step), wrapped(y, s.step)), cmp.Compare(x, y))
	})
	var out []begin
	for i := 0; i < len(from); {
		lo, hi := from[i], from[i]+s.count*s.step // the columns from i on that go on where the last one is
		for i++; i < len(from) && from[i] <= hi && wrapped(from[i], s.step) == wrapped(lo, s.step); i++ {
			hi = from[i] + s.count*s.step
		}
		s.around(lo, (hi-lo)/s.step, turn, func(x begin) { out = append(out, x) })
	}
	return out, true
}

// around gives where count stretches from a place on begin, in turns of so many.
func (s stretches) around(from, count, turn float64, each func(begin)) {
	at, step := wrapped(from, s.way), wrapped(s.step, s.way)
	for k := 0.0; k < min(turn, count); k++ {
		each(begin{at, math.Floor((count-k-1)/turn) + 1})
		if at += step; at >= s.way {
			at -= s.way
		}
	}
}

// inColumn are the begins of one column: they are as far apart as the greatest common
// divisor of its step and the way, which saves sorting them. Nil for others, and for few
// stretches in a large cache.
func (s stretches) inColumn() []begin {
	if len(s.from) != 1 || !(s.step >= 1 && whole(s.step, s.way, s.from[0])) {
		return nil
	}
	apart := gcd(s.step, s.way)
	turn, first := s.way/apart, wrapped(s.from[0], apart)
	if turn > 4*s.count {
		return nil
	}
	places := make([]begin, int(turn))
	s.around(s.from[0], s.count, turn, func(x begin) { places[int((x.at-first)/apart)] = x })
	return slices.DeleteFunc(places, func(x begin) bool { return x.count == 0 })
}

func whole(all ...float64) bool {
	return !slices.ContainsFunc(all, func(x float64) bool { return x != math.Trunc(x) || math.Abs(x) >= 1<<40 })
}
