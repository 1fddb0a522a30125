package symbolic

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// ast is an expression as a test writes it down, with a direct evaluator that
// knows none of the algebra.
type ast struct {
	op   string
	kids []*ast
	v    int64
	name string
}

var errBrute = errors.New("no value")

// eval is the definition of every operation, in float64 (values stay small).
func (t *ast) eval(env map[string]float64) (float64, error) {
	if t.op == "sum" || t.op == "maxover" {
		return t.evalLoop(env)
	}
	if t.op == "cond" {
		c, err := t.kids[0].eval(env)
		if err != nil {
			return 0, err
		}
		if c != 0 {
			return t.kids[1].eval(env)
		}
		return t.kids[2].eval(env)
	}
	x := make([]float64, len(t.kids))
	for i, k := range t.kids {
		v, err := k.eval(env)
		if err != nil {
			return 0, err
		}
		x[i] = v
	}
	switch t.op {
	case "int":
		return float64(t.v), nil
	case "sym":
		return env[t.name], nil
	case "add":
		return x[0] + x[1], nil
	case "sub":
		return x[0] - x[1], nil
	case "mul":
		return x[0] * x[1], nil
	case "min":
		return min(x[0], x[1]), nil
	case "max":
		return max(x[0], x[1]), nil
	case "div", "mod", "ceildiv":
		if x[1] == 0 {
			return 0, errBrute
		}
		switch t.op {
		case "div":
			return math.Floor(x[0] / x[1]), nil
		case "ceildiv":
			return math.Ceil(x[0] / x[1]), nil
		}
		return x[0] - x[1]*math.Floor(x[0]/x[1]), nil
	case "clog":
		return ceilLog2(x[0]), nil
	}
	return truth(map[string]bool{"eq": x[0] == x[1], "ne": x[0] != x[1], "lt": x[0] < x[1], "le": x[0] <= x[1],
		"and": x[0] != 0 && x[1] != 0, "or": x[0] != 0 || x[1] != 0}[t.op]), nil
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func (t *ast) evalLoop(env map[string]float64) (float64, error) {
	lo, err := t.kids[0].eval(env)
	if err != nil {
		return 0, err
	}
	hi, err := t.kids[1].eval(env)
	if err != nil {
		return 0, err
	}
	old, had := env[t.name]
	defer func() {
		if had {
			env[t.name] = old
		} else {
			delete(env, t.name)
		}
	}()
	acc := 0.0
	for i := lo; i <= hi; i++ {
		env[t.name] = i
		v, err := t.kids[2].eval(env)
		if err != nil {
			return 0, err
		}
		if t.op == "sum" {
			acc += v
		} else if i == lo || v > acc {
			acc = v
		}
	}
	return acc, nil
}

// build constructs the node, the operands of commutative operations in random
// order.
func (t *ast) build(a *Arena, rng *rand.Rand) Expr {
	x := make([]Expr, len(t.kids))
	for i := range x {
		x[i] = t.kids[i].build(a, rng)
	}
	swapped := len(x) == 2 && rng != nil && rng.IntN(2) == 0
	switch t.op {
	case "add", "mul", "min", "max", "eq", "ne", "and", "or":
		if swapped {
			x[0], x[1] = x[1], x[0]
		}
	}
	switch t.op {
	case "int":
		return a.Int(t.v)
	case "sym":
		if t.name[0] == 't' {
			return a.Sym(t.name, Real)
		}
		return a.Sym(t.name, Index)
	case "add":
		return a.Add(x...)
	case "sub":
		return a.Sub(x[0], x[1])
	case "mul":
		return a.Mul(x...)
	case "min":
		return a.Min(x...)
	case "max":
		return a.Max(x...)
	case "div":
		return a.FloorDiv(x[0], x[1])
	case "ceildiv":
		return a.CeilDiv(x[0], x[1])
	case "mod":
		return a.Mod(x[0], x[1])
	case "clog":
		return a.CeilLog2(x[0])
	case "eq":
		return a.Eq(x[0], x[1])
	case "ne":
		return a.Ne(x[0], x[1])
	case "lt":
		return a.Lt(x[0], x[1])
	case "le":
		return a.Le(x[0], x[1])
	case "and":
		return a.And(x...)
	case "or":
		return a.Or(x...)
	case "cond":
		return a.Cond(x[0], x[1], x[2])
	case "sum":
		return a.Sum(t.name, x[0], x[1], x[2])
	}
	return a.MaxOver(t.name, x[0], x[1], x[2])
}

func (t *ast) String() string {
	switch {
	case t.op == "int":
		return fmt.Sprint(t.v)
	case t.op == "sym":
		return t.name
	}
	s := t.op + t.name + "("
	for i, k := range t.kids {
		if i > 0 {
			s += ", "
		}
		s += k.String()
	}
	return s + ")"
}

// randomAST draws an expression over N, M, c (c >= 1) and the indices in scope.
func randomAST(rng *rand.Rand, depth int, scope []string, loops int) *ast {
	if depth == 0 || rng.IntN(8) == 0 {
		if rng.IntN(3) == 0 {
			return &ast{op: "int", v: int64(rng.IntN(7) - 2)}
		}
		return &ast{op: "sym", name: scope[rng.IntN(len(scope))]}
	}
	sub := func() *ast { return randomAST(rng, depth-1, scope, loops) }
	two := []string{"add", "sub", "mul", "add", "sub", "min", "max", "min", "max", "eq", "ne", "lt", "le", "and", "or"}
	switch n := rng.IntN(20); {
	case n < 3:
		op := []string{"div", "mod", "ceildiv"}[n]
		by := &ast{op: "sym", name: "c"}
		if rng.IntN(2) == 0 {
			by = &ast{op: "int", v: int64(rng.IntN(5) + 1)}
		}
		return &ast{op: op, kids: []*ast{sub(), by}}
	case n == 3:
		return &ast{op: "cond", kids: []*ast{sub(), sub(), sub()}}
	case n == 4:
		return &ast{op: "clog", kids: []*ast{sub()}}
	case n < 9 && loops > 0:
		name := []string{"i", "j", "k"}[rng.IntN(3)]
		in := append(append([]string{}, scope...), name, name)
		op := []string{"sum", "maxover"}[rng.IntN(2)]
		return &ast{op: op, name: name, kids: []*ast{
			randomAST(rng, min(depth-1, 1), scope, 0), randomAST(rng, min(depth-1, 1), scope, 0), randomAST(rng, depth-1, in, loops-1)}}
	}
	return &ast{op: two[rng.IntN(len(two))], kids: []*ast{sub(), sub()}}
}

// randomReal draws a time: machine parameters tc and tl, counts, sums and maxima
// over processors.
func randomReal(rng *rand.Rand, depth int, scope []string, loops int) *ast {
	if depth == 0 || rng.IntN(7) == 0 {
		return &ast{op: "sym", name: []string{"tc", "tl"}[rng.IntN(2)]}
	}
	sub := func() *ast { return randomReal(rng, depth-1, scope, loops) }
	count := func() *ast { return randomAST(rng, min(depth-1, 2), scope, 0) }
	switch n := rng.IntN(16); {
	case n < 4:
		return &ast{op: "mul", kids: []*ast{count(), sub()}}
	case n == 4:
		return &ast{op: "cond", kids: []*ast{count(), sub(), sub()}}
	case n < 8 && loops > 0:
		name := []string{"i", "j", "k"}[rng.IntN(3)]
		in := append(append([]string{}, scope...), name, name)
		return &ast{op: []string{"sum", "maxover"}[rng.IntN(2)], name: name, kids: []*ast{
			randomAST(rng, 1, scope, 0), randomAST(rng, 1, scope, 0), randomReal(rng, depth-1, in, loops-1)}}
	}
	two := []string{"add", "add", "sub", "mul", "max", "max", "min"}
	return &ast{op: two[rng.IntN(len(two))], kids: []*ast{sub(), sub()}}
}

func bruteArena() *Arena {
	a := NewArena()
	a.Assume("tc", 0, Unbounded)
	a.Assume("tl", 0, Unbounded)
	a.Assume("c", 1, Unbounded)
	a.Assume("N", 0, Unbounded)
	a.Assume("M", -3, 6)
	return a
}

// TestAgainstBruteForce compares construction, Simplify and both tapes with the
// definition, for every small value of the symbols.
func TestAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range budget(4000) {
		tree := randomAST(rng, 2+n%4, []string{"N", "M", "c"}, 2)
		if n%3 == 0 {
			tree = randomReal(rng, 2+n/3%4, []string{"N", "M", "c"}, 2)
		}
		checkTree(t, rng, tree)
		if t.Failed() {
			return
		}
	}
}

