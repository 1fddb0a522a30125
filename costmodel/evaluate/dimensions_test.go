package evaluate

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// An array function works along another dimension in each iteration of a loop. Of 16 x 16 x 16
// on 2 x 4 processors with the last two dimensions in blocks, a shift moves nothing along the
// first; 16 x 4 elements to each of 8 along the second, and 16 x 8 along the third.
func TestArrayFunctionsAlongTheIndexOfALoop(t *testing.T) {
	const head = "program p\ninteger, parameter :: nd = 3\nreal a(16,16,16), b(16,16,16), s(16,16), t(nd)\ninteger mu, it\n!HPF$ PROCESSORS q(2,4)\n!HPF$ DISTRIBUTE a(*,BLOCK,BLOCK) ONTO q\n!HPF$ ALIGN b(i,j,k) WITH a(i,j,k)\na = 1.0\ndo it = 1, 10\n"
	const elements = 16 * 16 * 16
	cases := []struct {
		name, loop, line string
		bytes            float64
		executions       float64
	}{
		{"cshift", "do mu = 1, nd\nb = b + cshift(a, 1, mu)\nend do\n", "b = b", 10 * 8 * 4 * (16*4 + 16*8), 10 * 3 * elements},
		{"a keyword, downwards", "do mu = 3, 1, -2\nb = cshift(a, dim=mu, shift=-1)\nend do\n", "b = c", 10 * 8 * 4 * 16 * 8, 10 * 2 * elements},
		{"eoshift, an expression", "do mu = 1, 2\nb = eoshift(a, 1, 0.0, mu+1)\nend do\n", "b = e", 10 * 4 * (4*16*4 + 6*16*8), 10 * 2 * elements},
		{"inner loops and conditions", "do mu = 2, 3\nif (mu == 2) then\ndo j = 1, 2\nb = cshift(a, 1, mu)\nend do\nend if\nend do\n", "b = c", 10 * 2 * 8 * 4 * 16 * 4, 10 * 2 * elements},
		{"a labelled end, a transfer", "do 10 mu = 2, 3\nb = cshift(a, 1, mu)\nprint *, mu\n10 continue\n", "b = c", 10 * 8 * 4 * (16*4 + 16*8), 10 * 2 * elements},
		{"twice around", "do mu = 1, 2\ndo nu = 2, 3\nb = cshift(cshift(a, 1, mu), 1, nu)\nend do\nend do\n", "b = c", 0, 10 * 4 * elements},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := head + c.loop + "a = a + b\nend do\nend program\n"
			r := reportOf(t, "p.f90", text, settings.Settings{})
			line := lineIn(r, 1+strings.Count(text[:strings.Index(text, c.line)], "\n"))
			if line.NoEstimate != "" || line.Executions != c.executions {
				t.Errorf("%g executions, want %g; %q", line.Executions, c.executions, line.NoEstimate)
			}
			if got := bytesIn(line); c.bytes > 0 && got != c.bytes {
				t.Errorf("%g bytes, want %g", got, c.bytes)
			}
		})
	}
	t.Run("as written out", func(t *testing.T) {
		tail := "a = a + b\nend do\nend program\n"
		out := ""
		for mu := 1; mu <= 3; mu++ {
			out += fmt.Sprintf("b = b + cshift(a, 1, %d)\n", mu)
		}
		loop := reportOf(t, "p.f90", head+"do mu = 1, nd\nb = b + cshift(a, 1, mu)\nend do\n"+tail, settings.Settings{})
		copies := reportOf(t, "p.f90", head+out+tail, settings.Settings{})
		if x, y := unitNamed(t, loop, "p").Charge.Total(), unitNamed(t, copies, "p").Charge.Total(); math.Abs(x-y) > 1e-3*y {
			t.Errorf("%g s, written out %g", x, y)
		}
	})
}
