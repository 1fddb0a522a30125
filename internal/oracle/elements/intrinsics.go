package elements

import (
	"math"

	"github.com/parlens/parlens/analysis/program"
)

// realFunctions are the elemental functions from reals to reals.
var realFunctions = map[string]struct {
	class Class
	f     func(float64) float64
}{
	"sqrt": {Sqrt, math.Sqrt}, "dsqrt": {Sqrt, math.Sqrt},
	"exp": {Exp, math.Exp}, "dexp": {Exp, math.Exp}, "sinh": {Trig, math.Sinh}, "cosh": {Trig, math.Cosh}, "tanh": {Trig, math.Tanh},
	"log": {Log, math.Log}, "dlog": {Log, math.Log}, "alog": {Log, math.Log}, "log10": {Log, math.Log10},
	"sin": {Trig, math.Sin}, "dsin": {Trig, math.Sin}, "cos": {Trig, math.Cos}, "dcos": {Trig, math.Cos}, "tan": {Trig, math.Tan},
	"asin": {Trig, math.Asin}, "acos": {Trig, math.Acos}, "atan": {Trig, math.Atan},
}

// roundings are the functions from reals to integers.
var roundings = map[string]func(float64) float64{
	"int": math.Trunc, "nint": math.Round, "floor": math.Floor, "ceiling": math.Ceil,
}

// call evaluates an intrinsic function.
func (ev *evaluation) call(c *program.Call) Value {
	if v, ok := ev.reduced[c]; ok {
		return v
	}
	if program.Intrinsics[c.Name].Shape == program.NotIntrinsic {
		return ev.function(c)
	}
	if len(c.Args) == 0 && !argumentless[c.Name] {
		ev.fail("%s without an argument", c.Name)
	}
	switch program.Intrinsics[c.Name].Shape {
	case program.Reduction:
		if c.ReducedDim() != nil {
			ev.needRank(c, len(ev.reducedShape(c)))
			return ev.reduceAlongHere(c)
		}
		return ev.reduceHere(c)
	case program.Transformational:
		return ev.transform(c)
	case program.Inquiry:
		return ev.inquire(c)
	case program.Elemental:
		return ev.elemental(c)
	}
	ev.fail("function %s is not executed", c.Name)
	return Value{}
}

// argumentless are the functions that need no argument.
var argumentless = map[string]bool{"number_of_processors": true, "processors_shape": true, "selected_real_kind": true}

// needRank fails where a function with an array result stands for a scalar.
func (ev *evaluation) needRank(c *program.Call, rank int) {
	if len(ev.position) != rank {
		ev.fail("%s has rank %d where rank %d is needed", c.Name, rank, len(ev.position))
	}
}

func (ev *evaluation) elemental(c *program.Call) Value {
	var args []Value
	for _, a := range c.Args {
		if a.Keyword == "kind" {
			continue
		}
		args = append(args, ev.value(a.Value))
	}
	if len(args) == 0 {
		ev.fail("%s without an argument", c.Name)
	}
	if f, ok := realFunctions[c.Name]; ok {
		ev.add(f.class, 1)
		return realOf(f.f(ev.needReal(c, args[0])), args[0].Bytes)
	}
	switch c.Name {
	case "abs", "dabs":
		ev.add(Abs, 1)
		return absolute(args[0])
	case "real", "dble", "float", "int", "nint", "floor", "ceiling", "aint":
		ev.add(Convert, 1)
		return ev.conversion(c, args[0])
	case "min", "max":
		ev.add(MinMax, int64(len(args)-1))
		return ev.extreme(c.Name, args)
	}
	return ev.elementalOfTwo(c, args)
}

func (ev *evaluation) elementalOfTwo(c *program.Call, args []Value) Value {
	if len(args) < 2 {
		ev.fail("function %s is not executed", c.Name)
	}
	x, y := args[0], args[1]
	switch c.Name {
	case "sign":
		ev.add(MinMax, 1)
		return ev.signed(x, y)
	case "atan2":
		ev.add(Trig, 1)
		return realOf(math.Atan2(ev.needReal(c, x), ev.needReal(c, y)), x.Bytes)
	case "mod", "modulo":
		x, y = ev.promote(x, y)
		ev.add(typed(x, "divide"), 1)
		return ev.remainder(c.Name, x, y)
	case "merge":
		if len(args) == 3 {
			ev.add(Compare, 1)
			if args[2].true() {
				return x
			}
			return y
		}
	}
	ev.fail("function %s is not executed", c.Name)
	return Value{}
}

func (ev *evaluation) needReal(c *program.Call, v Value) float64 {
	if v.Type != program.Real {
		ev.fail("%s of something that is not real", c.Name)
	}
	return v.R
}

func absolute(v Value) Value {
	if v.I < 0 {
		v.I = -v.I
	}
	v.R = math.Abs(v.R)
	return v
}

