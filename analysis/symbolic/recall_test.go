package symbolic

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Long sums and maxima come to what they come to when they are evaluated for the first
// time, whatever the same tape was evaluated for before, and also where it is followed.
func TestRecalledLoops(t *testing.T) {
	a := NewArena()
	i, j, n, c := a.Sym("i", Index), a.Sym("j", Index), a.Sym("n", Index), a.Sym("c", Index)
	square := func(x Expr) Expr { return a.Mod(a.Mul(x, x), a.Int(7)) }
	for _, x := range []struct {
		name string
		e    Expr
	}{
		{"of an input", a.Sum("i", a.Int(1), a.Int(100), square(a.Add(i, n)))},
		{"of its bounds", a.MaxOver("i", n, a.Add(n, a.Int(90)), square(i))},
		{"of both inputs", a.Sum("i", a.Int(1), a.Int(100), square(a.Add(a.Mul(i, n), c)))},
		{"beside another input", a.Add(c, a.Sum("i", a.Int(1), a.Int(200), square(a.Add(i, n))))},
		{"in a loop", a.Sum("j", a.Int(1), a.Int(80), a.MaxOver("i", a.Int(1), a.Int(70), square(a.Add(a.Mul(i, j), n))))},
		{"in a loop, of nothing in it", a.Sum("j", a.Int(1), a.Int(80), a.Mul(square(a.Add(j, c)), a.Sum("i", a.Int(1), a.Int(70), square(a.Add(i, n)))))},
		{"under a condition", a.Sum("i", a.Int(1), a.Int(90), a.Cond(a.Lt(n, a.Int(5)), square(i), square(a.Add(i, c))))},
		{"on one side", a.Cond(a.Lt(c, a.Int(5)), a.Sum("i", a.Int(1), a.Int(90), square(a.Add(i, n))), a.Sum("i", a.Int(1), a.Int(95), square(a.Add(i, a.Mul(a.Int(3), n)))))},
	} {
		t.Run(x.name, func(t *testing.T) {
			r, again := rand.New(rand.NewPCG(3, 4)), a.Compile(x.e)
			value := func(tape *Tape, n, c float64) float64 {
				in := make([]float64, len(tape.Inputs()))
				for k, s := range tape.Inputs() {
					in[k] = map[string]float64{"n": n, "c": c}[s.Name]
				}
				var out [1]float64
				if err := tape.Eval(in, out[:]); err != nil {
					t.Fatal(err)
				}
				return out[0]
			}
			for range 60 {
				n, c := float64(r.IntN(4)+3), float64(r.IntN(4)+3)
				if got, want := value(again, n, c), value(a.Compile(x.e), n, c); got != want {
					t.Fatalf("n = %g, c = %g: %g, for the first time %g", n, c, got, want)
				}
				in := make([]Poly, len(again.Inputs()))
				for k, s := range again.Inputs() {
					if in[k] = (Poly{n}); s.Name == "c" {
						in[k] = Poly{c, 1}
					}
				}
				along := again.Along(in, 5)
				for m := 0.0; m <= along.Steps && along.Steps >= 1; m++ {
					if got, want := along.Out[0].At(m), value(a.Compile(x.e), n, c+m); math.Abs(got-want) > 1e-9*want {
						t.Fatalf("n = %g, c = %g: %g, evaluated %g", n, c+m, got, want)
					}
				}
			}
		})
	}
}
