package predict

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/mapping"
)

// mappings says in words how each mapped array lies on the processors.
func (n *numbers) mappings() {
	for _, sym := range n.m.unit.Symbols {
		l, ok := n.m.unit.Layouts[sym]
		if !ok {
			continue
		}
		n.out.Mappings = append(n.out.Mappings, Mapping{
			Array: sym.Name, Line: n.m.text.LineOf(l.At.Start),
			Text: fmt.Sprintf("%s(%s) on %s", strings.ToUpper(sym.Name), n.axes(l, sym.Rank()), n.arrangement(l)),
		})
	}
}

// axes writes the distribution of each array dimension, and what the grid
// dimensions without one do.
func (n *numbers) axes(l mapping.Layout, rank int) string {
	parts := make([]string, rank)
	for d := range parts {
		parts[d] = "*"
		if g := l.AxisOf(d); g >= 0 {
			parts[d] = n.format(l.Axes[g].Format)
		}
	}
	return strings.Join(parts, ",")
}

func (n *numbers) format(f mapping.Format) string {
	name := "BLOCK"
	if f.Kind == mapping.Cyclic {
		name = "CYCLIC"
	}
	if f.Param == 0 {
		return name
	}
	return name + "(" + n.m.unit.Arena.String(f.Param) + ")"
}

func (n *numbers) arrangement(l mapping.Layout) string {
	s := fmt.Sprintf("%d processors", product(n.grid))
	if len(n.grid) > 1 {
		s = written(n.grid) + " processors"
	}
	for g, x := range l.Axes {
		switch x.Kind {
		case mapping.Replicated:
			s += fmt.Sprintf(", replicated along dimension %d of the arrangement", g+1)
		case mapping.Fixed:
			s += fmt.Sprintf(", on one coordinate of dimension %d of the arrangement", g+1)
		}
	}
	return s
}
