package symbolic

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// parser reads the PAMELA that the printer writes, for the round trip.
type parser struct {
	a     *Arena
	toks  []string
	types map[string]Type
}

func parsePAMELA(a *Arena, src string, types map[string]Type) Expr {
	for _, s := range []string{"(", ")", "{", "}", ","} {
		src = strings.ReplaceAll(src, s, " "+s+" ")
	}
	src = strings.ReplaceAll(src, "-", " - ")
	p := &parser{a, strings.Fields(src), types}
	return p.expr()
}

func (p *parser) next() string { s := p.toks[0]; p.toks = p.toks[1:]; return s }

func (p *parser) expect(s string) {
	if got := p.next(); got != s {
		panic("expected " + s + " got " + got)
	}
}

func (p *parser) list() []Expr {
	p.expect("(")
	var out []Expr
	for {
		out = append(out, p.expr())
		if p.next() == ")" {
			return out
		}
	}
}

func (p *parser) expr() Expr {
	a := p.a
	switch t := p.next(); t {
	case "-":
		return a.Neg(p.expr())
	case "(":
		if p.toks[0] == "if" {
			p.next()
			p.expect("(")
			c := p.expr()
			p.expect(")")
			x := p.expr()
			p.expect("else")
			y := p.expr()
			p.expect(")")
			return a.Cond(c, x, y)
		}
		x := p.expr()
		for p.toks[0] != ")" {
			x = p.binary(p.next(), x, p.expr())
		}
		p.next()
		return x
	case "max", "sum":
		if len(p.toks) > 2 && p.toks[2] == "=" {
			return p.loop(t)
		}
		return a.Max(p.list()...)
	case "min":
		return a.Min(p.list()...)
	case "and":
		return a.And(p.list()...)
	case "or":
		return a.Or(p.list()...)
	case "floor":
		return a.Floor(p.list()[0])
	case "ceil":
		return a.Ceil(p.list()[0])
	case "ceil_log2":
		return a.CeilLog2(p.list()[0])
	case "pow":
		xs := p.list()
		return a.Pow(xs[0], xs[1])
	default:
		if v, err := strconv.ParseFloat(t, 64); err == nil {
			return a.Real(v)
		}
		return a.Sym(t, p.types[t])
	}
}

func (p *parser) loop(kind string) Expr {
	p.expect("(")
	name := p.next()
	p.expect("=")
	lo := p.expr()
	p.expect(",")
	hi := p.expr()
	p.expect(")")
	p.expect("{")
	body := p.expr()
	p.expect("}")
	if kind == "sum" {
		return p.a.Sum(name, lo, hi, body)
	}
	return p.a.MaxOver(name, lo, hi, body)
}

func (p *parser) binary(o string, x, y Expr) Expr {
	a := p.a
	switch o {
	case "+":
		return a.Add(x, y)
	case "-":
		return a.Sub(x, y)
	case "*":
		return a.Mul(x, y)
	case "/":
		return a.Quo(x, y)
	case "div":
		return a.FloorDiv(x, y)
	case "mod":
		return a.Mod(x, y)
	case "==":
		return a.Eq(x, y)
	case "!=":
		return a.Ne(x, y)
	case ">=":
		return a.Le(y, x)
	case "<=":
		return a.Le(x, y)
	case ">":
		return a.Lt(y, x)
	}
	return a.Lt(x, y)
}

// TestPAMELARoundTrip prints random expressions and reads them again: the same
// structural hash.
func TestPAMELARoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	types := map[string]Type{"tc": Real, "tl": Real}
	for n := range 3000 {
		tree := randomAST(rng, 2+n%3, []string{"N", "M", "c"}, 1)
		if n%2 == 0 {
			tree = randomReal(rng, 2+n%3, []string{"N", "M", "c"}, 1)
		}
		a, b := bruteArena(), bruteArena()
		for _, e := range []Expr{tree.build(a, nil), a.Simplify(tree.build(a, nil))} {
			t.Run(a.String(e), func(t *testing.T) {
				src := a.PAMELA(e)
				if len(src) > MaxText || a.op(e) == opUndef {
					return
				}
				if f := parsePAMELA(b, src, types); b.Hash(f) != a.Hash(e) {
					t.Fatalf("%.500s\nreads as\n%.500s", src, b.PAMELA(f))
				}
			})
		}
	}
}

func TestNotations(t *testing.T) {
	a := NewArena()
	a.Assume("N", 1, Unbounded)
	a.Assume("P", 1, Unbounded)
	n, p, tc := a.Sym("N", Index), a.Sym("P", Index), a.Sym("t_c", Real)
	i := a.Sym("i", Index)
	cases := []struct {
		e                    Expr
		plain, pamela, latex string
	}{
		{a.Mul(a.Sub(n, a.Int(2)), tc), "t_c*(N - 2)", "(t_c * (N - 2))", `$t_{\mathit{c}}\,\left(N - 2\right)$`},
		{a.CeilDiv(n, p), "ceil(N/P)", "(((N - 1) div P) + 1)", `$\left\lceil\frac{N}{P}\right\rceil$`},
		{a.CeilDiv(a.Int(512), p), "ceil(512/P)", "-((-(512) div P))", `$\left\lceil\frac{512}{P}\right\rceil$`},
		{a.Sub(n, a.Mul(a.Int(2), a.CeilDiv(a.Int(7), p))), "N - 2*ceil(7/P)", "((2 * (-(7) div P)) + N)", `$N - 2\,\left\lceil\frac{7}{P}\right\rceil$`},
		{a.Add(n, a.FloorDiv(a.Int(-7), p)), "N - ceil(7/P)", "((-(7) div P) + N)", `$N - \left\lceil\frac{7}{P}\right\rceil$`},
		{a.FloorDiv(a.Int(-7), p), "-ceil(7/P)", "(-(7) div P)", `$-\left\lceil\frac{7}{P}\right\rceil$`},
		{a.Quo(tc, p), "t_c/P", "(t_c / P)", `$\frac{t_{\mathit{c}}}{P}$`},
		{a.Max(a.Int(0), a.Min(n, a.Mul(a.Int(4), p))), "min(N, 4*P)", "min(N, (4 * P))", `$\min\left(N, 4\,P\right)$`},
		{a.Mod(n, p), "N mod P", "(N mod P)", `$N \bmod P$`},
		{a.Cond(a.Eq(n, p), tc, a.Int(0)), "if N = P then t_c else 0", "(if ((N == P)) t_c else 0)", `$\begin{cases}t_{\mathit{c}} & N = P \\ 0 & \text{else}\end{cases}$`},
		{a.Sum("i", a.Int(1), n, a.Mul(tc, a.CeilLog2(i))), "t_c*sum(i = 1..N: ceil_log2(i))", "(t_c * sum (i = 1, N) { ceil_log2(i) })", `$t_{\mathit{c}}\,\sum_{i=1}^{N} \left\lceil\log_2 i \right\rceil$`},
	}
	for _, c := range cases {
		t.Run(c.plain, func(t *testing.T) {
			if got := a.String(c.e); got != c.plain {
				t.Errorf("plain: got %s, want %s", got, c.plain)
			}
			if got := a.PAMELA(c.e); got != c.pamela {
				t.Errorf("PAMELA: got %s, want %s", got, c.pamela)
			}
			if got := a.Markdown(c.e); got != c.latex {
				t.Errorf("Markdown: got %s, want %s", got, c.latex)
			}
		})
	}
}
