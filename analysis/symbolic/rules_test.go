package symbolic

import (
	"fmt"
	"math"
	"testing"
)

// TestPaperRules are the reduction rules of PAMELA's simplifier (the Timber
// report, section 3.2), each as an expression and what is left of it.
func TestPaperRules(t *testing.T) {
	a := NewArena()
	for _, s := range []string{"a", "c", "n"} {
		a.Assume(s, 1, Unbounded)
	}
	a.Assume("e", 0, Unbounded)
	e, f, g := a.Sym("e", Real), a.Sym("f", Real), a.Sym("g", Real)
	lo, b, c, i, n := a.Sym("a", Index), a.Sym("b", Index), a.Sym("c", Index), a.Sym("i", Index), a.Sym("n", Index)
	one, two := a.Int(1), a.Int(2)
	fi := &Function{Name: "w", Result: Real}
	w := a.Opaque(fi, i)
	cases := []struct {
		rule string
		got  Expr
		want string
	}{
		{"0+e -> e", a.Add(a.Int(0), e), "e"},
		{"e/1 -> e", a.Quo(e, one), "e"},
		{"0*e -> 0", a.Mul(a.Int(0), e), "0"},
		{"1*e -> e", a.Mul(one, e), "e"},
		{"e+e -> 2*e", a.Add(e, e), "2*e"},
		{"(n*e)+e -> (n+1)*e", a.Add(a.Mul(n, e), e), "e*(n + 1)"},
		{"(3*e)+e -> 4*e", a.Add(a.Mul(a.Int(3), e), e), "4*e"},
		{"e1*e3+e2*e3 -> (e1+e2)*e3", a.Add(a.Mul(e, g), a.Mul(f, g)), "g*(e + f)"},
		{"max(e,e) -> e", a.Max(e, e), "e"},
		{"max(e) -> e", a.Max(e), "e"},
		{"max(n*e) -> n*max(e)", a.MaxOver("i", one, b, a.Mul(n, w)), "n*max(i = 1..b: w(i))"},
		{"max(2*e, 2*f) -> 2*max(e, f)", a.Max(a.Mul(two, e), a.Mul(two, f)), "2*max(e, f)"},
		{"max (i=a,b) c -> c", a.MaxOver("i", one, n, e), "e"},
		{"sum (i) (c*e) -> c * sum (i) e", a.Sum("i", one, b, a.Mul(c, w)), "c*sum(i = 1..b: w(i))"},
		{"sum (i=a,b) c -> max(0,b-a+1)*c", a.Sum("i", lo, b, e), "e*max(0, b - a + 1)"},
		{"sum (i=a,b) if (i > c) e", a.Sum("i", lo, b, a.Cond(a.Lt(c, i), e, a.Int(0))), "e*max(0, b - max(a - 1, c))"},
		{"max(2, b+1) with b >= 1", a.Max(two, a.Add(c, one)), "c + 1"},
	}
	for _, c := range cases {
		t.Run(c.rule, func(t *testing.T) {
			if got := a.String(a.Simplify(c.got)); got != c.want {
				t.Errorf("%s: got %s, want %s", c.rule, got, c.want)
			}
		})
	}
}

// loopsIn counts the loops that are left in e.
func loopsIn(a *Arena, e Expr) int {
	n := 0
	a.eachNode([]Expr{e}, func(x Expr) {
		if o := a.op(x); o == opSum || o == opMaxO {
			n++
		}
	})
	return n
}

// TestFaulhaber sums every power up to the largest degree, over ranges that may
// be empty or negative.
func TestFaulhaber(t *testing.T) {
	a := NewArena()
	lo, hi, i := a.Sym("lo", Index), a.Sym("hi", Index), a.Sym("i", Index)
	for d := range 17 {
		s := a.Sum("i", lo, hi, a.Pow(i, a.Int(int64(d))))
		if loopsIn(a, s) > 0 {
			t.Fatalf("degree %d does not close", d)
		}
		for from := -4; from <= 4; from++ {
			for to := from - 3; to <= from+6; to++ {
				want := 0.0
				for k := from; k <= to; k++ {
					want += math.Pow(float64(k), float64(d))
				}
				if got, err := a.Eval(s, map[string]float64{"lo": float64(from), "hi": float64(to)}); err != nil || got != want {
					t.Fatalf("degree %d over %d..%d: %v %v, want %v", d, from, to, got, err, want)
				}
			}
		}
	}
}

