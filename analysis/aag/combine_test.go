package aag

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// TestCombinesByValue: where an assignment is said to combine a value into its left
// side by an operation, its right side is that operation of the old value and of a
// number that does not depend on it. Expressions are random.
func TestCombinesByValue(t *testing.T) {
	s := &program.Symbol{Name: "s", Type: program.Real, Bytes: 8}
	others := []*program.Symbol{{Name: "x", Type: program.Real, Bytes: 8}, {Name: "y", Type: program.Real, Bytes: 8}}
	said := map[string]int{}
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 1))
		e := combination(r, append(others, s), 3)
		op := combines(&program.Assign{LHS: program.NewRef(source.Span{}, s), RHS: e})
		said[op]++
		if op == "" {
			continue
		}
		env := map[string]float64{"x": float64(2 + r.IntN(7)), "y": -float64(2 + r.IntN(7))}
		f := func(v float64) float64 {
			env["s"] = v
			return combined(e, env)
		}
		for _, v := range []float64{-40, -3, 5, 60} {
			want := map[string]func() float64{
				"+":   func() float64 { return f(0) + v },
				"*":   func() float64 { return f(1) * v },
				"max": func() float64 { return max(f(-1e6), v) },
				"min": func() float64 { return min(f(1e6), v) },
			}[op]()
			if got := f(v); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
				t.Fatalf("seed %d: s = %s is no %s of s: with %v it is %v, not %v", seed, program.Text(e), op, v, got, want)
			}
		}
	}
	for _, op := range []string{"", "+", "*", "max", "min"} {
		t.Run(op, func(t *testing.T) {
			if said[op] < 20 {
				t.Errorf("%d of the expressions are said to combine by %q: the test shows little", said[op], op)
			}
		})
	}
}

// combination makes a random expression.
func combination(r *rand.Rand, names []*program.Symbol, depth int) program.Expr {
	at := source.Span{}
	if depth == 0 || r.IntN(4) == 0 {
		return program.NewRef(at, names[r.IntN(len(names))])
	}
	x, y := combination(r, names, depth-1), combination(r, names, depth-1)
	switch k := r.IntN(6); k {
	case 4, 5:
		return program.NewCall(at, []string{"max", "min"}[k-4], nil, program.Arg{Value: x}, program.Arg{Value: y})
	default:
		return program.NewBinary(at, []program.Op{program.Add, program.Sub, program.Mul, program.Div}[k], x, y)
	}
}

// combined evaluates such an expression.
func combined(e program.Expr, env map[string]float64) float64 {
	switch e := e.(type) {
	case *program.Ref:
		return env[e.Sym.Name]
	case *program.Call:
		x, y := combined(e.Args[0].Value, env), combined(e.Args[1].Value, env)
		if e.Name == "max" {
			return max(x, y)
		}
		return min(x, y)
	}
	b := e.(*program.Binary)
	x, y := combined(b.X, env), combined(b.Y, env)
	switch b.Op {
	case program.Add:
		return x + y
	case program.Sub:
		return x - y
	case program.Mul:
		return x * y
	}
	return x / y
}
