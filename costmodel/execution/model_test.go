package execution

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

func near(a, b float64) bool {
	return math.Abs(a-b) <= 1e-9*math.Max(1, math.Max(math.Abs(a), math.Abs(b)))
}

// The equations as they are printed, in an arena.
var printed = map[string]func(s symbols) symbolic.Expr{
	"3": func(s symbols) symbolic.Expr { // (BB + 3P - 2KP - 1) N/P
		p := s.of("P")
		sum := s.Add(s.of("BB"), s.Mul(s.Int(3), p), s.Mul(s.Int(-2), s.of("K"), p), s.Int(-1))
		return s.Mul(sum, s.Quo(s.of("N"), p))
	},
	"4": func(s symbols) symbolic.Expr { // (BB + 2P (1-K)) N/P + P - 1
		p := s.of("P")
		sum := s.Add(s.of("BB"), s.Mul(s.Int(2), p, s.Sub(s.Int(1), s.of("K"))))
		return s.Add(s.Mul(sum, s.Quo(s.of("N"), p)), p, s.Int(-1))
	},
	"7": func(s symbols) symbolic.Expr { // (BB/P) (N + P - 1)
		return s.Mul(s.Quo(s.of("BB"), s.of("P")), s.Add(s.of("N"), s.of("P"), s.Int(-1)))
	},
	"8": func(s symbols) symbolic.Expr { // (BB/P) (LF N + P - LF)
		lf := s.of("LF")
		return s.Mul(s.Quo(s.of("BB"), s.of("P")), s.Add(s.Mul(lf, s.of("N")), s.of("P"), s.Neg(lf)))
	},
}

// Our models and the printed equations are one formula.
func TestEquations(t *testing.T) {
	for _, c := range []struct {
		equation  string
		technique Technique
		set       map[string]float64
	}{
		{"3", Block, nil}, {"4", Interleaved, nil}, {"8", Pipelined, map[string]float64{"C": 0, "O": 0}}, {"7", Pipelined, map[string]float64{"C": 0, "O": 0, "LF": 1}},
	} {
		t.Run(c.equation, func(t *testing.T) {
			m := New(c.technique, Options{})
			a := m.Arena
			with := map[string]symbolic.Expr{}
			for n, v := range c.set {
				with[n] = a.Real(v)
			}
			equal(t, a, a.Subst(m.T, with), a.Subst(printed[c.equation](symbols{a}), with))
		})
	}
	// T_block - T_interleaved = (P-1) (N/P - 1), whatever the other parameters.
	block, inter := New(Block, Options{}), New(Interleaved, Options{})
	a := block.Arena
	s := symbols{a}
	difference := a.Sub(block.T, a.Import(inter.Arena, inter.T))
	p, one := s.of("P"), a.Int(1)
	equal(t, a, difference, a.Mul(a.Sub(p, one), a.Sub(a.Quo(s.of("N"), p), one)))
}

// Equation 5 as it is printed, N (BB_i + C_i - O_i) + sum over j < i of (BB_j + C_j -
// O_j), and equation 6, which it is where all communication is hidden.
func TestStageEquations(t *testing.T) {
	for i := 1; i <= 6; i++ {
		m := Processor(i)
		a := m.Arena
		of := func(name string, j int) symbolic.Expr { return a.Sym(fmt.Sprint(name, j), symbolic.Real) }
		n := symbols{a}.of("N")
		five := a.Mul(n, a.Sub(a.Add(of("BB", i), of("C", i)), of("O", i)))
		six := a.Mul(n, of("BB", i))
		hidden := map[string]symbolic.Expr{}
		for j := 1; j <= i; j++ {
			hidden[fmt.Sprint("O", j)] = of("C", j)
			if j < i {
				five = a.Add(five, of("BB", j), of("C", j), a.Neg(of("O", j)))
				six = a.Add(six, of("BB", j))
			}
		}
		equal(t, a, m.T, five)
		equal(t, a, a.Subst(m.T, hidden), six)
	}
}

