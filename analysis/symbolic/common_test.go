package symbolic

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func TestCommonParts(t *testing.T) {
	a := NewArena()
	a.Assume("P", 1, Unbounded)
	n, p, x := a.Sym("N", Index), a.Sym("P", Index), a.Sym("x", Real)
	size := a.FloorDiv(n, p)
	last := a.Max(a.Int(0), a.Sub(n, a.Mul(size, a.Sub(p, a.Int(1)))))
	e := a.Add(a.Mul(x, last), a.Pow(last, a.Int(3)), a.Mul(x, x, a.Max(size, a.Mul(a.Int(2), last))))
	name := func(n int) string { return fmt.Sprint("c", n) }
	parts, rest := a.Common(e, name)
	got := ""
	for _, p := range parts {
		got += p.Name + " = " + a.String(p.Expr) + "; "
	}
	const want = "c1 = max(0, (N div P)*(1 - P) + N); c1^3 + x^2*max(N div P, 2*c1) + c1*x"
	if got += a.String(rest); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if parts, rest := a.Common(last, name); len(parts) > 0 || rest != last {
		t.Errorf("a short expression gets names: %v", parts)
	}
}

// The parts put back for their names give the same function.
func TestCommonPartsPutBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	named := 0
	for k := range budget(1000) {
		a := bruteArena()
		tree := randomReal(rng, 4+k%4, []string{"N", "M", "c"}, 2)
		e := a.Simplify(tree.build(a, nil))
		parts, rest := a.Common(e, func(n int) string { return fmt.Sprint("_", n) })
		named += len(parts)
		for i := len(parts) - 1; i >= 0; i-- {
			rest = a.Subst(rest, map[string]Expr{parts[i].Name: parts[i].Expr})
		}
		for _, s := range a.Free(rest) {
			if s.Name[0] == '_' {
				t.Fatalf("%v: %s is left in %s", tree, s.Name, a.String(rest))
			}
		}
		for n, env := range smallPoints() {
			if n%11 != k%11 {
				continue
			}
			want, err := a.Eval(e, env)
			if got, err2 := a.Eval(rest, env); err == nil && (err2 != nil || math.Abs(got-want) > 1e-9*(1+math.Abs(want))) {
				t.Fatalf("%v at %v: %v %v, want %v\n%s\nbecomes\n%s", tree, env, got, err2, want, a.String(e), a.String(rest))
			}
		}
	}
	if named < budget(150) {
		t.Errorf("only %d parts were named: the test is too weak", named)
	}
}
