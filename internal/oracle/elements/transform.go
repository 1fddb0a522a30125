package elements

import "github.com/parlens/parlens/analysis/program"

// transform evaluates an element of an intrinsic with an array result.
func (ev *evaluation) transform(c *program.Call) Value {
	if c.Name == "pack" {
		ev.needRank(c, 1)
	} else {
		ev.needRank(c, len(ev.transformedShape(c)))
	}
	in := *ev
	in.routine = true
	switch c.Name {
	case "cshift", "eoshift":
		return in.shifted(c)
	case "transpose":
		return in.at(ev.position[1], ev.position[0]).value(in.argument(c, "matrix", 0))
	case "spread":
		dim := in.dimension(c, 1, len(ev.position))
		return in.at(without(ev.position, dim)...).value(in.argument(c, "source", 0))
	case "matmul":
		return in.productElement(c)
	case "reshape":
		return in.reshaped(c)
	case "pack", "unpack":
		return in.packed(c)
	case "maxloc", "minloc":
		return in.reduceAlongHere(c)
	}
	ev.fail("function %s is not executed", c.Name)
	return Value{}
}

// transformedShape returns the shape of its result.
func (ev *evaluation) transformedShape(c *program.Call) []int64 {
	switch c.Name {
	case "cshift", "eoshift":
		return ev.shape(ev.argument(c, "array", 0))
	case "transpose":
		s := ev.shapeOfRank(c, "matrix", 0, 2, 2)
		return []int64{s[1], s[0]}
	case "spread":
		s := ev.shape(ev.argument(c, "source", 0))
		return with(s, ev.dimension(c, 1, len(s)+1), max(0, ev.scalar(c, "ncopies", 2, 0)))
	case "matmul":
		return ev.productShape(c)
	case "reshape":
		return ev.requestedShape(c)
	case "pack":
		return []int64{ev.trues(c)}
	case "unpack":
		return ev.shape(ev.argument(c, "mask", 1))
	case "maxloc", "minloc":
		return ev.locationShape(c)
	}
	ev.fail("function %s is not executed", c.Name)
	return nil
}

// at returns the same evaluation at another position.
func (ev *evaluation) at(position ...int64) *evaluation {
	out := *ev
	out.position = position
	return &out
}

// argument returns an argument that must be there.
func (ev *evaluation) argument(c *program.Call, keyword string, place int) program.Expr {
	e := c.Argument(keyword, place)
	if e == nil {
		ev.fail("%s without %s", c.Name, keyword)
	}
	return e
}

func (ev *evaluation) shapeOfRank(c *program.Call, keyword string, place, least, most int) []int64 {
	shape := ev.shape(ev.argument(c, keyword, place))
	if len(shape) < least || len(shape) > most {
		ev.fail("%s of an array of rank %d", c.Name, len(shape))
	}
	return shape
}

// scalar returns a scalar integer argument, absent when it is not there. Its
// evaluation is free, so it must not load.
func (ev *evaluation) scalar(c *program.Call, keyword string, place int, absent int64) int64 {
	e := c.Argument(keyword, place)
	if e == nil {
		return absent
	}
	return ev.freely(e, "argument "+keyword+" of "+c.Name)
}

// dimension returns the DIM argument from 0.
func (ev *evaluation) dimension(c *program.Call, place, rank int) int {
	d := ev.scalar(c, "dim", place, 1)
	if d < 1 || d > int64(rank) {
		ev.fail("%s along dimension %d", c.Name, d)
	}
	return int(d - 1)
}

// without returns a position or shape without dimension dim, with one that has
// x before it.
func without(p []int64, dim int) []int64 {
	return append(append([]int64(nil), p[:dim]...), p[dim+1:]...)
}

func with(p []int64, dim int, x int64) []int64 {
	return append(append(append([]int64(nil), p[:dim]...), x), p[dim:]...)
}
