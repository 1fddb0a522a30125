package elements

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
)

func double(v float64) program.Expr { return program.RealConst(source.Span{}, v, 8) }

func unary(o program.Op, x program.Expr) program.Expr { return program.NewUnary(source.Span{}, o, x) }

func truth(v bool) program.Expr { return program.LogicalConst(source.Span{}, v) }

// One expression each: its value and its operations on the one processor.
func TestExpressions(t *testing.T) {
	b := build(t, 1)
	v := b.real("v", 4) // 0 everywhere
	idx := b.int("idx", 4)
	cases := []struct {
		name string
		e    program.Expr
		want float64
		ops  string
	}{
		{"2+3", op(num(2), program.Add, num(3)), 5, "integer_add:1"},
		{"2-3.0", op(num(2), program.Sub, val(3)), -1, "real_add:1"},
		{"2.0*3d0", op(val(2), program.Mul, double(3)), 6, "double_multiply:1"},
		{"7/2", op(num(7), program.Div, num(2)), 3, "integer_divide:1"},
		{"-7/2", op(unary(program.Neg, num(7)), program.Div, num(2)), -3, "integer_add:1 integer_divide:1"},
		{"0.1 in single", op(val(0.1), program.Mul, val(3)), float64(float32(float32(0.1) * 3)), "real_multiply:1"},
		{"3.0**2", op(val(3), program.Pow, num(2)), 9, "real_multiply:1"},
		{"2**3", op(num(2), program.Pow, num(3)), 8, "integer_multiply:2"},
		{"2**4", op(num(2), program.Pow, num(4)), 16, "integer_multiply:2"},
		{"2**7", op(num(2), program.Pow, num(7)), 128, "integer_multiply:4"},
		{"2d0**-1", op(double(2), program.Pow, unary(program.Neg, num(1))), 0.5, "double_power:1 integer_add:1"},
		{"2**-1", op(num(2), program.Pow, unary(program.Neg, num(1))), 0, "integer_add:1 integer_power:1"},
		{"2.0**0.5", op(val(2), program.Pow, val(0.5)), float64(float32(math.Sqrt2)), "real_power:1"},
		{"abs(-2)", call("abs", num(-2)), 2, "abs:1"},
		{"max(1, 3, 2)", call("max", num(1), num(3), num(2)), 3, "minmax:2"},
		{"min(1.5, 1)", call("min", val(1.5), num(1)), 1, "minmax:1"},
		{"sign(2.0, -0.5)", call("sign", val(2), val(-0.5)), -2, "minmax:1"},
		{"mod(-7, 3)", call("mod", num(-7), num(3)), -1, "integer_divide:1"},
		{"modulo(-7, 3)", call("modulo", num(-7), num(3)), 2, "integer_divide:1"},
		{"modulo(-7.5, 2.0)", call("modulo", val(-7.5), val(2)), 0.5, "real_divide:1"},
		{"real(3)", call("real", num(3)), 3, "convert:1"},
		{"nint(-2.5)", call("nint", val(-2.5)), -3, "convert:1"},
		{"int(-2.5)", call("int", val(-2.5)), -2, "convert:1"},
		{"floor(-2.5)", call("floor", val(-2.5)), -3, "convert:1"},
		{"dble(0.5)", call("dble", val(0.5)), 0.5, "convert:1"},
		{"sqrt(16.0)", call("sqrt", val(16)), 4, "sqrt:1"},
		{"exp(0.0)+log(1d0)", op(call("exp", val(0)), program.Add, call("log", double(1))), 1, "double_add:1 exp:1 log:1"},
		{"cos(0.0)", call("cos", val(0)), 1, "trig:1"},
		{"merge(1, 2, 1 < 2)", call("merge", num(1), num(2), op(num(1), program.Lt, num(2))), 1, "compare:2"},
		{"1 >= 2 .or. .not. .false.", op(op(num(1), program.Ge, num(2)), program.Or, unary(program.Not, truth(false))), 1, "compare:1 logical:2"},
		{"v(1+1)", el(v, op(num(1), program.Add, num(1))), 0, "load:1"},
		{"v(idx(2)+1)", el(v, op(el(idx, 2), program.Add, num(1))), 0, "load:2"},
		{"sum(v)+1.0", op(call("sum", sym(v)), program.Add, val(1)), 1, "load:4 real_add:5"},
		{"maxval(v*2.0)", call("maxval", op(sym(v), program.Mul, val(2))), 0, "load:4 minmax:4 real_multiply:4"},
		{"count(v == 0.0)", call("count", op(sym(v), program.Eq, val(0))), 4, "compare:4 load:4 logical:4"},
		{"any(v /= 0.0)", call("any", op(sym(v), program.Ne, val(0))), 0, "compare:4 load:4 logical:4"},
		{"product(v(2:3)+2.0)", call("product", op(el(v, sec(2, 3)), program.Add, val(2))), 4, "load:2 real_add:2 real_multiply:2"},
		{"dot_product(v, v)", call("dot_product", sym(v), sym(v)), 0, "load:8 real_add:4 real_multiply:4"},
		{"sum(v, v > 0.0)", call("sum", sym(v), op(sym(v), program.Gt, val(0))), 0, "compare:4 load:4"},
		{"size(v)*ubound(v, 1)", op(call("size", sym(v)), program.Mul, call("ubound", sym(v), num(1))), 16, "integer_multiply:1"},
		{"epsilon(1d0)", call("epsilon", double(1)), 0x1p-52, ""},
		{"number_of_processors()", call("number_of_processors"), 1, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			kind, bytes := program.TypeOf(c.e)
			result := &program.Symbol{Name: "result", Type: kind, Bytes: bytes}
			b.in.Unit.Body = []program.Stmt{b.let(sym(result), c.e)}
			counts := b.run(1)
			if got := counts.Values["result"][0]; got != c.want {
				t.Errorf("%s = %v, want %v", c.name, got, c.want)
			}
			if got := opsText(counts.Lines[b.line].Processors[0].Ops); got != c.ops {
				t.Errorf("%s costs %q, want %q", c.name, got, c.ops)
			}
		})
	}
}

