// Package plan holds the mapping of a program as data: which arrays are distributed
// how, over which arrangement of processors. It reads that from program texts, names
// what can be mapped otherwise, and writes a plan into the texts as edits that change
// nothing but directives.
package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/source"
)

// Star is the format of a dimension that is not distributed.
const Star = "*"

// Plan is a mapping: for each group of a program its formats, and for each number of
// distributed dimensions the extents of the arrangement that they are dealt over.
type Plan struct {
	Formats [][]string // "BLOCK", "CYCLIC(4)", "*" per dimension; nil: as it is written, or not mapped
	Shapes  map[int][]int
}

// Clone returns a copy that shares nothing.
func (p Plan) Clone() Plan {
	out := Plan{Shapes: map[int][]int{}}
	for _, f := range p.Formats {
		out.Formats = append(out.Formats, slices.Clone(f))
	}
	for r, s := range p.Shapes {
		out.Shapes[r] = slices.Clone(s)
	}
	return out
}

// With returns the plan with other formats of one group.
func (p Plan) With(group int, formats []string) Plan {
	out := p.Clone()
	out.Formats[group] = formats
	return out
}

// Key tells plans apart: shapes that nothing is dealt over do not count.
func (p Plan) Key() string {
	var b strings.Builder
	var ranks []int
	for _, f := range p.Formats {
		b.WriteString(Written(f) + ";")
		if r := Rank(f); r > 1 && !slices.Contains(ranks, r) {
			ranks = append(ranks, r)
		}
	}
	slices.Sort(ranks)
	for _, r := range ranks {
		fmt.Fprint(&b, p.Shapes[r])
	}
	return b.String()
}

// Rank is the number of distributed dimensions.
func Rank(formats []string) int {
	n := 0
	for _, f := range formats {
		if f != Star {
			n++
		}
	}
	return n
}

// Written returns formats as a directive has them.
func Written(formats []string) string {
	if formats == nil {
		return "-"
	}
	return "(" + strings.Join(formats, ",") + ")"
}

// Change is what a plan changes in one file.
type Change struct {
	Path  string
	Edits []source.Edit
}

// shape returns the extents that a plan gives arrangements of a rank.
func (p Plan) shape(rank, processors int) []int {
	if s := p.Shapes[rank]; len(s) == rank {
		return s
	}
	return mapping.Factor(processors, rank)
}