// TestLoopsClose: sums and maxima that must have a closed form have one.
// Their values are compared with enumeration by TestAgainstBruteForce.
func TestLoopsClose(t *testing.T) {
	a := NewArena()
	for _, s := range []string{"N", "P", "m"} {
		a.Assume(s, 1, Unbounded)
	}
	n, p, m := a.Sym("N", Index), a.Sym("P", Index), a.Sym("m", Index)
	i, j, q := a.Sym("i", Index), a.Sym("j", Index), a.Sym("p", Index)
	zero, one := a.Int(0), a.Int(1)
	lastN, lastP := a.Sub(n, one), a.Sub(p, one)
	owner := a.FloorDiv(i, m)
	own := func(o Expr) Expr { return a.Sum("i", zero, lastN, a.Eq(o, q)) }
	cases := map[string]Expr{
		"triangle":              a.Sum("i", one, n, a.Sum("j", i, n, a.Mul(i, j))),
		"sum of i div m":        a.Sum("i", zero, lastN, owner),
		"sum of i mod m":        a.Sum("i", one, lastN, a.Mod(i, m)),
		"product of both":       a.Sum("i", zero, lastN, a.Mul(owner, a.Mod(i, m), i)),
		"block-cyclic owner":    a.Sum("i", zero, lastN, a.Mod(owner, p)),
		"constant block":        a.Sum("i", zero, lastN, a.FloorDiv(a.Add(i, a.Int(2)), a.Int(5))),
		"max of affine forms":   a.Sum("i", zero, lastN, a.Max(i, a.Sub(p, i))),
		"clamped":               a.Sum("i", zero, lastN, a.Max(zero, a.Min(m, a.Sub(p, i)))),
		"condition":             a.Sum("i", zero, lastN, a.Cond(a.Lt(i, p), i, m)),
		"one point":             a.Sum("i", zero, lastN, a.Cond(a.Eq(i, p), i, m)),
		"backwards":             a.Sum("i", zero, lastN, a.FloorDiv(a.Sub(lastN, i), m)),
		"block load":            own(owner),
		"cyclic load":           own(a.Mod(i, p)),
		"block-cyclic load":     own(a.Mod(owner, p)),
		"largest block":         a.MaxOver("p", zero, lastP, own(owner)),
		"largest of cyclic":     a.MaxOver("p", zero, lastP, own(a.Mod(i, p))),
		"largest affine":        a.MaxOver("i", one, n, a.Sub(p, i)),
		"largest parabola":      a.MaxOver("i", one, n, a.Mul(i, a.Sub(p, i))),
		"largest by block":      a.MaxOver("i", zero, lastN, a.Mul(owner, owner)),
		"larger of two falling": a.MaxOver("i", one, n, a.Max(a.Sub(p, i), a.Sub(m, a.Mul(a.Int(2), i)))),
		"smaller of two":        a.MaxOver("i", one, n, a.Min(a.Sub(p, i), i)),
	}
	for name, e := range cases {
		t.Run(name, func(t *testing.T) {
			if s := a.Simplify(e); loopsIn(a, s) > 0 {
				t.Errorf("%s stays %s", name, a.String(s))
			}
		})
	}
	_ = j
}

