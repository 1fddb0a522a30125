package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// What the condition of a DO WHILE computes is computed in each iteration, as that of an IF is:
// here the maximum of an array, in 2 stages for 4 processors, and a function of the program.
func TestConditionsOfDoWhile(t *testing.T) {
	const head = "program p\nreal a(4000)\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO q\n"
	const tail = "a = 0.9*a\nend do\ncontains\nreal function f()\nf = a(1)\ndo i = 1, 500\nf = f + 1.0\nend do\nend function\nend program\n"
	for _, condition := range []string{"maxval(a) > 1.0", "f() > 1.0"} {
		t.Run(condition, func(t *testing.T) {
			loop := reportOf(t, "p.f90", head+"do while ("+condition+")\n"+tail, settings.Settings{})
			test := reportOf(t, "p.f90", head+"do\nif ("+condition+") exit\n"+tail, settings.Settings{})
			line, same := lineIn(loop, 5), lineIn(test, 6)
			own := lineIn(test, 5).Charge.Total()
			if got, want := line.Charge.Total(), same.Charge.Total()+own; got < 0.95*want || got > 1.05*want {
				t.Errorf("%g s for the condition, as that of an IF %g", got, want)
			}
			if len(line.Comms) != len(same.Comms) {
				t.Errorf("%d communications, as an IF has %d", len(line.Comms), len(same.Comms))
			}
		})
	}
}
