package values

import (
	"cmp"
	"hash/fnv"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/parlens/parlens/analysis/program"
)

// value is a scalar. Its zero is the unknown value.
type value struct {
	kind kind
	from origin // of what is not known
	i    int64  // of integers; 0 or 1 of logicals; the characters of texts; of what is not known, what it may be, or 0
	f    float64
}

type kind uint8

const (
	unknown kind = iota
	integer
	single // a REAL of 4 bytes: every result is rounded to it
	double
	logical
	text
	longText // of more than [mostText] characters: a number that tells them apart, and in f how many
)

func intValue(i int64) value { return value{kind: integer, i: i} }

func boolValue(b bool) value {
	if b {
		return value{kind: logical, i: 1}
	}
	return value{kind: logical}
}

// realValue is unknown for what no number is: the program has gone wrong there.
func realValue(k kind, f float64) value {
	if k == single {
		f = float64(float32(f))
	}
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return value{}
	}
	return value{kind: k, f: f}
}

// mostText is how many characters a text has at most that are known, not only told apart.
const mostText = 8

// blanks are a text of blanks.
const blanks int64 = 0x2020202020202020

// textValue is a text with blanks behind it, as texts are compared (Fortran 2018, section
// 10.1.5.5.1): names of methods and switches; unknown for other characters than those of ASCII.
func textValue(s string) value {
	s = strings.TrimRight(s, " ")
	if len(s) > mostText {
		h := fnv.New64a()
		h.Write([]byte(s))
		return value{kind: longText, i: int64(h.Sum64()), f: float64(len(s))}
	}
	v := value{kind: text, i: blanks}
	for at := range len(s) {
		if s[at] >= utf8.RuneSelf {
			return value{}
		}
		shift := 8 * (mostText - 1 - at)
		v.i += int64(s[at]-' ') << shift
	}
	return v
}

// cut is a text in a variable. The analysis has a length of 1 also for those whose length it
// does not know: constants and dummies (LEN=*) keep their text there, of others one that is
// longer is unknown.
func (v value) cut(s *program.Symbol) value {
	whole := s.Dummy && s.AnyLength || s.Class == program.Parameter && s.Bytes == 1
	switch {
	case whole || v.kind == text && s.Bytes >= mostText || v.kind == longText && float64(s.Bytes) >= v.f:
		return v
	case v.kind == longText:
		return value{}
	}
	behind := int64(1)<<(8*(mostText-s.Bytes)) - 1
	first := value{kind: text, i: v.i&^behind | blanks&behind}
	if s.Bytes == 1 && first != v {
		return value{}
	}
	return first
}

func (v value) isText() bool { return v.kind == text || v.kind == longText }

func (v value) isReal() bool { return v.kind == single || v.kind == double }

// number is the value as a float; logicals have none.
func (v value) number() (float64, bool) {
	switch v.kind {
	case integer:
		return float64(v.i), true
	case single, double:
		return v.f, true
	}
	return 0, false
}

// truth is the value of a condition.
func (v value) truth() (holds, known bool) { return v.i == 1, v.kind == logical }

// as converts a value to the type of a variable.
func (v value) as(s *program.Symbol) value {
	x, ok := v.number()
	switch {
	case s.Type == program.Logical && v.kind == logical:
		return v
	case s.Type == program.Character && v.isText():
		return v.cut(s)
	case !ok && s.Type == program.Integer && v.kind == unknown:
		return v
	case !ok:
		return value{}
	case s.Type == program.Integer:
		return truncated(x, v)
	case s.Type == program.Real:
		return realValue(realKind(s.Bytes), x)
	}
	return value{}
}

func realKind(bytes int) kind {
	if bytes > 4 {
		return double
	}
	return single
}

// truncated is v, whose number is x, as an integer.
func truncated(x float64, v value) value {
	switch {
	case v.kind == integer:
		return v
	case math.Abs(x) >= math.MaxInt64/2:
		return value{}
	}
	return intValue(int64(x))
}