// budget is how many of so many random cases a test has: short ones an eighth.
func budget(cases int) int {
	if testing.Short() {
		return cases / 8
	}
	return cases
}

func checkTree(t *testing.T, rng *rand.Rand, tree *ast) {
	t.Helper()
	a, b := bruteArena(), bruteArena()
	e, f := tree.build(a, nil), tree.build(b, rng)
	if a.Hash(e) != b.Hash(f) {
		t.Errorf("%v: the order of construction matters:\n%s\n%s", tree, a.String(e), b.String(f))
		return
	}
	s := a.Simplify(e)
	if x := b.Simplify(f); a.Hash(s) != b.Hash(x) {
		t.Errorf("%v: the order of construction matters to Simplify:\n%s\n%s", tree, a.String(s), b.String(x))
		return
	}
	again := bruteArena()
	if twice := again.Simplify(again.Import(a, s)); again.Hash(twice) != a.Hash(s) {
		t.Errorf("%v: simplify is not idempotent:\n%.300s\n%.300s\n%.300s", tree, a.String(e), a.String(s), again.String(twice))
		return
	}
	for _, env := range smallPoints() {
		want, err := tree.eval(env)
		if err != nil || math.Abs(want) > 1<<40 {
			continue
		}
		for _, x := range []Expr{e, s} {
			got, err := a.Eval(x, env)
			if err != nil || math.Abs(got-want) > 1e-12*(1+math.Abs(want)) {
				t.Errorf("%v at %v: got %v %v, want %v\n%.300s", tree, env, got, err, want, a.String(x))
				return
			}
		}
	}
}

func smallPoints() []map[string]float64 {
	var out []map[string]float64
	for _, n := range []float64{0, 1, 2, 3, 5, 8, 13} {
		for _, m := range []float64{-3, -1, 0, 2, 6} {
			for _, c := range []float64{1, 2, 3, 5, 7} {
				out = append(out, map[string]float64{"N": n, "M": m, "c": c, "tc": 0.5 + n/8, "tl": c / 4})
			}
		}
	}
	return out
}
