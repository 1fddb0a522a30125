package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A loop that its counter ends makes as many iterations for any size of the arrays in it: where
// following their elements would take too many steps, the counter is followed without them.
// The sum never falls below the limit here: 100 n elements of at least 1.
func TestCountersBesideArraysOfAnySize(t *testing.T) {
	const text = "program p\nreal x(100,%d), r\ninteger :: n = 0\nx = 2.0\n10 n = n + 1\nif (n == 1) then\nx = x + 1.0\nelse\nx = 1.0 + x/2.0\nend if\n" +
		"r = sum(x*x) + sum(x)\nif (r < 1e-20) goto 20\nif (n < 60) goto 10\n20 continue\nend program\n"
	for _, n := range []int{1, 40, 1000} { // the elements are followed; take too many steps; are too many
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			text := fmt.Sprintf(text, n)
			r := reportOf(t, "p.f90", text, settings.Settings{})
			for store, times := range map[string]float64{"x = x + 1.0": 1, "x = 1.0 + x/2.0": 59} {
				t.Run(store, func(t *testing.T) {
					line := lineIn(r, 1+strings.Count(text[:strings.Index(text, store)], "\n"))
					if want := times * 100 * float64(n); line.Executions < 0.999*want || line.Executions > 1.001*want {
						t.Errorf("%s: %g executions, want %g", store, line.Executions, want)
					}
				})
			}
		})
	}
}
