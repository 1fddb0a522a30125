package advise

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/advise/plan"
)

// maxFormats bounds the candidates of one group.
const maxFormats = 24

// formats lists the candidates of a group: every choice of BLOCK, CYCLIC and * for up to
// two dimensions, every choice of BLOCK and * beyond, and one dimension in cycles of
// several elements, but where only blocks have shadows; what is written now is among them,
// and, of arrays without directives, none at all.
func formats(g plan.Group) [][]string {
	var out [][]string
	add := func(f []string) {
		if g.Blocks && slices.ContainsFunc(f, func(w string) bool { return strings.HasPrefix(w, "CYCLIC") }) {
			return
		}
		if plan.Rank(f) > 0 && len(out) < maxFormats && !slices.ContainsFunc(out, func(o []string) bool { return slices.Equal(o, f) }) {
			out = append(out, f)
		}
	}
	if g.Now != nil {
		out = append(out, g.Now)
	}
	if g.Rank > maxRank {
		return out
	}
	for d := range g.Rank {
		add(single(g.Rank, g.Rank-1-d, "BLOCK"))
	}
	words := []string{"BLOCK", "CYCLIC", "*"}
	if g.Rank > 2 {
		words = words[:1:1]
		words = append(words, "*")
	}
	for _, f := range choices(words, g.Rank) {
		if n := plan.Rank(f); n > 1 && (n <= 2 || g.Rank <= fullRank && n <= 3) {
			add(f)
		}
	}
	for _, word := range distributions[1:] {
		for d := range g.Rank {
			add(single(g.Rank, g.Rank-1-d, word))
		}
	}
	if g.Now == nil {
		out = append(out, nil)
	}
	return out
}

// distributions are the formats that deal out a dimension.
var distributions = []string{"BLOCK", "CYCLIC", "CYCLIC(8)"}

// single distributes one dimension.
func single(rank, dim int, word string) []string {
	out := slices.Repeat([]string{plan.Star}, rank)
	out[dim] = word
	return out
}

// maxShapes bounds the arrangements that are tried for one rank.
const maxShapes = 16

// shapes lists the arrangements of a rank with p processors, more than one along each
// dimension where that is possible.
func shapes(p, rank int) [][]int {
	if rank == 1 {
		return [][]int{{p}}
	}
	var out [][]int
	for f := 2; f < p; f++ {
		if p%f != 0 {
			continue
		}
		for _, rest := range shapes(p/f, rank-1) {
			if !slices.Contains(rest, 1) && len(out) < maxShapes {
				out = append(out, append([]int{f}, rest...))
			}
		}
	}
	return out
}

// like gives a group formats that go with those of another: the same, or, where it has
// another number of dimensions, its last ones.
func like(g plan.Group, f []string) []string {
	switch {
	case g.Rank == len(f):
		return f
	case g.Rank < len(f):
		if tail := f[len(f)-g.Rank:]; plan.Rank(tail) > 0 {
			return tail
		}
		if head := f[:g.Rank]; plan.Rank(head) > 0 {
			return head
		}
		return single(g.Rank, g.Rank-1, "BLOCK")
	}
	return append(slices.Repeat([]string{plan.Star}, g.Rank-len(f)), f...)
}