// TestFacts: what the ranges of symbols decide.
func TestFacts(t *testing.T) {
	a := NewArena()
	a.Assume("n", 1, Unbounded)
	a.Assume("k", 0, 7)
	n, k, x := a.Sym("n", Index), a.Sym("k", Index), a.Sym("x", Index)
	cases := []struct {
		got  Expr
		want string
	}{
		{a.Max(a.Int(0), n), "n"},
		{a.Max(a.Int(0), x), "max(0, x)"},
		{a.Max(n, a.Mul(n, n)), "n^2"},
		{a.FloorDiv(k, a.Int(8)), "0"},
		{a.Mod(k, a.Int(8)), "k"},
		{a.FloorDiv(a.Add(k, a.Mul(a.Int(8), x)), a.Int(8)), "x"},
		{a.Lt(k, a.Int(8)), "1"},
		{a.Eq(n, a.Int(0)), "0"},
		{a.Min(k, a.Int(9)), "k"},
		{a.Max(x, a.Min(x, k)), "x"},
		{a.Max(a.Int(2), a.Add(n, a.Int(1))), "n + 1"},
		{a.Cond(a.Lt(n, a.Int(1)), x, k), "k"},
		{a.Max(a.Int(0), a.Sub(x, a.Mod(x, n)), a.Sub(x, n)), "max(0, x - x mod n)"},
	}
	for _, c := range cases {
		t.Run(c.want, func(t *testing.T) {
			if got := a.String(c.got); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestLateFacts: a range stated after the fact is used by Simplify.
func TestLateFacts(t *testing.T) {
	a := NewArena()
	x := a.Sym("x", Index)
	e := a.Max(a.Int(0), x)
	if got := a.String(a.Simplify(e)); got != "max(0, x)" {
		t.Errorf("before: %s", got)
	}
	a.Assume("x", 3, 9)
	if got := a.String(a.Simplify(e)); got != "x" {
		t.Errorf("after: %s", got)
	}
}

// TestSubst: replacing symbols evaluates what can be evaluated and captures no
// bound index.
func TestSubst(t *testing.T) {
	a := NewArena()
	f := &Function{Name: "w", Result: Real}
	n, i := a.Sym("n", Index), a.Sym("i", Index)
	s := a.Sum("i", a.Int(1), n, a.Opaque(f, i, n))
	for _, c := range []struct {
		with map[string]Expr
		want string
	}{
		{nil, "sum(i = 1..n: w(i, n))"},
		{map[string]Expr{"n": a.Int(3)}, "sum(i = 1..3: w(i, 3))"},
		{map[string]Expr{"n": i}, "sum(j = 1..i: w(j, i))"},
		{map[string]Expr{"i": a.Int(7)}, "sum(i = 1..n: w(i, n))"},
		{map[string]Expr{"n": a.Int(0)}, "0"},
		{map[string]Expr{"n": s}, "undefined: the bounds of a sum or maximum must be index expressions"},
	} {
		t.Run(c.want, func(t *testing.T) {
			if got := a.String(a.Subst(s, c.with)); got != c.want {
				t.Errorf("%v: got %s, want %s", c.with, got, c.want)
			}
		})
	}
	same := a.Sum("k", a.Int(1), n, a.Opaque(f, a.Sym("k", Index), n))
	if same != s {
		t.Error("the name of an index matters")
	}
}

// TestImport: an expression is the same in another arena, symbols, facts,
// tables and functions included, whatever was built there before.
func TestImport(t *testing.T) {
	m := newModels()
	table := &SizeTable{Name: "t", Points: []SizePoint{{1, 1}, {2, 3}}}
	b := NewArena()
	b.Mul(b.Sym("zz", Real), b.Int(4))
	es := []Expr{m.a.Table(table, m.n)}
	for _, e := range m.all() {
		es = append(es, e, m.a.Simplify(e))
	}
	for _, e := range es {
		f := b.Import(m.a, e)
		if b.Hash(f) != m.a.Hash(e) || b.String(f) != m.a.String(e) {
			t.Errorf("%.200s\n%.200s", m.a.String(e), b.String(f))
		}
	}
}

// TestSize counts distinct nodes only.
func TestSize(t *testing.T) {
	a := NewArena()
	n := a.Sym("n", Index)
	for e, want := range map[Expr]int{n: 1, a.Int(4): 1, a.Mul(n, n): 2, a.Max(n, a.Mul(n, n), a.Int(-9)): 3} {
		t.Run(a.String(e), func(t *testing.T) {
			if got := a.Size(e); got != want {
				t.Errorf("%s: %d nodes, want %d", a.String(e), got, want)
			}
		})
	}
	if got := fmt.Sprint(a.Free(a.Add(n, a.Sym("b", Real)))); got != "[{b 1} {n 0}]" {
		t.Errorf("free symbols %s", got)
	}
}

// TestBackwardBlocks sums blocks counted from either end, the index leading or
// trailing in hash order, over ranges that the facts make short.
func TestBackwardBlocks(t *testing.T) {
	for _, name := range []string{"N", "a", "b", "count", "x1", "last"} {
		t.Run(name, func(t *testing.T) {
			a := NewArena()
			a.Assume("c", 1, Unbounded)
			n, c, i := a.Sym(name, Index), a.Sym("c", Index), a.Sym("i", Index)
			left := a.Sub(n, i)
			body := a.Add(a.Mul(a.FloorDiv(left, c), a.Max(i, a.Int(2))), a.Mod(left, c), a.FloorDiv(a.Max(i, a.Int(-1)), c))
			for from := int64(-2); from <= 3; from++ {
				for to := from - 1; to <= from+4; to++ {
					e := a.Sum("i", a.Int(from), a.Int(to), body)
					for nv := -5.0; nv < 9; nv++ {
						for _, cv := range []float64{1, 2, 3, 7} {
							want := 0.0
							for v := from; v <= to; v++ {
								q := math.Floor((nv - float64(v)) / cv)
								want += q*float64(max(v, 2)) + nv - float64(v) - cv*q + math.Floor(float64(max(v, -1))/cv)
							}
							if got, err := a.Eval(e, map[string]float64{name: nv, "c": cv}); err != nil || got != want {
								t.Fatalf("%s=%v c=%v i=%d..%d: %v %v, want %v\n%s", name, nv, cv, from, to, got, err, want, a.String(e))
							}
						}
					}
				}
			}
		})
	}
}