func ofFloat(x float64, s *program.Symbol) value {
	v := value{kind: double, f: x}
	if s.Type == program.Logical {
		return boolValue(x != 0)
	}
	return v.as(s)
}

// binary applies an operator.
func binary(op program.Op, x, y value) value {
	switch op {
	case program.And, program.Or, program.Eqv, program.Neqv:
		return connect(op, x, y)
	}
	if x.kind == integer && y.kind == integer {
		return integerOp(op, x.i, y.i)
	}
	switch {
	case x.kind == text && y.kind == text:
		return compare(op, float64(cmp.Compare(x.i, y.i)), 0)
	case x.isText() && y.isText() && (op == program.Eq || op == program.Ne):
		return boolValue((x == y) == (op == program.Eq))
	}
	a, okA := x.number()
	b, okB := y.number()
	if !okA || !okB {
		return perhaps(op, x, y)
	}
	k := max(x.kind, y.kind)
	if x.kind == integer || y.kind == integer {
		k = x.kind + y.kind - integer
	}
	return realOp(op, a, b, k)
}

// perhaps is what an operation on integers may give where an operand is not known, but may be
// one (see [value.or]).
func perhaps(op program.Op, x, y value) value {
	mayBe := func(v value) bool { return v.kind == integer || v.kind == unknown && v.i > 0 }
	if mayBe(x) && mayBe(y) && op <= program.Pow {
		if v, ok := program.IntOp(op, x.i, y.i); ok {
			return value{i: max(v, 0)}
		}
	}
	return value{}
}

// connect joins conditions; one side may decide alone.
func connect(op program.Op, x, y value) value {
	a, okA := x.truth()
	b, okB := y.truth()
	switch {
	case op == program.And && (okA && !a || okB && !b):
		return boolValue(false)
	case op == program.Or && (okA && a || okB && b):
		return boolValue(true)
	case !okA || !okB:
		return value{}
	case op == program.Eqv:
		return boolValue(a == b)
	case op == program.Neqv:
		return boolValue(a != b)
	}
	return boolValue(op == program.And)
}

func integerOp(op program.Op, x, y int64) value {
	switch op {
	case program.Add, program.Sub, program.Mul, program.Div, program.Pow:
		v, ok := program.IntOp(op, x, y)
		if !ok {
			return value{}
		}
		return intValue(v)
	}
	return compare(op, float64(x), float64(y))
}

func realOp(op program.Op, x, y float64, k kind) value {
	switch op {
	case program.Add:
		return realValue(k, x+y)
	case program.Sub:
		return realValue(k, x-y)
	case program.Mul:
		return realValue(k, x*y)
	case program.Div:
		return realValue(k, x/y)
	case program.Pow:
		return realValue(k, math.Pow(x, y))
	}
	return compare(op, x, y)
}

func compare(op program.Op, x, y float64) value {
	switch op {
	case program.Eq:
		return boolValue(x == y)
	case program.Ne:
		return boolValue(x != y)
	case program.Lt:
		return boolValue(x < y)
	case program.Le:
		return boolValue(x <= y)
	case program.Gt:
		return boolValue(x > y)
	case program.Ge:
		return boolValue(x >= y)
	}
	return value{}
}

// unary applies an operator with one operand.
func unary(op program.Op, x value) value {
	switch {
	case op == program.Plus:
		return x
	case op == program.Not && x.kind == logical:
		return boolValue(x.i == 0)
	case op == program.Neg && x.kind == integer:
		return intValue(-x.i)
	case op == program.Neg && x.isReal():
		return realValue(x.kind, -x.f)
	}
	return value{}
}

// or is a value that is one of two. It is not known, but may be the larger of the integers that
// are.
func (v value) or(w value) value {
	may := int64(0)
	for _, x := range []value{v, w} {
		if x.kind == integer {
			may = max(may, x.i)
		}
	}
	if v.from != elsewhere || w.from != elsewhere {
		return value{i: may, from: perhapsSo}
	}
	return value{i: may}
}
