package arrayprogram

import (
	"math"

	"github.com/parlens/parlens/analysis/program"
)

// assumedSize is the value of a size that nothing gives.
const assumedSize = 100

// number evaluates a scalar expression; false when it is not known.
func (f *frame) number(e program.Expr) (float64, bool) {
	return evaluate(e, f.reference)
}

// reference is the value of a scalar variable or of an element of an index array.
func (f *frame) reference(r *program.Ref) (float64, bool) {
	switch {
	case r.Image != nil:
		return 0, false
	case r.Sym.Rank() == 0:
		return f.scalar(r.Sym)
	case len(r.Subs) == 1 && !r.Subs[0].Triplet:
		v := f.vectors[r.Sym]
		x, ok := f.number(r.Subs[0].Lo)
		if v == nil || !ok {
			return 0, false
		}
		return v.at(int64(x))
	}
	return 0, false
}

// scalar is the value of a variable or constant. What the user sets comes first.
func (f *frame) scalar(s *program.Symbol) (float64, bool) {
	if x, ok := f.opt.Values[s.Name]; ok && f.depth == 0 {
		return x, true
	}
	if x, ok := f.scalars[s]; ok {
		return x, true
	}
	if s.Class == program.Parameter && s.Value != nil {
		x, ok := f.number(s.Value)
		return typed(s, x), ok
	}
	return 0, false
}

// assign gives a scalar a value, or makes it unknown.
func (f *frame) assign(s *program.Symbol, x float64, known bool) {
	if s.Class == program.Parameter {
		return
	}
	if !known || math.IsNaN(x) || math.IsInf(x, 0) {
		delete(f.scalars, s)
		return
	}
	f.scalars[s] = typed(s, x)
}

func typed(s *program.Symbol, x float64) float64 {
	if s.Type == program.Integer {
		return math.Trunc(x)
	}
	return x
}

// size evaluates an extent or bound. A scalar that nothing gives is assumed, and
// asked for; false where that does not help.
func (f *frame) size(e program.Expr) (float64, bool) {
	if x, ok := f.number(e); ok {
		return x, true
	}
	return evaluate(e, func(r *program.Ref) (float64, bool) {
		if x, ok := f.reference(r); ok {
			return x, true
		}
		if r.Sym.Rank() > 0 || r.Sym.Type != program.Integer {
			return 0, false
		}
		f.assume(Assumption{Name: r.Sym.Name, Value: assumedSize, Why: "no value of " + r.Sym.Name + " is known before run time", At: r.Span(), Settable: true})
		return assumedSize, true
	})
}

// extent is a declared dimension: its lower bound and its number of elements.
func (f *frame) extent(b program.Bounds) (lower, n float64, ok bool) {
	if b.Upper == nil {
		return 1, 0, false
	}
	lower, okL := f.size(b.Lower)
	upper, okU := f.size(b.Upper)
	return lower, math.Max(0, upper-lower+1), okL && okU
}

// evaluate computes an expression of numbers and truth values (0 or 1) from the
// values of its references.
func evaluate(e program.Expr, ref func(*program.Ref) (float64, bool)) (float64, bool) {
	switch e := e.(type) {
	case *program.Const:
		switch e.Type {
		case program.Integer, program.Logical:
			return float64(e.Int), true
		case program.Real:
			return e.Real, true
		}
	case *program.Ref:
		return ref(e)
	case *program.Unary:
		x, ok := evaluate(e.X, ref)
		switch e.Op {
		case program.Neg:
			return -x, ok
		case program.Not:
			return 1 - x, ok
		}
		return x, ok && e.Op == program.Plus
	case *program.Binary:
		x, okX := evaluate(e.X, ref)
		y, okY := evaluate(e.Y, ref)
		if okX && okY {
			return binary(e, x, y)
		}
	case *program.Call:
		return call(e, ref)
	}
	return 0, false
}

func binary(e *program.Binary, x, y float64) (float64, bool) {
	t, _ := program.TypeOf(e)
	truth := func(b bool) (float64, bool) {
		if b {
			return 1, true
		}
		return 0, true
	}
	switch e.Op {
	case program.Add:
		return x + y, true
	case program.Sub:
		return x - y, true
	case program.Mul:
		return x * y, true
	case program.Div:
		if t == program.Integer {
			return math.Trunc(x / y), y != 0
		}
		return x / y, y != 0
	case program.Pow:
		x = math.Pow(x, y)
		if t == program.Integer {
			x = math.Trunc(x)
		}
		return x, true
	case program.Eq, program.Eqv:
		return truth(x == y)
	case program.Ne, program.Neqv:
		return truth(x != y)
	case program.Lt:
		return truth(x < y)
	case program.Le:
		return truth(x <= y)
	case program.Gt:
		return truth(x > y)
	case program.Ge:
		return truth(x >= y)
	case program.And:
		return truth(x != 0 && y != 0)
	case program.Or:
		return truth(x != 0 || y != 0)
	}
	return 0, false
}

// call computes an intrinsic of scalars.
func call(e *program.Call, ref func(*program.Ref) (float64, bool)) (float64, bool) {
	if _, intrinsic := program.Intrinsics[e.Name]; !intrinsic {
		return 0, false
	}
	x := make([]float64, len(e.Args))
	for i, a := range e.Args {
		v, ok := evaluate(a.Value, ref)
		if !ok {
			return 0, false
		}
		x[i] = v
	}
	return intrinsic(e.Name, x)
}

func intrinsic(name string, x []float64) (float64, bool) {
	switch {
	case len(x) == 0:
		return 0, false
	case name == "min" || name == "max":
		y := x[0]
		for _, z := range x {
			if name == "min" && z < y || name == "max" && z > y {
				y = z
			}
		}
		return y, true
	case len(x) == 1:
		switch name {
		case "abs":
			return math.Abs(x[0]), true
		case "int", "aint":
			return math.Trunc(x[0]), true
		case "nint":
			return math.Round(x[0]), true
		case "real", "dble", "float":
			return x[0], true
		case "sqrt":
			return math.Sqrt(x[0]), x[0] >= 0
		case "not":
			return float64(^int64(x[0])), true
		}
	case len(x) == 2:
		a, b := int64(x[0]), int64(x[1])
		switch name {
		case "mod":
			return math.Mod(x[0], x[1]), x[1] != 0
		case "modulo":
			return x[0] - x[1]*math.Floor(x[0]/x[1]), x[1] != 0
		case "iand":
			return float64(a & b), true
		case "ior":
			return float64(a | b), true
		case "ieor":
			return float64(a ^ b), true
		case "ishft":
			return float64(shift(int32(a), b)), -32 <= b && b <= 32
		}
	}
	return 0, false
}

// shift is ISHFT of a default integer: zeros come in at either end.
func shift(x int32, by int64) int32 {
	if by >= 0 {
		return int32(uint32(x) << by)
	}
	return int32(uint32(x) >> -by)
}
