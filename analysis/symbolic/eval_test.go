package symbolic

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
)

// TestEvalErrors: what has no value says why.
func TestEvalErrors(t *testing.T) {
	a := NewArena()
	n, x, i := a.Sym("n", Index), a.Sym("x", Real), a.Sym("i", Index)
	w := a.Opaque(&Function{Name: "w", Result: Real, Eval: func([]float64) (float64, error) { return 0, errors.New("no entry") }}, n)
	half := a.Opaque(&Function{Name: "half", Result: Index, Eval: func(v []float64) (float64, error) { return v[0] / 2, nil }}, n)
	cases := []struct {
		e    Expr
		n, x float64
		want error
		text string
	}{
		{a.Mul(n, n), 1 << 32, 0, ErrOverflow, ""},
		{a.Add(n, a.Int(math.MaxInt64)), 1, 0, ErrOverflow, ""},
		{a.Pow(a.Int(3), n), 39, 0, nil, ""},
		{a.Pow(n, a.Mod(n, a.Int(1<<40))), 1 << 20, 0, ErrOverflow, ""},
		{a.FloorDiv(a.Int(7), n), 0, 0, ErrDivisionByZero, ""},
		{a.Mod(a.Int(7), n), 0, 0, ErrDivisionByZero, ""},
		{a.Quo(x, n), 0, 1, ErrDivisionByZero, ""},
		{n, 1.5, 0, ErrNotInteger, "n = 1.5"},
		{n, math.Inf(1), 0, ErrNotInteger, ""},
		{n, math.NaN(), 0, ErrNotInteger, ""},
		{a.Log2(n), 0, 0, ErrDomain, ""},
		{a.Pow(x, a.Real(0.5)), 0, -1, ErrDomain, ""},
		{a.Floor(x), 0, 1e30, ErrOverflow, ""},
		{a.Sum("i", a.Int(1), n, a.Log2(i)), MaxTerms + 1, 0, ErrTooLong, ""},
		{w, 1, 0, nil, "w: no entry"},
		{half, 3, 0, ErrNotInteger, "half"},
		{a.Cond(a.Lt(n, a.Int(0)), a.Quo(x, n), x), 0, 2, nil, ""},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			v, err := a.Eval(c.e, map[string]float64{"n": c.n, "x": c.x})
			wantError := c.want != nil || c.text != ""
			if (err != nil) != wantError || c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("%s at n=%v x=%v: %v %v, want error %v %s", a.String(c.e), c.n, c.x, v, err, c.want, c.text)
			}
			if err != nil && !strings.Contains(err.Error(), c.text) {
				t.Errorf("%v does not say %q", err, c.text)
			}
		})
	}
	if _, err := a.Eval(a.Add(n, x), map[string]float64{"n": 1}); err == nil || !strings.Contains(err.Error(), "x") {
		t.Errorf("a missing symbol: %v", err)
	}
	if err := a.Compile(n).Eval(nil, make([]float64, 1)); err == nil {
		t.Error("too few inputs must be an error")
	}
}

// TestUndefined: a bad part makes the whole undefined, with its reason.
func TestUndefined(t *testing.T) {
	a := NewArena()
	n, x := a.Sym("n", Index), a.Sym("x", Real)
	for want, e := range map[string]Expr{
		"division by zero":                  a.Add(n, a.Max(n, a.Quo(x, a.Sub(n, n)))),
		"missing expression":                a.Mul(n, 0),
		"div and mod need index operands":   a.Cond(n, a.FloorDiv(x, n), a.FloorDiv(x, n)),
		"number too large":                  a.Pow(a.Int(10), a.Int(100000)),
		"exponent too large":                a.Pow(n, a.Int(1<<40)),
		"symbol x is used with two types":   a.Sym("x", Index),
		"maximum of nothing":                a.Max(),
		"logarithm of a number that is not": a.Log2(a.Int(0)),
	} {
		t.Run(want, func(t *testing.T) {
			if reason, bad := a.IsUndefined(e); !bad || !strings.HasPrefix(reason, want) {
				t.Errorf("%s: got %s", want, a.String(e))
			}
			if _, err := a.Eval(e, map[string]float64{"n": 1, "x": 1}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: evaluates with %v", want, err)
			}
		})
	}
}

// TestDeepAndWide: neither a very deep nor a very long expression hurts.
func TestDeepAndWide(t *testing.T) {
	a := NewArena()
	x, c := a.Sym("x", Index), a.Sym("c", Index)
	e := x
	for range 100000 {
		e = a.Add(a.FloorDiv(e, c), a.Int(1))
	}
	if reason, bad := a.IsUndefined(e); !bad || reason != "expression nested too deeply" {
		t.Errorf("deep: %v %q", bad, reason)
	}
	b := NewArena()
	sum, product, largest := b.Int(0), b.Int(1), b.Int(0)
	for k := range 6000 {
		s := b.Sym("s"+string(rune('a'+k%26))+strings.Repeat("x", k/26%40)+strings.Repeat("y", k/1040), Real)
		sum, product, largest = b.Add(sum, s), b.Mul(product, s), b.Max(largest, s)
	}
	if len(b.kids) > 6e6 {
		t.Errorf("%d operands stored", len(b.kids))
	}
	b.Simplify(sum)
	b.Simplify(product)
	if v := b.String(largest); len(v) > MaxText+1000 {
		t.Errorf("%d characters", len(v))
	}
}

