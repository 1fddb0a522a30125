package inspector

import (
	"encoding/binary"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/indexset"
)

// sections returns the elements of an access that the processor's iterations
// touch.
func (x *executed) sections(a *comm.Access) ([]indexset.Section, error) {
	if x.sets == nil || !x.oneLoopEach(a) {
		return x.listed(a)
	}
	s := make(indexset.Section, len(a.Subs))
	for _, l := range x.p.Ranges {
		if len(x.sets[l]) == 0 {
			return nil, nil
		}
	}
	if idle, err := x.idle(); idle || err != nil {
		return nil, err
	}
	for d, sub := range a.Subs {
		if x.isSearched(a, d) {
			var err error
			if s[d], err = x.found(a, d); err != nil {
				return nil, err
			}
			continue
		}
		offset, err := x.n.subscript(comm.Affine{Offset: sub.Offset}, x.values)
		switch {
		case err != nil:
			return nil, err
		case sub.Loop == nil:
			s[d] = indexset.Indices{offset}
			continue
		}
		turn, err := x.turn(a, d)
		if err != nil {
			return nil, err
		}
		for _, i := range x.sets[sub.Loop] {
			s[d] = append(s[d], sub.Scale*(i+turn(i))+offset)
		}
		s[d] = indexset.Sorted(s[d])
	}
	return []indexset.Section{s}, nil
}

// turn returns how many positions further on than x a circular reference reads
// along an array dimension: none along others.
func (x *executed) turn(a *comm.Access, d int) (func(i int64) int64, error) {
	if a.Turn == nil || a.Turn.Dim != d || a.Subs[d].Loop == nil {
		return func(int64) int64 { return 0 }, nil
	}
	by, err := x.n.integer(a.Turn.By, x.values)
	if err != nil {
		return nil, err
	}
	n, err := x.n.integer(a.Turn.N, x.values)
	if err != nil {
		return nil, err
	}
	_, last, err := x.bounds(a.Subs[d].Loop)
	return func(i int64) int64 {
		if i > last-by {
			return by - n
		}
		return by
	}, err
}

// oneLoopEach reports whether no two subscripts run with the same loop, and none with
// several.
func (x *executed) oneLoopEach(a *comm.Access) bool {
	seen := map[*comm.Loop]bool{}
	for d := range a.Subs {
		loops, known := x.loopsOf(a, d)
		if !known || len(loops) > 1 || len(loops) == 1 && seen[loops[0]] {
			return false
		}
		for _, l := range loops {
			seen[l] = true
		}
	}
	return true
}

// listed collects the elements iteration by iteration.
func (x *executed) listed(a *comm.Access) ([]indexset.Section, error) {
	seen := map[string]bool{}
	var out []indexset.Section
	var key []byte
	subscripts, element := x.subscripts(a), make([]int64, len(a.Subs))
	err := x.each(func(values local) error {
		key = key[:0]
		for d, sub := range a.Subs {
			i, err := subscripts[d]()
			if err != nil {
				return err
			}
			turn, err := x.turn(a, d)
			if err != nil {
				return err
			}
			if sub.Loop != nil {
				i += sub.Scale * turn(int64(values[sub.Loop.Name]))
			}
			element[d] = i
			key = binary.AppendVarint(key, i)
		}
		if !seen[string(key)] {
			seen[string(key)] = true
			out = append(out, indexset.Element(element))
		}
		return nil
	})
	return indexset.Merged(out), err
}
