package comm

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/mapping"
)

// A stencil with corners needs the elements of its faces for the diagonal
// references too. So the references of a statement to one array share one message
// per neighbour where one of them is a diagonal: its face, or its corner, each
// element once. Those without a diagonal need nothing twice: each direction has a
// message of its own.

// bearing is where a reference lies from home: see Builder.direction.
type bearing struct {
	key, around, form string // around is the key without the signs
	place             string // what lies at no constant distance from home; "" of what is alone
	offsets           []int64
}

// areas returns the keys "around" of the references that share a message.
func (b *Builder) areas(reads []*Read, at []bearing) map[string]bool {
	members := map[string][]int{}
	for i := range reads {
		if at[i].around != "" {
			members[at[i].around] = append(members[at[i].around], i)
		}
	}
	joined := map[string]bool{}
	for around, is := range members {
		joined[around] = b.Scheme.Coalesce && b.joins(reads, at, is)
	}
	return joined
}

// joins reports whether one of the references is a diagonal, and all are moved
// copies of one section, in steps of one element along BLOCK dimensions.
func (b *Builder) joins(reads []*Read, at []bearing, members []int) bool {
	first := reads[members[0]]
	rank := len(first.Layout.Axes)
	corners := false
	offsets := [][]int64{make([]int64, len(at[members[0]].offsets))}
	copy(offsets[0][rank:], at[members[0]].offsets[rank:])
	for _, i := range members {
		if at[i].form != at[members[0]].form {
			return false
		}
		offsets = append(offsets, at[i].offsets)
		corners = corners || slices.IndexFunc(at[i].offsets[:rank], nonZero) != lastNonZero(at[i].offsets[:rank])
	}
	if !corners {
		return false
	}
	sides, _ := box(offsets)
	return dense(first.Partition, first.Access, sides) && !b.oblique(first.Partition, first.Access) && inBlocks(first.Access, sides)
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
		for _, shift := range []int64{min(0, sides[g].min), max(0, sides[g].max)} {
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
