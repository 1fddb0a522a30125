package evaluate

import (
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

// measuredLibrary is the iPSC/860 with a library: 10 us a call and 1 us an element
// of each routine.
func measuredLibrary(t *testing.T) string {
	t.Helper()
	text, _ := machines.Text("ipsc860")
	var b strings.Builder
	b.WriteString("[part.cube.library]\nprovenance = \"measured\"\nsource = \"a test\"\n")
	for _, k := range machines.Keys([]string{"library"}) {
		if strings.HasSuffix(k.Name, "_startup_s") {
			b.WriteString(k.Name + " = 10e-6\n")
		} else if strings.HasSuffix(k.Name, "_element_s") {
			b.WriteString(k.Name + " = 1e-6\n")
		}
	}
	return strings.Replace(text, "[part.link]", b.String()+"[part.link]", 1)
}

// On one processor, in microseconds: what was measured replaces what the
// operations, loops and misses of the routine add up to.
func TestMeasuredLibrary(t *testing.T) {
	const declared = "integer, parameter :: n = 4\nreal :: a(n), b(n), x(n,n), y(n,n), z(n,n), s\n!HPF$ DISTRIBUTE (BLOCK) :: a, b\n"
	cases := []struct {
		name, body            string
		computation, overhead float64
	}{
		{"CSHIFT", "b = cshift(a, 1)", 4, 10},
		{"TRANSPOSE", "y = transpose(x)", 16, 10},
		{"MATMUL counts its multiplications", "z = matmul(x, y)", 64, 10},
		{"a reduction of an array", "s = sum(a)", 4, 10},
		{"in a loop a call each", "do i = 1, 3\nb = cshift(a, 1)\nend do", 12, 30 + 0.2 + 3*0.1},
		{"not a reduction of an expression", "s = sum(a * b)", math.NaN(), 0.2 + 4*0.1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := "program x\ninteger :: i\n" + declared + c.body + "\nend program\n"
			u := unitIn(t, map[string]string{"m.toml": measuredLibrary(t)}, text, settings.Settings{Machine: "m.toml", Procs: 1})
			if got := u.Charge.Overhead * 1e6; math.Abs(got-c.overhead) > 1e-9 {
				t.Errorf("%s: %g us of overhead, want %g", c.name, got, c.overhead)
			}
			if got := u.Charge.Computation * 1e6; math.Abs(got-c.computation) > 1e-9 {
				t.Errorf("%s: %g us of computation, want %g", c.name, got, c.computation)
			}
		})
	}
}
