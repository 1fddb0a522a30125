package inspector

import (
	"encoding/binary"
	"slices"

	"github.com/parlens/parlens/analysis/indexset"
	"github.com/parlens/parlens/analysis/mapping"
)

// pattern is a set of processors: those with the given coordinates in the joint
// grid, or any where it says anywhere.
type pattern []int

func (p pattern) matches(q processor) bool {
	for g, c := range p {
		if c != anywhere && q.joint[g] != c {
			return false
		}
	}
	return true
}

// nearest returns the processor of the set that agrees with another in most
// coordinates, those in all arrangements, of several the first.
func (n *Numbers) nearest(set pattern, to processor) (best processor, ok bool) {
	if !slices.Contains(set, anywhere) {
		return n.only(set)
	}
	most := -1
	for _, q := range n.all {
		same := 0
		for g, c := range q.joint {
			if to.joint[g] == c {
				same++
			}
		}
		if same > most && set.matches(q) {
			best, most = q, same
		}
	}
	return best, most >= 0
}

// only returns the first processor with all the given coordinates in the joint grid.
func (n *Numbers) only(set pattern) (p processor, ok bool) {
	if n.first == nil {
		n.first = map[string]int{}
		for i, q := range slices.Backward(n.all) {
			n.first[string(written(nil, q.joint))] = i
		}
	}
	var room [16]byte
	i, ok := n.first[string(written(room[:0], set))]
	if ok {
		p = n.all[i]
	}
	return p, ok
}

// written appends coordinates to a key.
func written(key []byte, coordinates []int) []byte {
	for _, c := range coordinates {
		key = binary.AppendVarint(key, int64(c))
	}
	return key
}

// split gives the parts of a section by owners; the first owners have been
// found.
func (n *Numbers) split(l mapping.Layout, s indexset.Section, owners pattern, values local, part func(pattern, indexset.Section)) error {
	g := len(owners)
	if g == len(l.Axes) {
		part(owners, s)
		return nil
	}
	axis := l.Axes[g]
	next := func(c int) pattern { return append(slices.Clone(owners), c) }
	switch axis.Kind {
	case mapping.Replicated:
		return n.split(l, s, next(anywhere), values, part)
	case mapping.Fixed:
		owner, err := n.along(l, g, values)
		if err != nil {
			return err
		}
		c, err := owner(0)
		if err != nil {
			return err
		}
		return n.split(l, s, next(c), values, part)
	}
	sets, err := n.byOwner(l, g, s[axis.Dim], values)
	if err != nil {
		return err
	}
	for c, set := range sets {
		if len(set) == 0 {
			continue
		}
		smaller := slices.Clone(s)
		smaller[axis.Dim] = set
		if err := n.split(l, smaller, next(c), values, part); err != nil {
			return err
		}
	}
	return nil
}

// byOwner returns by coordinate the indices of the array dimension that an axis
// distributes.
func (n *Numbers) byOwner(l mapping.Layout, g int, indices indexset.Indices, values local) ([]indexset.Indices, error) {
	owner, err := n.along(l, g, values)
	if err != nil {
		return nil, err
	}
	sets := make([]indexset.Indices, n.joint[g])
	for _, i := range indices {
		c, err := owner(i)
		if err != nil {
			return nil, err
		}
		if c >= 0 && c < len(sets) {
			sets[c] = append(sets[c], i)
		}
	}
	return sets, nil
}