// TestSampled: long sums are estimated, marked, and bracketed.
func TestSampled(t *testing.T) {
	a := NewArena()
	n, i := a.Sym("n", Index), a.Sym("i", Index)
	tape := a.Compile(a.Sum("i", a.Int(1), n, a.Log2(i)), a.MaxOver("i", a.Int(1), n, a.Log2(a.Add(a.Mod(i, a.Int(1000)), a.Int(1)))), n)
	for _, size := range []float64{1000, 65536, 1e6, 3e7} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			out := make([]Estimate, 3)
			if err := tape.EvalSampled([]float64{size}, out); err != nil {
				t.Fatal(err)
			}
			lg, _ := math.Lgamma(size + 1)
			want := lg / math.Ln2
			got := out[0]
			if got.Sampled != (size > MaxTerms) {
				t.Errorf("n=%v: sampled %v", size, got.Sampled)
			}
			if slack := 1e-9 * want; got.Lo > want+slack || got.Hi < want-slack || math.Abs(got.Value-want) > 1e-3*want {
				t.Errorf("n=%v: %+v does not hold %v", size, got, want)
			}
			if got.Sampled && !(got.Lo < got.Value && got.Value < got.Hi) {
				t.Errorf("n=%v: no bracket around the estimate: %+v", size, got)
			}
			if out[2].Value != size || out[2].Lo != size {
				t.Errorf("n=%v: %+v", size, out[2])
			}
		})
	}
	deep := a.Sum("i", a.Int(1), n, a.Sum("j", a.Int(1), n, a.Sum("k", a.Int(1), n, a.Log2(a.Add(i, a.Mul(a.Sym("j", Index), a.Sym("k", Index)))))))
	out := make([]Estimate, 1)
	if err := a.Compile(deep).EvalSampled([]float64{1e6}, out); err != nil || !out[0].Sampled || out[0].Lo > out[0].Hi {
		t.Errorf("nested: %+v %v", out[0], err)
	}
}

// TestConcurrentEval: one tape, many goroutines, no allocation once warm.
func TestConcurrentEval(t *testing.T) {
	m := newModels()
	e := m.a.Simplify(m.gauss(m.blockOwner))
	m.a.Freeze()
	tape := m.a.Compile(e)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			var out [1]float64
			for k := range 200 {
				n := float64(1 + (g*200+k)%97)
				env := map[string]float64{"N": n, "P": 7, "t_c": 0.5, "t_l": 0.25, "t_g": 2}
				in := make([]float64, 0, 5)
				for _, s := range tape.Inputs() {
					in = append(in, env[s.Name])
				}
				if err := tape.Eval(in, out[:]); err != nil || math.Abs(out[0]-direct("gauss block", int(n), 7, 0.5, 0.25, 2)) > 1e-6 {
					t.Errorf("N=%v: %v %v", n, out[0], err)
				}
			}
			_ = m.a.String(e)
		})
	}
	wg.Wait()
	in, out := []float64{50, 7, 0.5, 0.25, 2}, make([]float64, 1)
	if n := testing.AllocsPerRun(100, func() { _ = tape.Eval(in, out) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestFreeze(t *testing.T) {
	a := NewArena()
	n := a.Sym("n", Index)
	e := a.Add(n, a.Int(1))
	a.Freeze()
	if !a.Frozen() || a.Add(n, a.Int(1)) != e {
		t.Error("what is there can be asked for again")
	}
	defer func() {
		if r := recover(); r == nil || !strings.Contains(r.(string), "frozen") {
			t.Errorf("building in a frozen arena: %v", r)
		}
	}()
	a.Mul(n, n)
}

// TestRealContext: an index polynomial under a time does not overflow.
func TestRealContext(t *testing.T) {
	a := NewArena()
	n, tc := a.Sym("n", Index), a.Sym("tc", Real)
	e := a.Mul(tc, a.Sum("i", a.Int(1), n, a.Pow(a.Sym("i", Index), a.Int(4))))
	got, err := a.Eval(e, map[string]float64{"n": 2e6, "tc": 1e-9})
	if want := 1e-9 * math.Pow(2e6, 5) / 5; err != nil || math.Abs(got-want) > 1e-5*want {
		t.Errorf("%v %v, want about %v", got, err, want)
	}
}
