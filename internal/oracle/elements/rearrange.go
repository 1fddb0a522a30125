package elements

import "github.com/parlens/parlens/analysis/program"

// shifted evaluates an element of CSHIFT or EOSHIFT: result(i) is array(i +
// shift), wrapped around or, beyond the end, the boundary.
func (ev *evaluation) shifted(c *program.Call) Value {
	array, circular := ev.argument(c, "array", 0), c.Name == "cshift"
	shape := ev.shape(array)
	place := 3
	if circular {
		place = 2
	}
	dim := ev.dimension(c, place, len(shape))
	if len(ev.shape(ev.argument(c, "shift", 1))) > 0 {
		ev.fail("%s by an array is not executed", c.Name)
	}
	from := append([]int64(nil), ev.position...)
	from[dim] += ev.scalar(c, "shift", 1, 0)
	n := shape[dim]
	if circular {
		from[dim] = (from[dim]%n + n) % n
	} else if from[dim] < 0 || from[dim] >= n {
		return ev.boundary(c, array)
	}
	return ev.at(from...).value(array)
}

func (ev *evaluation) boundary(c *program.Call, array program.Expr) Value {
	t, bytes := program.TypeOf(array)
	b := c.Argument("boundary", 2)
	if b == nil {
		return ev.convertNumber(0, t, bytes)
	}
	if len(ev.shape(b)) > 0 {
		ev.fail("an array as boundary of eoshift is not executed")
	}
	return ev.convert(ev.at().value(b), t, bytes)
}

// productElement evaluates an element of MATMUL: n products and n sums.
func (ev *evaluation) productElement(c *program.Call) Value {
	a, b := ev.argument(c, "matrix_a", 0), ev.argument(c, "matrix_b", 1)
	sa, sb := ev.shape(a), ev.shape(b)
	row, column := ev.position[:len(sa)-1], ev.position[len(sa)-1:]
	t, bytes := program.TypeOf(program.NewBinary(c.Span(), program.Mul, a, b))
	if t == program.Logical {
		ev.fail("matmul of logicals is not executed")
	}
	sum := ev.convertNumber(0, t, bytes)
	for k := range sb[0] {
		x, y := ev.at(with(row, len(row), k)...).value(a), ev.at(with(column, 0, k)...).value(b)
		product := ev.arithmetic(program.Mul, x, y)
		ev.add(typed(product, "multiply"), 1)
		ev.add(typed(product, "add"), 1)
		sum = ev.arithmetic(program.Add, sum, product)
	}
	return sum
}

func (ev *evaluation) productShape(c *program.Call) []int64 {
	a, b := ev.shapeOfRank(c, "matrix_a", 0, 1, 2), ev.shapeOfRank(c, "matrix_b", 1, 1, 2)
	if a[len(a)-1] != b[0] || len(a)+len(b) < 3 {
		ev.fail("matmul of shapes %v and %v", a, b)
	}
	return append(append([]int64(nil), a[:len(a)-1]...), b[1:]...)
}

// reshaped evaluates an element of RESHAPE: the elements keep their order.
func (ev *evaluation) reshaped(c *program.Call) Value {
	source := ev.argument(c, "source", 0)
	return ev.at(positionOf(placeOf(ev.position, ev.requestedShape(c)), ev.shape(source))...).value(source)
}

func (ev *evaluation) requestedShape(c *program.Call) []int64 {
	if c.Argument("pad", 2) != nil || c.Argument("order", 3) != nil {
		ev.fail("reshape with PAD or ORDER is not executed")
	}
	shape := ev.integers(ev.argument(c, "shape", 1))
	if volume(shape) > volume(ev.shape(ev.argument(c, "source", 0))) {
		ev.fail("reshape to shape %v of too small an array", shape)
	}
	return shape
}

// packed evaluates an element of PACK, or of UNPACK at the mask's position.
func (ev *evaluation) packed(c *program.Call) Value {
	if !ev.packing[c] {
		ev.fail("%s is executed only in assignments outside parallel constructs", c.Name)
	}
	mask := ev.argument(c, "mask", 1)
	if c.Name == "pack" {
		return ev.nthTrue(c, mask, ev.position[0])
	}
	if !ev.peek(mask, ev.position) {
		return ev.value(ev.argument(c, "field", 2))
	}
	before := int64(0)
	target := placeOf(ev.position, ev.shape(mask))
	for i := range target {
		if ev.peek(mask, positionOf(i, ev.shape(mask))) {
			before++
		}
	}
	return ev.at(before).value(ev.argument(c, "vector", 0))
}

// nthTrue returns the element of PACK's array where its mask is true for the
// (n+1)-th time.
func (ev *evaluation) nthTrue(c *program.Call, mask program.Expr, n int64) Value {
	array := ev.argument(c, "array", 0)
	shape := ev.shape(array)
	for i := range volume(shape) {
		position := positionOf(i, shape)
		if !ev.peek(mask, position) {
			continue
		}
		if n == 0 {
			return ev.at(position...).value(array)
		}
		n--
	}
	ev.fail("pack of fewer elements than are asked for")
	return Value{}
}

// trues returns how many elements PACK takes.
func (ev *evaluation) trues(c *program.Call) int64 {
	if c.Argument("vector", 2) != nil {
		ev.fail("pack with VECTOR is not executed")
	}
	n := int64(0)
	positions(ev.shape(ev.argument(c, "array", 0)), func(position []int64) {
		if ev.peek(ev.argument(c, "mask", 1), position) {
			n++
		}
	})
	return n
}

// peek evaluates a mask that has been counted before.
func (ev *evaluation) peek(mask program.Expr, position []int64) bool {
	return ev.quiet(position).value(mask).true()
}