func pipeline(t *testing.T, stages []Stage, n float64) Stages {
	t.Helper()
	out, err := Pipeline(stages, n)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A function's parts have a load factor of their own; without one the technique does
// not apply.
func TestFunctionPipeline(t *testing.T) {
	values := map[string]float64{"N": 1000, "P": 10, "BB": 20, "LF": 2, "FLF": 1.5}
	if f, l := value(t, Function, values).T, value(t, Pipelined, values).T; !near(f, 2*(1.5*1000+10-1.5)) || !near(l, 2*(2*1000+10-2)) {
		t.Errorf("%v and %v", f, l)
	}
	if got := Applicable(values); len(got) != 4 || got[3] != Function {
		t.Errorf("%v", got)
	}
	if got := Applicable(Values(nil)); len(got) != 3 {
		t.Errorf("%v", got)
	}
}

func equal(t *testing.T, a *symbolic.Arena, x, y symbolic.Expr) {
	t.Helper()
	d := a.Simplify(a.Sub(x, y))
	if v, ok := a.Const(d); !ok || v != 0 {
		t.Errorf("%s and %s differ by %s", a.String(x), a.String(y), a.String(d))
	}
}

// Equations 5 and 6, processor by processor: with O = C only the bodies count.
func TestUnequalStages(t *testing.T) {
	stages := []Stage{{3, 2, 2}, {5, 2, 2}, {4, 2, 2}}
	got := pipeline(t, stages, 100)
	for i, want := range []float64{300, 503, 408} {
		t.Run(fmt.Sprint(want), func(t *testing.T) {
			if c := got.Each[i]; !near(c.T, want) || !near(c.SEQ+c.CL+c.SD-c.OL, c.T) {
				t.Errorf("processor %d: %+v, want %v", i+1, c, want)
			}
		})
	}
	open := pipeline(t, []Stage{{3, 2, 0}, {5, 2, 1}}, 10)
	if !near(open.Each[1].T, 6*10+5) {
		t.Errorf("%+v", open.Each)
	}
}

func value(t *testing.T, technique Technique, values map[string]float64) Costs {
	t.Helper()
	c, err := New(technique, Options{}).Evaluate(Values(values))
	if err != nil {
		t.Fatal(err)
	}
	if !near(c.SEQ+c.CL+c.SD-c.OL, c.T) {
		t.Errorf("the parts of %+v are not the whole", c)
	}
	return c
}

// What sections 3.1 to 3.3 say of figures 5, 6, 8, 9 and 10.
func TestFindings(t *testing.T) {
	at := func(technique Technique, n, bb, k, lf float64) float64 {
		return value(t, technique, map[string]float64{"N": n, "P": 10, "BB": bb, "K": k, "LF": lf}).T
	}
	for bb := 10.0; bb <= 100; bb += 10 { // figure 5: 6000 for N = 3000, whatever the body
		if d := at(Block, 3000, bb, 0, 1) - at(Block, 3000, bb, 1, 1); !near(d, 6000) {
			t.Errorf("BB = %v: overlap is worth %v", bb, d)
		}
		// The text has the relative difference larger for smaller N. By equation 3 it
		// does not depend on N: T is N times something.
		if a, b := at(Block, 1000, bb, 0, 1)/at(Block, 1000, bb, 1, 1), at(Block, 3000, bb, 0, 1)/at(Block, 3000, bb, 1, 1); !near(a, b) {
			t.Errorf("BB = %v: %v times for N = 1000, %v for 3000", bb, a, b)
		}
	}
	// Figure 6: interleaved is better by up to a factor of two, at BB = 10, most with
	// much overlap; with BB = 100 it is 9%.
	for _, c := range []struct{ bb, k, least, most float64 }{{10, 0, 1.25, 1.35}, {10, 0.5, 1.4, 1.5}, {10, 0.9, 1.7, 1.76}, {10, 1, 1.85, 2}, {100, 0.9, 1.05, 1.1}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			if f := at(Block, 1000, c.bb, c.k, 1) / at(Interleaved, 1000, c.bb, c.k, 1); f < c.least || f > c.most {
				t.Errorf("BB = %v, K = %v: a factor of %v", c.bb, c.k, f)
			}
		})
	}
	// Figure 8: the text says K and means LF. LF = 2, BB = 50 nearly meets LF = 1, BB = 100.
	for n := 100.0; n <= 1000; n += 100 {
		if a, b := at(Pipelined, n, 50, 0, 2), at(Pipelined, n, 100, 0, 1); !near(a, 10*n+40) || !near(b, 10*n+90) {
			t.Errorf("N = %v: %v and %v", n, a, b)
		}
	}
	// Figures 9 and 10: with equal parts pipelining is better by about 900 and 9000.
	for n, about := range map[float64]float64{1000: 900, 10000: 9000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			if d := at(Block, n, 10, 1, 1) - at(Pipelined, n, 10, 0, 1); math.Abs(d/about-1) > 0.02 {
				t.Errorf("N = %v: pipelining is better by %v", n, d)
			}
			// A factor of two at BB = 10 only.
			if f := at(Block, n, 10, 1, 1) / at(Pipelined, n, 10, 0, 1); f < 1.85 || f > 2 {
				t.Errorf("N = %v, BB = 10: a factor of %v", n, f)
			}
			if f := at(Block, n, 100, 1, 1) / at(Pipelined, n, 100, 0, 1); f > 1.1 {
				t.Errorf("N = %v, BB = 100: a factor of %v", n, f)
			}
		})
	}
	// N = 10000, no overlap, LF = 1.5: pipelining wins for BB below 58 (the text: 60).
	for bb := 1.0; bb <= 100; bb++ {
		if wins := at(Pipelined, 10000, bb, 0, 1.5) < at(Block, 10000, bb, 0, 1.5); wins != (bb < 58) {
			t.Errorf("BB = %v: pipelining wins %v", bb, wins)
		}
	}
}

