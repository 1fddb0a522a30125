package generate

import (
	"fmt"
	"slices"
	"strings"
)

// routine assigns what an intrinsic with an array result returns, alone or as
// part of an expression.
func (g *generator) routine(indices []index) []*statement {
	defer g.decides()()
	x := g.arrays[g.below(3)]
	lengths := g.lengths(x)
	left := g.sectionOf(x, lengths, indices)
	lengths = slices.DeleteFunc(slices.Clone(lengths), func(n int) bool { return n == 0 })
	call := g.called(lengths, indices)
	switch {
	case call == "":
		return line("%s = %d.5", left, g.below(3))
	case g.chance(4):
		return line("%s = %s + %s", left, g.operand(lengths, indices), call)
	case g.chance(10):
		return line("where (%s > -1.0e30) %s = %s", g.operand(lengths, indices), left, call)
	}
	return line("%s = %s", left, call)
}

// operand is a section of the extents, of any array that has enough dimensions.
func (g *generator) operand(lengths []int, indices []index) string {
	var fitting []array
	for _, y := range g.arrays {
		if len(y.dims) >= len(lengths) {
			fitting = append(fitting, y)
		}
	}
	if len(fitting) == 0 {
		return ""
	}
	section := g.sectionOf(fitting[g.below(len(fitting))], lengths, indices)
	if g.chance(8) {
		return "abs(" + section + ")"
	}
	return section
}

// called returns an intrinsic whose result has the extents; "" where no array
// of the program fits.
func (g *generator) called(lengths []int, indices []index) string {
	d := g.below(len(lengths))
	var call string
	switch kind := g.below(9); {
	case kind < 2:
		call = fmt.Sprintf("cshift(%s, %d, %d)", g.operand(lengths, indices), g.between(-4, 5), d+1)
	case kind == 2:
		call = fmt.Sprintf("eoshift(%s, %d, dim=%d)", g.operand(lengths, indices), g.between(-3, 3), d+1)
	case kind == 3 && len(lengths) == 2:
		call = fmt.Sprintf("transpose(%s)", g.operand([]int{lengths[1], lengths[0]}, indices))
	case kind == 4 && len(lengths) > 1:
		call = fmt.Sprintf("spread(%s, %d, %d)", g.operand(slices.Delete(slices.Clone(lengths), d, d+1), indices), d+1, lengths[d])
	case kind == 5:
		call = g.multiplied(lengths, indices)
	case kind == 6 && len(lengths) == 1:
		call = fmt.Sprintf("reshape(%s, [%d])", g.operand(lengths, indices), lengths[0])
	default:
		longer := slices.Insert(slices.Clone(lengths), d, g.between(2, g.n))
		call = fmt.Sprintf("%s(%s, %d)", pick(g, "sum", "maxval", "minval"), g.operand(longer, indices), d+1)
	}
	if strings.Contains(call, "()") || strings.Contains(call, "(,") || strings.Contains(call, ", )") {
		return ""
	}
	return call
}

// multiplied is a product of two matrices, or of a matrix and a vector.
func (g *generator) multiplied(lengths []int, indices []index) string {
	inner := g.between(2, g.n)
	if len(lengths) == 2 {
		return fmt.Sprintf("matmul(%s, %s)", g.operand([]int{lengths[0], inner}, indices), g.operand([]int{inner, lengths[1]}, indices))
	}
	if len(lengths) != 1 {
		return ""
	}
	if g.chance(2) {
		return fmt.Sprintf("matmul(%s, %s)", g.operand([]int{lengths[0], inner}, indices), g.operand([]int{inner}, indices))
	}
	return fmt.Sprintf("matmul(%s, %s)", g.operand([]int{inner}, indices), g.operand([]int{inner, lengths[0]}, indices))
}

// reduced is a reduction of a vector of what different processors hold; "" where
// there is none.
func (g *generator) reduced(indices []index) string {
	x := g.arrays[g.below(len(g.arrays))]
	if !x.dealt || len(indices) == 0 {
		return ""
	}
	return fmt.Sprintf("%s(%s)", pick(g, "sum", "maxval"), g.sectionOf(x, []int{g.between(2, g.n)}, indices))
}
