package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Integers are divided toward zero: (1-100)/2 is -49, mod(-7,3) is -1, and modulo(-7,3) is 2.
func TestNegativeQuotients(t *testing.T) {
	const head = "program q\ninteger, parameter :: n = 100\nreal a(-n:n)\ninteger i, k, m\n!hpf$ distribute a(block)\nk = -7\n"
	cases := []struct {
		loop       string
		executions float64
	}{
		{"do i = 1, (1-n)/2 + n\n", 51},
		{"do i = 1, 10 + k/2\n", 7},
		{"do i = 1, 10 + mod(k,3)\n", 9},
		{"do i = 1, 10 + modulo(k,3)\n", 12},
		{"do m = -7, 7\ndo i = m/2, 3\n", 60},
		{"do m = -7, 7\ndo i = mod(m,3), 3\n", 60},
	}
	for _, c := range cases {
		t.Run(c.loop, func(t *testing.T) {
			text := head + c.loop + "a(i) = 1.0\n" + strings.Repeat("end do\n", strings.Count(c.loop, "do ")) + "end program\n"
			r := reportOf(t, "q.f90", text, settings.Settings{})
			if line := lineIn(r, 7+strings.Count(c.loop, "\n")); line.Executions != c.executions {
				t.Errorf("%g executions, want %g", line.Executions, c.executions)
			}
		})
	}
}
