package elements

import (
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// placed are the intrinsics whose result has no natural mapping: it lies with
// the left side, element by element, where it conforms with it.
var placed = map[string]bool{"transpose": true, "spread": true, "matmul": true, "reshape": true, "pack": true, "unpack": true}

func shifts(c *program.Call) bool { return c.Name == "cshift" || c.Name == "eoshift" }

// resultAxes returns the mapping of an intrinsic's array result.
func (p *preparation) resultAxes(c *program.Call, target *program.Ref) []axis {
	quiet := p.quiet(nil)
	if target != nil && placed[c.Name] && slices.Equal(quiet.shape(c), quiet.shape(target)) {
		return p.sectionAxes(target, ones(target.Rank()))
	}
	switch c.Name {
	case "cshift", "eoshift", "unpack":
		e := c.Args[0].Value
		if c.Name == "unpack" {
			e = quiet.argument(c, "mask", 1)
		}
		return p.axesOf(e)
	case "transpose":
		return moved(p.axesOf(c.Args[0].Value), func(dim int) int { return 1 - dim })
	case "spread":
		d := quiet.dimension(c, 1, len(quiet.shape(c)))
		return moved(p.axesOf(c.Args[0].Value), func(dim int) int {
			if dim >= d {
				return dim + 1
			}
			return dim
		})
	case "matmul":
		return p.productAxes(c)
	}
	return p.replicated()
}

// moved returns axes whose array dimensions have other numbers.
func moved(axes []axis, to func(int) int) []axis {
	for g := range axes {
		if axes[g].kind == mapping.Aligned {
			axes[g].dim = to(axes[g].dim)
		}
	}
	return axes
}

// productAxes returns the mapping of a product: its rows lie with those of the
// first matrix, its columns with those of the second where a grid dimension is
// free for them.
func (p *preparation) productAxes(c *program.Call) []axis {
	quiet := p.quiet(nil)
	a, b := quiet.argument(c, "matrix_a", 0), quiet.argument(c, "matrix_b", 1)
	rows, columns := len(quiet.shape(a))-1, len(quiet.shape(b))-1
	out, first, second := p.replicated(), p.axesOf(a), p.axesOf(b)
	if !p.together(first, second) {
		second = out
	}
	for g, x := range first {
		switch y := second[g]; {
		case x.kind == mapping.Aligned && rows == 1 && x.dim == 0:
			out[g] = x
		case y.kind == mapping.Aligned && columns == 1 && y.dim == 1:
			y.dim = rows
			out[g] = y
		}
	}
	return out
}
