package comm

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/mapping"
)

// A stencil with corners needs the elements of its faces for the diagonal
// references too. Where the references of a statement to one array fill a box
// around the own element, diagonals included, one message per neighbour brings
// the whole overlap area: its face, or its corner, each element once.

// bearing is where a reference lies from home: see Builder.direction.
type bearing struct {
	key, around, form string // around is the key without the signs
	offsets           []int64
}

// areas returns the keys "around" of the references that fill a box.
func (b *Builder) areas(reads []*read, at []bearing) map[string]bool {
	members := map[string][]int{}
	for i := range reads {
		if at[i].around != "" {
			members[at[i].around] = append(members[at[i].around], i)
		}
	}
	filled := map[string]bool{}
	for around, is := range members {
		filled[around] = b.Scheme.Coalesce && b.fills(reads, at, is)
	}
	return filled
}

// fills reports whether references fill a box that has corners, in steps of one
// element along BLOCK dimensions.
func (b *Builder) fills(reads []*read, at []bearing, members []int) bool {
	first := reads[members[0]]
	rank := len(first.Layout.Axes)
	corners := false
	var offsets [][]int64
	add := func(o []int64) {
		if !slices.ContainsFunc(offsets, func(x []int64) bool { return slices.Equal(x, o) }) {
			offsets = append(offsets, o)
		}
	}
	for _, i := range members {
		if at[i].form != at[members[0]].form {
			return false
		}
		own := slices.Clone(at[i].offsets)
		clear(own[:rank])
		add(own)
		add(at[i].offsets)
		corners = corners || slices.IndexFunc(at[i].offsets[:rank], nonZero) != lastNonZero(at[i].offsets[:rank])
	}
	if !corners {
		return false
	}
	sides, full := box(offsets)
	return full && dense(first.partition, first.Access, sides) && !b.oblique(first.partition, first.Access) && inBlocks(first.Access, sides)
}

func nonZero(n int64) bool { return n != 0 }

func lastNonZero(offsets []int64) int {
	for g := len(offsets) - 1; g >= 0; g-- {
		if offsets[g] != 0 {
			return g
		}
	}
	return -1
}

// inBlocks reports whether the box extends along BLOCK dimensions only.
func inBlocks(x *Access, sides []spread) bool {
	for g, axis := range x.Layout.Axes {
		if sides[g] != (spread{}) && axis.Format.Kind != mapping.Block {
			return false
		}
	}
	return true
}

// signless is a key without the signs of its shifts.
func signless(parts []string) string {
	out := slices.Clone(parts)
	for i, p := range out {
		if i > 0 && (p == "+" || p == "-" || p == "0") {
			out[i] = "~"
		}
	}
	return strings.Join(out, " ")
}

// sidesOf returns the moves of an overlap area: along each dimension of the
// array as far as the box goes on either side.
func (x *Access) sidesOf(sides []spread) []Move {
	var moves []Move
	for g, axis := range x.Layout.Axes {
		for _, shift := range []int64{sides[g].min, sides[g].max} {
			if shift != 0 {
				moves = append(moves, Move{Dim: axis.Dim, Offset: perIndex(shift, axis.Scale)})
			}
		}
	}
	slices.SortFunc(moves, func(m, n Move) int {
		if m.Dim != n.Dim {
			return m.Dim - n.Dim
		}
		return int(m.Offset - n.Offset)
	})
	return moves
}
