package arrayprogram

import (
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/arrayop"
)

// operation counts the terms of array operations on some elements: those of an array
// statement, or of the statements of a loop that has become one.
type operation struct {
	*frame
	at       source.Span
	elements float64
	times    float64         // executions, weighted by masks
	result   *section        // what is stored; nil for a reduction
	blocks   map[string]bool // sections whose overhead is counted
	body     *body           // of a loop; nil for an array statement
}

func (f *frame) operation(at source.Span, elements, times float64) *operation {
	return &operation{frame: f, at: at, elements: elements, times: times, blocks: map[string]bool{}}
}

// use charges an array operation of a type.
func (o *operation) use(typ, name string) {
	o.add(o.at, Computation, arrayop.Term{Count: 1, Name: typ + "-" + name, Elements: o.elements}, o.times)
}

func (o *operation) charge(kind Kind, t arrayop.Term) { o.add(o.at, kind, t, o.times) }

// specifier is the type specifier of a parameter (table 10). What is larger than a
// word of the machine is of double precision.
func (o *operation) specifier(e program.Expr) string {
	t, bytes := program.TypeOf(e)
	return o.typeOf(t, bytes)
}

func (o *operation) typeOf(t program.Type, bytes int) string {
	switch t {
	case program.Integer:
		return "I"
	case program.Logical:
		return "L"
	case program.Complex:
		return "CS"
	case program.Real:
		if bytes > o.m.WordBytes {
			return "RD"
		}
		return "RS"
	}
	return "?"
}

// array reports whether an expression has a value for each element.
func (o *operation) array(e program.Expr) bool {
	if o.body != nil {
		return o.body.varies(e)
	}
	return program.RankOf(e) > 0
}

// expression charges the operations of an array expression.
func (o *operation) expression(e program.Expr) {
	if !o.array(e) {
		o.scalar(e)
		return
	}
	if o.body.known(e, o.m) {
		return
	}
	switch e := e.(type) {
	case *program.Ref:
		o.load(e)
	case *program.Unary:
		o.expression(e.X)
		switch e.Op {
		case program.Not:
			o.use("L", "NOT")
		case program.Neg:
			o.use(o.specifier(e), "ADD")
		}
	case *program.Binary:
		o.binary(e)
	case *program.Call:
		o.call(e)
	case *program.Opaque:
		o.fail(o.at, e.Text+": "+e.Reason)
	}
}

// operand charges an operand and its conversion to the type of the operation.
func (o *operation) operand(e program.Expr, to string) {
	o.expression(e)
	o.convert(e, to)
}

func (o *operation) convert(e program.Expr, to string) {
	from := o.specifier(e)
	if !o.array(e) || from == to || from == "L" || to == "L" || from == "?" || to == "?" {
		return
	}
	o.use(from, to)
}

func (o *operation) binary(e *program.Binary) {
	xt, xb := program.TypeOf(e.X)
	yt, yb := program.TypeOf(e.Y)
	typ := o.typeOf(max(xt, yt), max(xb, yb))
	if e.Op == program.Pow {
		o.expression(e.X)
		o.expression(e.Y)
		if yt == program.Integer {
			o.use(o.specifier(e.X), "EXPI")
		} else {
			o.use(typ, "EXPS")
		}
		return
	}
	o.operand(e.X, typ)
	o.operand(e.Y, typ)
	constant := ""
	if !o.array(e.X) || !o.array(e.Y) {
		constant = "CONST"
	}
	switch e.Op {
	case program.Add, program.Sub:
		o.use(typ, "ADD")
	case program.Mul:
		o.use(typ, "MUL")
	case program.Div:
		o.use(typ, "DIV")
	case program.Eq, program.Ne:
		o.use(typ, "EQ"+constant)
	case program.Lt, program.Le, program.Gt, program.Ge:
		o.use(typ, "GT"+constant)
	case program.And:
		o.use("L", "AND")
	case program.Or:
		o.use("L", "OR")
	case program.Eqv, program.Neqv:
		o.use("L", "EOR")
	default:
		o.fail(o.at, "the operator "+e.Op.String()+" is not measured")
	}
}

// functions are the operations behind intrinsics of one element.
var functions = map[string]string{
	"sqrt": "SQRT", "dsqrt": "SQRT", "log": "LOG", "alog": "LOG", "dlog": "LOG", "exp": "EXP", "dexp": "EXP",
	"sin": "SIN", "dsin": "SIN", "cos": "COS", "dcos": "COS", "tan": "TAN", "abs": "ABS", "dabs": "ABS", "mod": "MOD",
	"iand": "AND", "ior": "OR", "ieor": "EOR", "ishft": "SHFT", "ishftc": "SHFTC", "btest": "BTEST", "ibset": "BSET", "ibits": "BITS",
	"conjg": "CONJG",
}

// reductions are the operations behind reductions, by the type of the argument.
var reductions = map[string]string{
	"sum": "SUM", "product": "PRODUCT", "maxval": "MAXVAL", "minval": "MAXVAL", "dot_product": "DOTPRODUCT",
	"any": "ANY", "all": "ALL", "count": "COUNT",
}

func (o *operation) call(e *program.Call) {
	info := e.Intrinsic()
	if info.Shape == program.NotIntrinsic {
		o.fail(o.at, "a call of "+e.Name+" for each element is not counted")
		return
	}
	if info.Shape == program.Transformational || info.Shape == program.Reduction {
		o.whole(e)
		return
	}
	typ := "?"
	for _, a := range e.Args {
		o.expression(a.Value)
	}
	if len(e.Args) > 0 {
		typ = o.specifier(e.Args[0].Value)
	}
	switch e.Name {
	case "max", "min", "amax1", "amin1":
		for range e.Args[1:] {
			o.use(o.specifier(e), "MAX")
		}
	case "int", "nint", "floor", "ceiling":
		o.use(typ, "I")
	case "aint": // truncated by way of an integer (appendix G.3)
		o.use(typ, "I")
		o.use("I", typ)
	case "real", "dble", "float":
		if to := o.specifier(e); to != typ {
			o.use(typ, to)
		}
	default:
		if name := functions[e.Name]; name != "" {
			o.use(typ, name)
			return
		}
		o.fail(o.at, strings.ToUpper(e.Name)+" is not measured")
	}
}

// whole charges an embedded reduction or transformation: its argument by the same
// method, and itself at the argument's size (section 7.1, rule 1).
func (o *operation) whole(e *program.Call) {
	if len(e.Args) == 0 {
		return
	}
	argument := e.Args[0].Value
	n, problem := o.elementsOf(argument)
	if problem != "" {
		o.fail(o.at, problem)
		return
	}
	inner := o.frame.operation(o.at, n, o.times)
	for _, a := range e.Args {
		if program.RankOf(a.Value) > 0 {
			inner.expression(a.Value)
		}
	}
	name, reduces := reductions[e.Name]
	if !reduces {
		name = strings.ToUpper(e.Name)
	}
	inner.use(inner.specifier(argument), name)
}

// scalar charges what a scalar operand of an array operation takes besides being
// there: reductions, and elements that are read.
func (o *operation) scalar(e program.Expr) {
	program.Walk(e, func(x program.Expr) bool {
		switch x := x.(type) {
		case *program.Ref:
			if x.Rank() == 0 && len(x.Subs) > 0 {
				o.charge(Communication, arrayop.Term{Count: 1, Name: "SREM-READ"})
				return false
			}
		case *program.Call:
			if x.Intrinsic().Shape == program.Reduction {
				o.whole(x)
				return false
			}
		}
		return true
	})
}