func opsText(ops map[string]float64) string {
	var parts []string
	for _, class := range slices.Sorted(maps.Keys(ops)) {
		parts = append(parts, fmt.Sprintf("%s:%v", class, ops[class]))
	}
	return strings.Join(parts, " ")
}

// What cannot be executed faithfully is an error that says where and why.
func TestFailures(t *testing.T) {
	cases := []struct {
		name string
		body func(b *builder) program.Stmt
		want string
	}{
		{"subscript", func(b *builder) program.Stmt { return b.let(el(b.real("x", 3), 4), val(0)) }, "line 1: subscript 1 of x is 4, outside 1:3"},
		{"shapes", func(b *builder) program.Stmt { return b.let(sym(b.real("x", 3)), sym(b.real("y", 4))) }, "line 1: operands of shapes [3] and [4]"},
		{"overflow", func(b *builder) program.Stmt {
			return b.let(sym(b.int("i")), op(num(2), program.Pow, num(40)))
		}, "line 1: integer overflow"},
		{"zero", func(b *builder) program.Stmt { return b.let(sym(b.int("i")), op(num(2), program.Div, num(0))) }, "line 1: integer division by zero"},
		{"call", func(b *builder) program.Stmt {
			return &program.CallStmt{Node: program.Node{At: b.at()}, Name: "sub"}
		}, "line 1: CALL sub is not executed"},
		{"forever", func(b *builder) program.Stmt {
			return &program.Do{Node: program.Node{At: b.at()}, Kind: program.DoForever}
		}, "line 1: more than 10000 elements executed"},
		{"function", func(b *builder) program.Stmt {
			x := b.real("x", 2, 2)
			return b.let(sym(x), call("processors_shape", sym(x)))
		}, "line 1: function processors_shape is not executed"},
		{"transpose of a vector", func(b *builder) program.Stmt {
			x := b.real("x", 2)
			return b.let(sym(x), call("transpose", sym(x)))
		}, "line 1: transpose of an array of rank 1"},
		{"logical sum", func(b *builder) program.Stmt {
			return b.let(sym(b.int("i")), op(truth(true), program.Add, num(1)))
		}, "line 1: arithmetic on a logical"},
		{"template", func(b *builder) program.Stmt {
			x := b.mapOnto(b.real("x", 4), b.aligned(0, 2, 0, 6, 1, 0))
			return b.let(sym(x), val(0))
		}, "line 1: an element of x lies on template index 8, outside 1:6"},
		{"block too small", func(b *builder) program.Stmt {
			return b.let(sym(b.vector("x", 9, 1, 4)), val(0))
		}, "line 1: blocks of 4 on 2 processors do not cover the template of x"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b := build(t, 1)
			b.add(c.body(b))
			_, err := Run(b.in, Options{Grid: []int{2}, Scheme: scheme.Collective, Steps: 10000})
			if err == nil || err.Error() != c.want {
				t.Errorf("%s: %v, want %q", c.name, err, c.want)
			}
		})
	}
}
