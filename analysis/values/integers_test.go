package values

import (
	"testing"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Powers and functions of bits of integers, by hand: 2**10 = 1024, 12 (1100) and 10 (1010) share
// 8, differ in 6; bit 3 of 10 is set, bit 2 is not. A power of 2 below 1 is 0 (2**(-1)), and one
// with more bits than an integer has is not known.
func TestOfIntegers(t *testing.T) {
	at := source.Span{}
	call := func(name string) program.Expr { return program.NewCall(at, name, nil) }
	power := program.NewBinary(at, program.Pow, program.IntConst(at, 0), program.IntConst(at, 0))
	for _, c := range []struct {
		name     string
		e        program.Expr
		operands []float64
		want     float64
		known    bool
	}{
		{"2**10", power, []float64{2, 10}, 1024, true},
		{"2**(-1)", power, []float64{2, -1}, 0, true},
		{"iand", call("iand"), []float64{12, 10}, 8, true},
		{"ieor", call("ieor"), []float64{12, 10}, 6, true},
		{"btest, set", call("btest"), []float64{10, 3}, 1, true},
		{"btest, not set", call("btest"), []float64{10, 2}, 0, true},
		{"ishft beyond", call("ishft"), []float64{1, 40}, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, known := OfIntegers(c.e, c.operands); got != c.want || known != c.known {
				t.Errorf("%g, %v, want %g, %v", got, known, c.want, c.known)
			}
		})
	}
}
