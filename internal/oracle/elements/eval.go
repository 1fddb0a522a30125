package elements

import (
	"github.com/parlens/parlens/analysis/program"
)

// evaluation evaluates expressions for one element: position is the place
// (from 0) in the section dimensions, none for scalars. Costs go to tally. In
// address computation only the loads count.
type evaluation struct {
	*interpreter
	position []int64
	tally    *tally
	address  bool
	routine  bool // inside an intrinsic with an array result
}

// quiet returns an evaluation whose cost nobody counts.
func (it *interpreter) quiet(position []int64) *evaluation {
	return &evaluation{interpreter: it, position: position, tally: newTally(), address: true}
}

// counted returns an evaluation with a new tally.
func (it *interpreter) counted(position []int64) *evaluation {
	return &evaluation{interpreter: it, position: position, tally: newTally()}
}

func (ev *evaluation) add(c Class, n int64) {
	if !ev.address {
		ev.tally.add(c, n)
	}
}

// value returns the value of e at the position.
func (ev *evaluation) value(e program.Expr) Value {
	if t := ev.temps[e]; t != nil {
		return ev.load(t.ref, true)
	}
	switch e := e.(type) {
	case *program.Const:
		return ev.constant(e)
	case *program.Ref:
		return ev.read(e)
	case *program.Unary:
		return ev.unary(e)
	case *program.Binary:
		return ev.binary(e)
	case *program.Call:
		return ev.call(e)
	case *program.Opaque:
		list := ev.constructor(e, -1)
		if len(ev.position) == 1 && ev.position[0] < int64(len(list)) {
			return list[ev.position[0]]
		}
		ev.fail("an array where a scalar is needed")
	}
	ev.fail("an expression is missing")
	return Value{}
}

func (ev *evaluation) constant(c *program.Const) Value {
	switch c.Type {
	case program.Integer, program.Logical:
		return Value{Type: c.Type, Bytes: c.Bytes, I: c.Int}
	case program.Real:
		return realOf(c.Real, c.Bytes)
	}
	ev.fail("a constant that is neither integer, real nor logical")
	return Value{}
}

// read returns the value of a scalar, an array element or the element of a
// section at the position; reading an array is a load.
func (ev *evaluation) read(r *program.Ref) Value {
	if v := ev.variable(r.Sym); len(v.bounds) == 0 {
		return v.data[0]
	}
	return ev.load(r, ev.routine)
}

func (ev *evaluation) load(r *program.Ref, routine bool) Value {
	v := ev.variable(r.Sym)
	offset := ev.element(r)
	ev.tally.add(Load, 1)
	ev.tally.reads = append(ev.tally.reads, access{r, v, offset, routine})
	return v.data[offset]
}

// element returns the offset of the array element that r denotes at the
// position.
func (ev *evaluation) element(r *program.Ref) int {
	v := ev.variable(r.Sym)
	index := make([]int64, len(v.bounds))
	for d := range index {
		index[d] = ev.subscript(r, d)
	}
	return ev.offset(v, index)
}

// subscript returns the value of subscript d of r at the position.
func (ev *evaluation) subscript(r *program.Ref, d int) int64 {
	k := sectionDimension(r, d)
	if k >= len(ev.position) {
		ev.fail("%s is an array where a scalar is needed", r.Sym.Name)
	}
	if k < 0 || len(r.Subs) > 0 && !r.Subs[d].Triplet {
		return ev.vectorSubscript(r.Subs[d].Lo, k)
	}
	lower, _, stride := ev.triplet(r, d)
	return lower + ev.position[k]*stride
}

// vectorSubscript evaluates a scalar subscript (k < 0), or a vector subscript
// at its dimension's position.
func (ev *evaluation) vectorSubscript(e program.Expr, k int) int64 {
	inner := evaluation{interpreter: ev.interpreter, tally: ev.tally, address: true, routine: ev.routine}
	if k >= 0 {
		inner.position = ev.position[k : k+1]
	}
	return inner.integer(e)
}

