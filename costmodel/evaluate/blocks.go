package evaluate

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/report"
)

// Blocks of a given size, and tables, hold all elements of a dimension on enough processors
// only.

// checkBlocks reports layouts that do not fit: a table, or BLOCK(m), must cover
// its dimension with p blocks (HPF 1.1 section 3.3). With one that does not the unit has no time:
// nobody has the elements that are left over.
func (n *numbers) checkBlocks() {
	tooSmall := func(at source.Span, why string) {
		n.problem(at, source.Error, "block-too-small", why)
		if n.out.NoEstimate == "" {
			n.out.NoEstimate = why
		}
	}
	a := n.m.unit.Arena
	seen, extents := map[string]bool{}, map[symbolic.Expr]float64{} // which many arrays have in common
	for _, laid := range n.layouts() {
		sym, l := laid.Array, laid.To
		for g, x := range l.Axes {
			if x.Kind == mapping.Replicated {
				continue
			}
			extent, known := extents[x.Extent]
			if !known {
				if extent, known = n.eval(l.At, a, x.Extent); known {
					extents[x.Extent] = extent
				}
			}
			p := float64(n.extentsOf(l.Grid)[g])
			if !known {
				continue
			}
			if given := n.nothing(); extent <= 0 && given != "" {
				n.problem(l.At, source.Error, "empty-distribution", fmt.Sprintf("with %s there is nothing to distribute: %s has no element in dimension %d", given, sym.Name, x.Dim+1))
				continue
			}
			if t := x.Format.Numbers; t != nil && n.reshaped() && !n.gives(t.Name) && !n.guessed(x.Extent) {
				if why := t.Problem(int64(p), int64(extent)); why != "" {
					tooSmall(l.At, why)
				}
			}
			if x.Format.Kind != mapping.Block || x.Format.Param == 0 {
				continue
			}
			if !n.reshaped() && n.written(x.Extent, x.Format.Param) {
				continue
			}
			m, known := n.eval(l.At, a, x.Format.Param)
			why := unfit(g, extent, m, p)
			if key := fmt.Sprint(l.At, why); known && why != "" && !seen[key] {
				seen[key] = true
				switch {
				case !n.guessed(x.Extent, x.Format.Param):
					tooSmall(l.At, why)
				case n.guessedHere(x.Extent, x.Format.Param):
					n.out.NoEstimate = cmp.Or(n.out.NoEstimate, why+", with values that are assumed")
				}
			}
		}
	}
}

// unfit says why blocks of size m along dimension g of an arrangement do not hold an extent on p
// processors; "" where they do.
func unfit(g int, extent, m, p float64) string {
	switch {
	case m < 1:
		return fmt.Sprintf("blocks of %s elements: their size must be positive", report.Exact(m))
	case m*p < extent:
		return fmt.Sprintf("blocks of %s need %s along dimension %d of the arrangement, which has %s", report.Plural(m, "element"), report.Plural(math.Ceil(extent/m), "processor"), g+1, report.Exact(p))
	}
	return ""
}

// written reports whether sizes of the mapping have only constants of the program: the front end
// has checked those as they are written.
func (n *numbers) written(e ...symbolic.Expr) bool {
	return !slices.ContainsFunc(n.m.unit.Arena.Free(e...), func(s symbolic.Symbol) bool {
		sym := n.m.unit.Lookup(s.Name)
		return sym == nil || sym.Class != program.Parameter
	})
}

// guessed reports whether sizes of the mapping rest on values that are assumed: nothing is wrong
// with a program because of those.
func (n *numbers) guessed(e ...symbolic.Expr) bool {
	return slices.ContainsFunc(n.m.unit.Arena.Free(e...), n.isGuessed)
}

func (n *numbers) isGuessed(s symbolic.Symbol) bool {
	return n.values.found[s.Name].Provenance == report.Assumed
}

// guessedHere is guessed without those that the procedure is not told since they make no
// difference to it.
func (n *numbers) guessedHere(e ...symbolic.Expr) bool {
	return slices.ContainsFunc(n.m.unit.Arena.Free(e...), func(s symbolic.Symbol) bool {
		return n.isGuessed(s) && (!n.byCall || n.assumed[s.Name])
	})
}

// layouts are those that arrays of the unit begin with, and those that they are remapped to.
func (n *numbers) layouts() []mapping.Move {
	var out, later []mapping.Move
	for _, sym := range n.m.unit.Symbols {
		if l, mapped := n.m.unit.Layouts[sym]; mapped {
			out = append(out, mapping.Move{Array: sym, To: l})
		}
	}
	for _, moves := range n.m.unit.Remaps {
		later = append(later, moves...)
	}
	slices.SortFunc(later, func(a, b mapping.Move) int {
		return cmp.Or(cmp.Compare(a.To.At.Start, b.To.At.Start), cmp.Compare(a.Array.Name, b.Array.Name))
	})
	return append(out, later...)
}

// fixedBlocks reports whether a layout fits some numbers of processors only, on dimensions of
// the arrangement with at least so many.
func (n *numbers) fixedBlocks(least int) bool {
	return slices.ContainsFunc(n.layouts(), func(laid mapping.Move) bool {
		for g, x := range laid.To.Axes {
			fixed := x.Format.Numbers != nil || x.Format.Kind == mapping.Block && x.Format.Param != 0 && !n.sizedBy(laid.To.Grid, x.Format.Param)
			if fixed && x.Kind != mapping.Replicated && n.extentsOf(laid.To.Grid)[g] >= least {
				return true
			}
		}
		return false
	})
}

// sizedBy reports whether a size follows the extents of an arrangement: blocks of ceil(n/p), which a
// dummy has of its argument, fit any number of processors.
func (n *numbers) sizedBy(g *mapping.Grid, size symbolic.Expr) bool {
	a := n.m.unit.Arena
	extents := a.Free(g.Extents...)
	return slices.ContainsFunc(a.Free(size), func(s symbolic.Symbol) bool { return slices.Contains(extents, s) })
}

// unfitForOne reports whether the unit, or one that it calls, cannot run on one processor as it is
// mapped: its blocks do not hold all elements.
func (n *numbers) unfitForOne() bool {
	return n.fixedBlocks(2) || slices.ContainsFunc(n.called, func(u *report.Unit) bool { return u.Serial == 0 && u.Charge.Total() > 0 })
}

// reshaped reports whether sizes or processors are others than the program
// says.
func (n *numbers) reshaped() bool {
	return len(n.notes) > 0 || len(n.settings.Values) > 0
}
