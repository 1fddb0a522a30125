package evaluate

import (
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// What changes in a way of its own from one iteration of a loop to the next goes together with
// how often it is repeated, which follows the loop's index, or is counted by a WHILE: 16, 32
// and 64 elements 4, 8 and 12 times are 1,088; the two lower halves of 2, 4, ..., 256 are
// halved down to 1 in 1 + 2 + ... + 8 = 36 steps.
func TestRepeatsOfWhatChanges(t *testing.T) {
	cases := []struct {
		name, text, line string
		executions       float64
	}{
		{"a subscript", "program p\ninteger k, s, nx, i\nreal a(200)\nnx = 8\ndo s = 1, 3\nnx = nx*2\ndo k = 1, 4*s\ndo i = 1, nx\na(i+nx) = a(i)\nend do\nend do\nend do\nend program\n", "a(i+nx)", 1088},
		{"a call", "module m\ninteger n\nreal, allocatable :: a(:)\ncontains\nsubroutine init(s)\ninteger, intent(in) :: s\nn = 8*2**s\nallocate(a(2*n))\nend subroutine\nend module\n" +
			"program p\nuse m\ninteger k, s\ndo s = 1, 3\ncall init(s)\ndo k = 1, 4*s\na(n+1:2*n) = a(1:n)\nend do\ndeallocate(a)\nend do\nend program\n", "a(n+1", 1088},
		{"a WHILE", "program p\ninteger, parameter :: n = 256\ninteger k, j, i\nreal x(n)\nk = 2\ndo while (k <= n)\nj = k/2\ndo while (j > 0)\ndo i = 1, n\nx(i) = x(i) + k\nend do\nj = j/2\nend do\nk = 2*k\nend do\nend program\n", "x(i) =", 36 * 256},
		// 0, 1, 2, 2, 3 and 3 rounds, of 2, 4 and 8 elements: the mean of 42/11 is between integers
		{"a mean", "program p\ninteger it, n\nreal x(100)\ndo it = 1, 6\nn = 1\ndo while (n < it)\nn = n*2\nx(1:n) = 0\nend do\nend do\nend program\n", "x(1:n)", 42},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "p.f90", c.text, settings.Settings{})
			if line := lineIn(r, 1+strings.Count(c.text[:strings.Index(c.text, c.line)], "\n")); math.Abs(line.Executions-c.executions) > 1e-9*c.executions {
				t.Errorf("%g executions, want %g", line.Executions, c.executions)
			}
		})
	}
}

// Bits of integers are followed: 8 halvings of 256, 8 bits, and half of the 256 numbers have
// each of them.
func TestBitsAreFollowed(t *testing.T) {
	const text = "program p\ninteger, parameter :: n = 256\ninteger i, k, b, m, key(n)\nkey = [(ieor(i, 85), i=0,n-1)]\nm = 0\nk = n\ndo while (k > 1)\nk = ishft(k, -1)\nm = m + 1\nend do\n" +
		"do b = 0, m-1\ndo i = 1, n\nif (btest(key(i), b)) then\nkey(i) = ior(key(i), 1)\nend if\nend do\nend do\nend program\n"
	u := unitOf(t, "p.f90", text, settings.Settings{})
	// bit 0 of 128 numbers is set; each of the other bits of 128
	if x := lineOf(u, 14).Executions; x != 8*128 {
		t.Errorf("%g executions, want 1024", x)
	}
	for _, a := range u.Assumptions {
		if strings.HasPrefix(a.Source, "assumed") {
			t.Errorf("%s is asked for: %s", a.Name, a.Source)
		}
	}
}
