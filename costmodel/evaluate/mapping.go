package evaluate

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/report"
)

// mappings says in words how each mapped array lies on the processors.
func (n *numbers) mappings() {
	for _, sym := range n.m.unit.Symbols {
		l, ok := n.m.unit.Layouts[sym]
		if !ok {
			continue
		}
		line := 0 // of a host or a module: see elsewhere
		if !l.At.Empty() {
			line = n.m.text.LineOf(l.At.Start)
		}
		n.out.Mappings = append(n.out.Mappings, report.Mapping{
			Array: sym.Name, Line: line,
			Text: fmt.Sprintf("%s(%s) on %s%s", strings.ToUpper(sym.Name), n.axes(l, sym), n.arrangement(l), n.overlap(sym)),
		})
	}
}

// axes writes the distribution of each array dimension, and where its indices
// lie on the template if not from its first index on: "BLOCK at 2*i-1".
func (n *numbers) axes(l mapping.Layout, sym *program.Symbol) string {
	parts := make([]string, sym.Rank())
	for d := range parts {
		parts[d] = "*"
		if g := l.AxisOf(d); g >= 0 {
			parts[d] = l.Axes[g].Format.Text(n.m.unit.Arena)
		}
		if at := n.m.placed[sym]; at != nil && at[d] != "" {
			parts[d] += " at " + at[d]
		}
	}
	return strings.Join(parts, ",")
}

// placedIndices writes, by array and dimension, where an index lies on its
// template; see [mapping.Axis.Placed].
func placedIndices(u *lower.Unit) map[*program.Symbol][]string {
	out := map[*program.Symbol][]string{}
	for sym, l := range u.Layouts {
		a := symbolic.NewArena() // the unit's is shared
		at := make([]string, sym.Rank())
		for d := range at {
			g := l.AxisOf(d)
			if g < 0 {
				continue
			}
			x := l.Axes[g]
			x.Offset, x.Lower = a.Import(u.Arena, x.Offset), a.Import(u.Arena, x.Lower)
			if lower, ok := program.ToIndex(a, sym.Dims[d].Lower); ok {
				at[d] = x.Placed(a, string(rune('i'+d%8)), lower)
			}
		}
		out[sym] = at
	}
	return out
}

func (n *numbers) arrangement(l mapping.Layout) string {
	extents := n.extentsOf(l.Grid)
	s := fmt.Sprintf("%d processors", mapping.Product(extents))
	if len(extents) > 1 {
		s = written(extents) + " processors"
	}
	if mapping.Product(extents) == 1 {
		s = "1 processor"
	}
	for g, x := range l.Axes {
		switch x.Kind {
		case mapping.Replicated:
			s += fmt.Sprintf(", replicated along dimension %d of the arrangement", g+1)
		case mapping.Fixed:
			s += fmt.Sprintf(", on the owner of template index %s along dimension %d of the arrangement", n.m.unit.Arena.String(x.Offset), g+1)
		}
	}
	return s
}

// extentsOf returns the extents of an arrangement.
func (n *numbers) extentsOf(g *mapping.Grid) []int {
	if g.SameShape(n.m.unit.Grid) {
		return n.grid
	}
	out := make([]int, g.Rank())
	for d, e := range g.Extents {
		v, _ := n.eval(g.At, n.m.unit.Arena, e) // where it has none, that has been said
		out[d] = max(1, int(v))
	}
	return out
}

// overlap says how much memory the SHADOW of an array adds on the processor with
// the largest part; "" without SHADOW.
func (n *numbers) overlap(sym *program.Symbol) string {
	o, ok := n.m.overlaps[sym]
	if !ok {
		return ""
	}
	var parts []string
	for _, w := range n.m.unit.Shadows[sym] {
		parts = append(parts, n.width(sym, w.Low)+":"+n.width(sym, w.High))
	}
	n.values.bind(o.Inputs(), n.env)
	return fmt.Sprintf(", overlap areas of %s take %g bytes on a processor", strings.Join(parts, ","), o.eval(n.env))
}

// width writes one side of an overlap area; none is 0, and "?" what has no value.
func (n *numbers) width(sym *program.Symbol, e symbolic.Expr) string {
	if e == 0 {
		return "0"
	}
	v, known := n.eval(sym.Declared, n.m.unit.Arena, e)
	if !known {
		return "?"
	}
	return fmt.Sprintf("%g", v)
}

// overlaps compiles the bytes that each SHADOW adds: local extents with the
// widths on both sides, less those without.
func overlaps(u *lower.Unit, b *comm.Builder) map[*program.Symbol]tape {
	out := map[*program.Symbol]tape{}
	for sym, widths := range u.Shadows {
		a := b.A
		own := a.Int(int64(sym.Bytes))
		all := own
		for d, w := range widths {
			local := b.LocalExtent(sym, d)
			own, all = a.Mul(own, local), a.Mul(all, a.Add(local, imported(a, u, w.Low), imported(a, u, w.High)))
		}
		out[sym] = newTape(b, a.Sub(all, own))
	}
	return out
}

func imported(a *symbolic.Arena, u *lower.Unit, e symbolic.Expr) symbolic.Expr {
	if e == 0 {
		return a.Int(0)
	}
	return a.Import(u.Arena, e)
}
