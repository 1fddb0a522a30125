package elements

import "github.com/parlens/parlens/analysis/program"

// shape returns the extents of an expression, none for a scalar; operands of
// different shapes fail.
func (ev *evaluation) shape(e program.Expr) []int64 {
	if t := ev.temps[e]; t != nil {
		return t.shape()
	}
	switch e := e.(type) {
	case *program.Ref:
		return ev.sectionShape(e)
	case *program.Unary:
		return ev.shape(e.X)
	case *program.Binary:
		return ev.common(ev.shape(e.X), ev.shape(e.Y))
	case *program.Call:
		return ev.callShape(e)
	case *program.Opaque:
		return []int64{int64(len(ev.constructor(e, -1)))}
	}
	return nil
}

func (ev *evaluation) callShape(c *program.Call) []int64 {
	if len(c.Args) == 0 && !argumentless[c.Name] {
		ev.fail("%s without an argument", c.Name)
	}
	switch program.Intrinsics[c.Name].Shape {
	case program.Transformational:
		return ev.transformedShape(c)
	case program.Reduction:
		return ev.reducedShape(c)
	case program.Inquiry:
		return nil
	}
	var shape []int64
	for _, a := range c.Args {
		shape = ev.common(shape, ev.shape(a.Value))
	}
	return shape
}

func (ev *evaluation) common(x, y []int64) []int64 {
	switch {
	case len(x) == 0:
		return y
	case len(y) == 0:
		return x
	case len(x) != len(y):
		ev.fail("operands of rank %d and %d", len(x), len(y))
	}
	for k := range x {
		if x[k] != y[k] {
			ev.fail("operands of shapes %v and %v", x, y)
		}
	}
	return x
}

func (ev *evaluation) sectionShape(r *program.Ref) []int64 {
	var shape []int64
	for d := range ev.variable(r.Sym).bounds {
		switch {
		case sectionDimension(r, d) < 0:
		case len(r.Subs) == 0 || r.Subs[d].Triplet:
			_, extent, _ := ev.triplet(r, d)
			shape = append(shape, extent)
		default:
			shape = append(shape, ev.shape(r.Subs[d].Lo)...)
		}
	}
	return shape
}
