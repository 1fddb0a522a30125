package pamela

import (
	"math"
	"testing"
)

// What is executed has the numbers that the formulas have, and processes with symbols left keep
// these.
func TestNumbersAreThoseOfFormulas(t *testing.T) {
	m := Check("m.pam", `
numeric parameter N = 40
resource parameter fcfs(i, m)
resource cpu(i) = fcfs(i, 1)
resource pair(i) = fcfs(i, 2)
process work(i) = seq (j = 0, i) { use(cpu(j mod 3), j + 1) ; delay(0.5) }
process main = { par (i = 1, N) { work(i) ; use(pair(i mod 2), i) } ; if (0.25) delay(8) }
process one(p) = use(cpu(p), 3)
`, nil)
	for _, d := range m.Diagnostics {
		t.Error(d)
	}
	env := m.Defaults()
	list := m.Numbers(env, func(o Output, err error) { t.Error(o.Name(), err) })
	formulas := m.Outputs()
	if len(list) != len(formulas) || len(list) != 13 {
		t.Fatalf("%d outputs, %d by formulas", len(list), len(formulas))
	}
	executed := 0
	for i, o := range list {
		want, err := m.Numeric(m.Simplify(formulas[i]), env)
		if err != nil || o.Name() != want.Name() {
			t.Fatal(o.Name(), want.Name(), err)
		}
		x, number := m.arena.Const(o.Expr)
		y, also := m.arena.Const(want.Expr)
		switch {
		case number != also || number && math.Abs(x-y) > 1e-12*y:
			t.Errorf("%s: %s, by formulas %s", o.Name(), m.Right(o), m.Right(want))
		case o.IsVector() && m.Right(o) != m.Right(want):
			t.Errorf("%s: %s, by formulas %s", o.Name(), m.Right(o), m.Right(want))
		case number:
			executed++
		}
	}
	if executed < 4 {
		t.Errorf("%d numbers", executed)
	}
}