// sectionDimension returns which dimension of the section r denotes runs
// through subscript d, or -1 when the subscript is a scalar.
func sectionDimension(r *program.Ref, d int) int {
	if len(r.Subs) == 0 {
		return d
	}
	if !isSection(r.Subs[d]) {
		return -1
	}
	k := 0
	for _, s := range r.Subs[:d] {
		if isSection(s) {
			k++
		}
	}
	return k
}

func isSection(s program.Subscript) bool { return s.Triplet || program.RankOf(s.Lo) > 0 }

// triplet returns first index, number of indices and stride of the triplet
// subscript d of r, or of the whole dimension.
func (ev *evaluation) triplet(r *program.Ref, d int) (lower, extent, stride int64) {
	b := ev.variable(r.Sym).bounds[d]
	lower, upper, stride := b.lower, b.lower+b.extent-1, int64(1)
	if len(r.Subs) == 0 {
		return lower, b.extent, 1
	}
	s := r.Subs[d]
	if s.Stride != nil {
		stride = ev.sectionBound(s.Stride)
	}
	if stride == 0 {
		ev.fail("a section with stride 0")
	}
	if stride < 0 {
		lower, upper = upper, lower
	}
	if s.Lo != nil {
		lower = ev.sectionBound(s.Lo)
	}
	if s.Hi != nil {
		upper = ev.sectionBound(s.Hi)
	}
	return lower, trips(lower, upper, stride), stride
}

// sectionBound evaluates a bound; array elements in it would be loaded once,
// not per element, which is not modelled.
func (ev *evaluation) sectionBound(e program.Expr) int64 {
	return ev.freely(e, "the bounds of a section")
}

// freely evaluates an integer without loads.
func (ev *evaluation) freely(e program.Expr, what string) int64 {
	quiet := ev.quiet(nil)
	v := quiet.integer(e)
	if len(quiet.tally.reads) > 0 {
		ev.fail("an array element in %s", what)
	}
	return v
}

// trips counts the values of lower, lower+step, ... up to upper.
func trips(lower, upper, step int64) int64 {
	n := int64(0)
	for i := lower; step > 0 && i <= upper || step < 0 && i >= upper; i += step {
		n++
	}
	return n
}

// integer returns the value of an integer expression.
func (ev *evaluation) integer(e program.Expr) int64 {
	v := ev.value(e)
	if v.Type != program.Integer {
		ev.fail("an integer is needed")
	}
	return v.I
}

func (ev *evaluation) unary(e *program.Unary) Value {
	x := ev.value(e.X)
	switch e.Op {
	case program.Plus:
		return x
	case program.Neg:
		ev.add(typed(x, "add"), 1)
		x.I, x.R = -x.I, -x.R
		return x
	case program.Not:
		ev.add(Logic, 1)
		return ev.connect(program.Eqv, x, logical(false))
	}
	ev.fail("operator %s is not executed", e.Op)
	return Value{}
}

func (ev *evaluation) binary(e *program.Binary) Value {
	x, y := ev.value(e.X), ev.value(e.Y)
	switch e.Op {
	case program.Add, program.Sub, program.Mul, program.Div, program.Pow:
		result := ev.arithmetic(e.Op, x, y)
		ev.addArithmetic(e, result, y)
		return result
	case program.Eq, program.Ne, program.Lt, program.Le, program.Gt, program.Ge:
		ev.add(Compare, 1)
		return ev.compare(e.Op, x, y)
	case program.And, program.Or, program.Eqv, program.Neqv:
		ev.add(Logic, 1)
		return ev.connect(e.Op, x, y)
	}
	ev.fail("operator %s is not executed", e.Op)
	return Value{}
}

// addArithmetic counts the operation; a power with a small literal exponent is
// multiplied out.
func (ev *evaluation) addArithmetic(e *program.Binary, result, y Value) {
	if _, literal := e.Y.(*program.Const); literal && e.Op == program.Pow && y.Type == program.Integer {
		if y.I >= 1 && y.I <= largestUnrolled {
			ev.add(typed(result, "multiply"), multiplications(y.I))
			return
		}
	}
	ev.add(typed(result, arithmeticNames[e.Op]), 1)
}
