package generate

import (
	"fmt"
	"strings"
)

// template is a template with the directives that declare and distribute it.
type template struct {
	name       string
	dims       []templateDim
	partial    bool // its arrangement has fewer processors than the first
	directives []string
}

// newTemplate makes a template distributed onto an arrangement of the given
// extents; one without dimensions gets a template that is not distributed.
func (g *generator) newTemplate(name, onto string, grid []int) *template {
	t := &template{name: name}
	var bounds, formats []string
	distributed := 0
	for distributed < len(grid) || len(t.dims) == 0 {
		if len(t.dims) < len(grid) && g.chance(12) || len(grid) == 0 { // a dimension that is not distributed
			t.dims = append(t.dims, templateDim{extent{linear{0, 1}, linear{2, 0}}, true})
			formats = append(formats, "*")
		} else {
			e := extent{linear{0, pick(g, 1, 1, 0, -3)}, linear{3, g.between(3, 8)}}
			t.dims = append(t.dims, templateDim{e, false})
			formats = append(formats, g.format(e, grid[distributed]))
			distributed++
		}
		last := t.dims[len(t.dims)-1]
		bounds = append(bounds, fmt.Sprintf("%v:%v", last.lo, last.hi))
	}
	t.directives = []string{
		"!HPF$ PROCESSORS " + onto + shape(grid),
		fmt.Sprintf("!HPF$ TEMPLATE %s(%s)", name, strings.Join(bounds, ",")),
		fmt.Sprintf("!HPF$ DISTRIBUTE %s(%s) ONTO %s%s", name, strings.Join(formats, ","), onto, g.part(formats, grid)),
	}
	return t
}

// part writes which processors of an arrangement blocks are dealt to.
func (g *generator) part(formats []string, grid []int) string {
	if !g.parts || len(grid) == 0 {
		return ""
	}
	var out []string
	for _, f := range formats {
		if f == "*" {
			continue
		}
		p, triplet := grid[len(out)], ":"
		if f == "BLOCK" && p > 0 && !g.chance(4) {
			lo := g.between(1, p)
			triplet = fmt.Sprintf("%d:%d", lo, g.between(lo, p))
		}
		out = append(out, triplet)
	}
	return "(" + strings.Join(out, ",") + ")"
}

// shape writes the extents of an arrangement.
func shape(grid []int) string {
	if len(grid) == 0 {
		return ""
	}
	return "(" + strings.ReplaceAll(strings.Trim(fmt.Sprint(grid), "[]"), " ", ",") + ")"
}

// format returns the format of a template dimension on p processors; tables
// only in programs for one arrangement.
func (g *generator) format(e extent, p int) string {
	size := g.value(e.hi) - g.value(e.lo) + 1
	if g.fixed && g.chance(2) {
		return g.table(size, p)
	}
	switch g.below(9) {
	case 0:
		return "CYCLIC"
	case 1, 2:
		return fmt.Sprintf("CYCLIC(%d)", g.between(1, 5))
	case 3:
		if !g.fixed {
			g.halves = true
			return fmt.Sprintf("BLOCK(%d)", size/2+g.between(1, 3))
		}
		return fmt.Sprintf("BLOCK(%d)", (size+p-1)/p+g.between(0, 3))
	}
	return "BLOCK"
}

// table declares a vector that deals out size indices.
func (g *generator) table(size, p int) string {
	name := fmt.Sprintf("v%d", len(g.tables)+1)
	var values []int
	format := "INDIRECT"
	if g.chance(2) {
		format = "GEN_BLOCK"
		for left := size; len(values) < p; {
			n := min(left, g.below(2*size/p+1))
			if len(values) == p-1 {
				n = left
			}
			values = append(values, n)
			left -= n
		}
	} else {
		for range size {
			values = append(values, g.between(1, p))
		}
	}
	text := strings.ReplaceAll(strings.Trim(fmt.Sprint(values), "[]"), " ", ", ")
	g.tables = append(g.tables, fmt.Sprintf("  integer, parameter :: %s(%d) = [%s]", name, len(values), text))
	return fmt.Sprintf("%s(%s)", format, name)
}

// grid picks the extents of an arrangement of the rank.
func (g *generator) grid(rank int) []int {
	switch rank {
	case 1:
		return []int{g.between(2, 7)}
	case 2:
		return pick(g, []int{2, 2}, []int{3, 2}, []int{2, 3}, []int{1, 4}, []int{3, 1})
	}
	return pick(g, []int{2, 2, 2}, []int{2, 1, 3}, []int{3, 2, 1})
}

// wide is an arrangement that blocks of half a dimension cover.
func (g *generator) wide(grid []int) []int {
	if !g.halves {
		return grid
	}
	for d := range grid {
		grid[d] = max(grid[d], 2)
	}
	return grid
}

// another picks another shape for the processors of an arrangement, or some of
// them.
func (g *generator) another(grid []int) []int {
	p := product(grid)
	if g.chance(4) {
		return pick(g, nil, []int{g.between(1, p)})
	}
	for d := 2; d < p; d++ {
		if p%d == 0 && len(grid) != 2 {
			return []int{d, p / d}
		}
	}
	if len(grid) == 1 {
		return []int{1, p}
	}
	return []int{p}
}

func product(grid []int) int {
	p := 1
	for _, n := range grid {
		p *= n
	}
	return p
}
