// Package mapping is the algebra of data mappings: processor arrangements,
// distribution formats, and layouts (the composition of an array's alignment
// with its template's distribution), with ownership and counts in closed form.
//
// Coordinates of processors count from 0, array and template indices are the
// program's values. Extents are symbolic expressions of one arena.
package mapping

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// FormatKind is a distribution format of one template dimension.
type FormatKind uint8

// The formats. Block without parameter has m = ceil(n/p); Cyclic without
// parameter has k = 1.
const (
	Collapsed FormatKind = iota // "*"
	Block
	Cyclic
	GenBlock // contiguous blocks: coordinate c has as many indices as element c+1 of the table says
	Indirect // the index with place i (from 1) lies on coordinate table(i) - 1
)

// Format is a distribution format with its parameter (0: none).
type Format struct {
	Kind    FormatKind
	Param   symbolic.Expr
	Table   string // of GenBlock and Indirect: the name of the integer vector
	Numbers *Table // its values; nil where the program does not give them
}

// Tabled reports whether a table deals the indices out.
func (f Format) Tabled() bool { return f.Kind == GenBlock || f.Kind == Indirect }

// Grid is a processor arrangement. Extents are symbols of the arena ("p1",
// "p2", or "p" for one dimension) so that costs stay formulas in them; what
// the program declared stands in Declared (0 where it said nothing).
type Grid struct {
	Name     string
	Extents  []symbolic.Expr
	Declared []symbolic.Expr
	At       source.Span // of the PROCESSORS directive; empty when implied
	Stem     string      // of the names of coordinates, see Coordinate; "" for "c"
}

// Rank returns the number of grid dimensions.
func (g *Grid) Rank() int { return len(g.Extents) }

// Coordinate is the name of the processor's coordinate in a dimension (from 0): "c", or "c1",
// "c2", ...; another where the program has a variable of that name.
func (g *Grid) Coordinate(d int) string {
	stem := cmp.Or(g.Stem, "c")
	if g.Rank() == 1 {
		return stem
	}
	return stem + strconv.Itoa(d+1)
}

// Coordinates are the names of all of them.
func (g *Grid) Coordinates() []string {
	var out []string
	for d := range g.Extents {
		out = append(out, g.Coordinate(d))
	}
	return out
}

// NameCoordinates gives them names that nothing else has.
func (g *Grid) NameCoordinates(taken func(name string) bool) {
	for g.Stem = "c"; slices.ContainsFunc(g.Coordinates(), taken); {
		g.Stem += "_"
	}
}

// AxisKind says how an array meets one grid dimension.
type AxisKind uint8

// The kinds of axes.
const (
	Replicated AxisKind = iota // a copy on every coordinate
	Aligned                    // by array dimension Dim through a*j + b
	Fixed                      // all on the owner of one template index
)

// Axis is the part of a Layout that concerns one grid dimension: array
// dimension Dim (0-based), with index j, lies on template index Scale*j +
// Offset of a template dimension Lower:Lower+Extent-1 distributed by Format.
type Axis struct {
	Kind          AxisKind
	Dim           int
	Scale         int64         // Aligned: the alignment's factor, never 0
	Offset        symbolic.Expr // Aligned: the offset; Fixed: the template index
	Lower, Extent symbolic.Expr // of the template dimension
	Format        Format        // any but Collapsed
}

// Same reports whether two axes are one: the same expressions, of one arena,
// and tables that deal alike.
func (x Axis) Same(y Axis) bool {
	if x.Format.Numbers != nil && y.Format.Numbers != nil && x.Format.Numbers.Same(y.Format.Numbers) {
		y.Format.Numbers = x.Format.Numbers
	}
	return x == y
}

// Layout maps an array onto a grid: one axis per grid dimension. An array
// dimension that no axis names is collapsed. A nil Grid means replicated on
// every processor of the unit.
type Layout struct {
	Grid *Grid
	Axes []Axis
	At   source.Span // of the directive that maps the array (or its template)
}

// Same reports whether two layouts give every element the same owners, written
// the same way in one arena. How the template of a replicated axis is dealt
// makes no difference.
func (l Layout) Same(other Layout) bool {
	if len(l.Axes) != len(other.Axes) {
		return l.Replicated() && other.Replicated()
	}
	for g, x := range l.Axes {
		y := other.Axes[g]
		everywhere := x.Kind == Replicated && y.Kind == Replicated
		if !everywhere && !x.Same(y) {
			return false
		}
	}
	return true
}

// Replicated reports whether every processor holds the whole array.
func (l Layout) Replicated() bool {
	for _, a := range l.Axes {
		if a.Kind != Replicated {
			return false
		}
	}
	return true
}

// AxisOf returns the grid dimension that distributes array dimension dim
// (0-based), or -1.
func (l Layout) AxisOf(dim int) int {
	for g, a := range l.Axes {
		if a.Kind == Aligned && a.Dim == dim {
			return g
		}
	}
	return -1
}
