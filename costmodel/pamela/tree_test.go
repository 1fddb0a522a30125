package pamela

import (
	"math/rand/v2"
	"testing"

	"github.com/parlens/parlens/analysis/notation"
)

// Trees that no parser has made are written so that they read back as the same, with
// brackets that they need and brackets that they do not need.
func TestTreesReadBack(t *testing.T) {
	seeds := uint64(20000)
	if testing.Short() {
		seeds = 2000
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 3))
		for _, e := range []*Equation{
			{Name: "n", Params: []string{"x"}, Body: randomNumber(r, 4)},
			{Kind: Process, Name: "f", Body: randomProcess(r, 4), Note: "a note"},
		} {
			text := NewFile("a", e).String()
			read, messages := Parse("a", text, nil)
			if len(messages) > 0 || len(read.Equations) != 1 {
				t.Fatalf("seed %d: %v\n%s", seed, messages, text)
			}
			if got := read.Equations[0]; head(got) != head(e) || Source(got.Body) != Source(e.Body) {
				t.Fatalf("seed %d:\n%sis\n%s\nand read back\n%s", seed, text, Source(e.Body), Source(got.Body))
			}
		}
	}
}

func randomNumber(r *rand.Rand, depth int) Node {
	x := func() Node { return randomNumber(r, depth-1) }
	if depth == 0 {
		return []Node{notation.Sym("x"), notation.Int(r.IntN(9)), notation.Float(1.5), notation.Float(-2e-9), notation.Call("f"), &List{Items: []Node{notation.Int(1), notation.Sym("y")}}}[r.IntN(6)]
	}
	switch r.IntN(12) {
	case 0:
		return notation.In(x())
	case 1:
		return notation.Call("max", x(), x())
	case 2:
		return &Unary{Op: []string{"-", "not"}[r.IntN(2)], X: x()}
	case 3:
		return notation.Not(x())
	case 4:
		return notation.If(x(), x(), x())
	case 5:
		return notation.If(x(), x(), nil)
	case 6:
		return notation.Over([]string{"sum", "max", "min"}[r.IntN(3)], "i", x(), x(), x())
	case 7:
		return notation.Over("sum", "i", x(), x(), notation.Braces(x()))
	}
	return notation.Infix([]string{"+", "-", "*", "/", "div", "mod", "^", "==", "<=", "&&", "||"}[r.IntN(11)], x(), x())
}

func randomProcess(r *rand.Rand, depth int) Node {
	x := func() Node { return randomProcess(r, depth-1) }
	n := func() Node { return randomNumber(r, min(2, depth-1)) }
	if depth == 0 {
		return []Node{notation.Call("use", notation.Sym("r"), notation.Int(3)), notation.Sym("work"), &Empty{}}[r.IntN(3)]
	}
	switch r.IntN(8) {
	case 0:
		return notation.Infix([]string{";", "||"}[r.IntN(2)], x(), x(), x())
	case 1:
		return notation.If(n(), x(), x())
	case 2:
		return notation.If(n(), x(), nil)
	case 3:
		return notation.If(n(), notation.Braces(x(), x()), x())
	case 4:
		return notation.In(x())
	case 5:
		return &notation.Block{Steps: []notation.Step{{Node: x()}, {Comments: []string{"one", "two ;"}, Node: x()}}}
	}
	return notation.Over([]string{"seq", "par"}[r.IntN(2)], "i", n(), n(), x())
}