// conversion evaluates REAL, DBLE, FLOAT and the roundings. REAL with a kind
// has its width; a rounding gives the default integer.
func (ev *evaluation) conversion(c *program.Call, v Value) Value {
	if f, ok := roundings[c.Name]; ok {
		return ev.whole(f(v.number()), 4)
	}
	switch kind := c.Argument("kind", 1); {
	case c.Name == "aint":
		return realOf(math.Trunc(ev.needReal(c, v)), v.Bytes)
	case c.Name == "dble":
		return realOf(v.number(), 8)
	case c.Name == "real" && kind != nil:
		return realOf(v.number(), int(ev.quiet(nil).integer(kind)))
	}
	return realOf(v.number(), 4)
}

// extreme returns the smallest or largest of its arguments.
func (ev *evaluation) extreme(name string, args []Value) Value {
	best := args[0]
	for _, x := range args[1:] {
		best, x = ev.promote(best, x)
		if name == "min" && x.number() < best.number() || name == "max" && x.number() > best.number() {
			best = x
		}
	}
	return best
}

func (ev *evaluation) signed(x, y Value) Value {
	x = absolute(x)
	if y.number() < 0 || y.Type == program.Real && math.Signbit(y.R) {
		x.I, x.R = -x.I, -x.R
	}
	return x
}

// remainder is MOD (sign of x) or MODULO (sign of y).
func (ev *evaluation) remainder(name string, x, y Value) Value {
	if x.Type == program.Real {
		r := math.Mod(x.R, y.R)
		if name == "modulo" && r != 0 && r < 0 != (y.R < 0) {
			r += y.R
		}
		return realOf(r, x.Bytes)
	}
	if y.I == 0 {
		ev.fail("%s by zero", name)
	}
	r := x.I % y.I
	if name == "modulo" && r != 0 && r < 0 != (y.I < 0) {
		r += y.I
	}
	return Value{Type: program.Integer, Bytes: x.Bytes, I: r}
}

// inquire evaluates the functions that look at no element. They are free.
func (ev *evaluation) inquire(c *program.Call) Value {
	switch c.Name {
	case "size", "lbound", "ubound":
		return ev.inquireBounds(c)
	case "number_of_processors":
		return ev.inquireProcessors(c)
	case "selected_real_kind":
		return ev.selectKind(c, "p", 6)
	case "selected_int_kind":
		return ev.selectKind(c, "r", 9)
	}
	if len(c.Args) == 1 {
		return ev.inquireType(c, ev.quiet(nil).value(c.Args[0].Value))
	}
	ev.fail("function %s is not executed", c.Name)
	return Value{}
}

// inquireBounds evaluates SIZE, LBOUND and UBOUND of a named array.
func (ev *evaluation) inquireBounds(c *program.Call) Value {
	r, whole := c.Argument("array", 0).(*program.Ref)
	if !whole || len(r.Subs) > 0 || r.Sym.Rank() == 0 {
		ev.fail("%s of something that is not a whole array", c.Name)
	}
	bounds := ev.variable(r.Sym).bounds
	if dim := c.Argument("dim", 1); dim != nil {
		d := ev.quiet(nil).integer(dim)
		if d < 1 || d > int64(len(bounds)) {
			ev.fail("%s of dimension %d", c.Name, d)
		}
		bounds = bounds[d-1 : d]
	} else if c.Name != "size" {
		ev.fail("%s without DIM", c.Name)
	}
	switch c.Name {
	case "lbound":
		return integer(bounds[0].lower)
	case "ubound":
		return integer(bounds[0].lower + bounds[0].extent - 1)
	}
	size := int64(1)
	for _, b := range bounds {
		size *= b.extent
	}
	return integer(size)
}

func (ev *evaluation) inquireProcessors(c *program.Call) Value {
	dim := c.Argument("dim", 0)
	if dim == nil {
		return integer(int64(ev.procs))
	}
	d := ev.quiet(nil).integer(dim)
	if d < 1 || d > int64(len(ev.opt.Grid)) {
		ev.fail("number_of_processors of dimension %d", d)
	}
	return integer(int64(ev.opt.Grid[d-1]))
}

// selectKind returns the width for a number of decimal digits: 4 up to few, 8
// beyond.
func (ev *evaluation) selectKind(c *program.Call, keyword string, few int64) Value {
	digits := c.Argument(keyword, 0)
	if digits == nil || ev.quiet(nil).integer(digits) <= few {
		return integer(4)
	}
	return integer(8)
}

// inquireType evaluates the functions of a value's type.
func (ev *evaluation) inquireType(c *program.Call, v Value) Value {
	single := v.Bytes <= 4
	switch {
	case c.Name == "kind":
		return integer(int64(v.Bytes))
	case c.Name == "huge" && v.Type == program.Integer && single:
		return integer(math.MaxInt32)
	case c.Name == "huge" && v.Type == program.Real:
		return pick(single, math.MaxFloat32, math.MaxFloat64)
	case c.Name == "tiny" && v.Type == program.Real:
		return pick(single, 0x1p-126, 0x1p-1022)
	case c.Name == "epsilon" && v.Type == program.Real:
		return pick(single, 0x1p-23, 0x1p-52)
	}
	ev.fail("function %s is not executed", c.Name)
	return Value{}
}

func pick(single bool, four, eight float64) Value {
	if single {
		return realOf(four, 4)
	}
	return realOf(eight, 8)
}
