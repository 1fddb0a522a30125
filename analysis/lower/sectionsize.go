package lower

import (
	"github.com/parlens/parlens/analysis/program"
)

// sizeOfSection writes SIZE of a section, or of one dimension of it, in its bounds: a formula
// has no sections. Along a dimension they are 1, LBOUND, and its extent, UBOUND. It is nil where
// nothing gives them, and for other calls.
func sizeOfSection(c *program.Call) program.Expr {
	r, ok := c.Argument("array", 0).(*program.Ref)
	bound := c.Name == "lbound" || c.Name == "ubound"
	if c.Name != "size" && !bound || !ok || len(r.Subs) == 0 || program.RankOf(r) == 0 || bound && c.Argument("dim", 1) == nil {
		return nil
	}
	extents := shapeOfRef(r)
	if dim := c.Argument("dim", 1); dim != nil {
		d, constant := program.ConstInt(dim, nil)
		if !constant || d < 1 || int(d) > len(extents) {
			return nil
		}
		extents = extents[d-1 : d]
		if c.Name == "lbound" {
			return program.IntConst(c.Span(), 1)
		}
	}
	var size program.Expr
	for _, n := range extents {
		if _, computed := n.(*program.Binary); computed { // none where the bounds cross
			n = program.NewCall(c.Span(), "max", nil, program.Arg{Value: program.IntConst(c.Span(), 0)}, program.Arg{Value: n})
		}
		if size == nil {
			size = n
		} else {
			size = program.NewBinary(c.Span(), program.Mul, size, n)
		}
	}
	return size
}
