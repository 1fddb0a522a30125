package process

import (
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// A processor is busy with the message and the body of each strip of a sweep.
func TestBusyTime(t *testing.T) {
	a := symbolic.NewArena()
	delay := func(seconds int64) *Delay { return &Delay{Amount: a.Int(seconds)} }
	strip := &Delay{Amount: a.Sym("k", symbolic.Index)}
	for _, c := range []struct {
		name string
		term Term
		want float64
	}{
		{"one strip", &Sweep{Message: delay(1), Body: delay(2)}, 3},
		{"strips", &Sweep{Strips: a.Int(4), Message: delay(1), Body: delay(2)}, 12},
		{"strips that grow", &Sweep{Index: "k", Strips: a.Int(4), Body: strip}, 10},
		{"a loop", &Loop{Index: "k", Lo: a.Int(2), Hi: a.Int(4), Body: strip}, 9},
		{"a half", &If{Branches: []Weighted{{Weight: a.Rat(1, 2), Body: delay(6)}, {Body: delay(2)}}}, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := BusyTime{Arena: a, Numeric: func(e symbolic.Expr) symbolic.Expr { return e }}
			if got, ok := a.Const(b.Of(c.term)); !ok || got != c.want {
				t.Errorf("%v, want %g", a.String(b.Of(c.term)), c.want)
			}
		})
	}
}
