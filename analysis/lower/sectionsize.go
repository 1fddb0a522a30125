package lower

import (
	"github.com/parlens/parlens/analysis/program"
)

// sizeOfSection writes SIZE of a section, or of one dimension of it, in its bounds: a formula
// has no sections. It is nil where nothing gives them, and for other calls.
func sizeOfSection(c *program.Call) program.Expr {
	r, ok := c.Argument("array", 0).(*program.Ref)
	if c.Name != "size" || !ok || len(r.Subs) == 0 {
		return nil
	}
	extents := shapeOfRef(r)
	if dim := c.Argument("dim", 1); dim != nil {
		d, constant := program.ConstInt(dim, nil)
		if !constant || d < 1 || int(d) > len(extents) {
			return nil
		}
		extents = extents[d-1 : d]
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