func TestFigures(t *testing.T) {
	for _, n := range Figures {
		draw, ok := Figure(n)
		var b bytes.Buffer
		if err := draw.SVG(&b); !ok || err != nil || len(draw.Lines) != 6 || strings.Contains(b.String(), "NaN") {
			t.Errorf("figure %d: %d lines, %v", n, len(draw.Lines), err)
		}
	}
	if _, ok := Figure(7); ok {
		t.Error("figure 7 is no chart")
	}
}

// At K = 1 and BB = 10 the equation hides more than there is: it is printed, and
// said to be impossible.
func TestImpossible(t *testing.T) {
	if c := value(t, Block, map[string]float64{"K": 1, "BB": 10}); c.Impossible == "" || !near(c.T, 1900) {
		t.Errorf("%+v", c)
	}
	if c := value(t, Block, map[string]float64{"K": 1, "BB": 20}); c.Impossible != "" {
		t.Errorf("%+v", c)
	}
}

func TestOptions(t *testing.T) {
	base := map[string]float64{"N": 1003, "P": 10, "BB": 15, "S": 4, "G": 2, "M": 3, "H": 5, "X": 2, "Y": 1}
	for _, c := range []struct {
		technique Technique
		o         Options
		want      float64
	}{
		{Block, Options{Rounded: true}, 101*15 + 2006 + 9*101},
		{Interleaved, Options{Rounded: true}, 101*15 + 2006 + 9},
		{Pipelined, Options{Rounded: true}, 1003*1.5 + 15 - 1.5},
		{Block, Options{Rounded: true, Output: true}, 101*15 + 2*(2006+9*101)},
		{Block, Options{Rounded: true, Startup: true}, 101*15 + 3*(2006+9*101)},
		{Block, Options{Rounded: true, Memory: true}, 101*18 + 2006 + 9*101},
		{Interleaved, Options{Rounded: true, Host: true}, 1003 * 5},
		{Interleaved, Options{Rounded: true, Host: true, Output: true}, 1003 * 10},
		{Interleaved, Options{Rounded: true, Copies: true}, 101*15 + 3*101 + 2006 + 9 + 1},
		{Block, Options{Rounded: true, Copies: true}, 101*15 + 2006 + 9*101},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			got, err := New(c.technique, c.o).Evaluate(Values(base))
			if err != nil || !near(got.T, c.want) {
				t.Errorf("%s %+v: %+v (%v), want %v", c.technique, c.o, got, err, c.want)
			}
		})
	}
}

// An array of one processor, and one with more processors than iterations.
func TestExtremes(t *testing.T) {
	for _, technique := range Techniques {
		c, err := New(technique, Options{Rounded: true}).Evaluate(Values(map[string]float64{"P": 1, "N": 7, "BB": 4}))
		if err != nil || c.SD != 0 || c.SEQ != 28 {
			t.Errorf("%s: %+v, %v", technique, c, err)
		}
		if c, err = New(technique, Options{Rounded: true}).Evaluate(Values(map[string]float64{"P": 100, "N": 7, "BB": 4})); err != nil || c.T <= 0 {
			t.Errorf("%s: %+v, %v", technique, c, err)
		}
	}
}
