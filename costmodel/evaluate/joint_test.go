package evaluate

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Variables that change in several loops of a unit have in each the values of its iterations:
// halving 512 columns of 128 on each of 4 processors, 2 x 128 elements move in the first step and
// 128 in the second, and the triangle before and behind is counted as it is.
func TestSeveralLoopsEvolve(t *testing.T) {
	const text = "program p\nparameter (n = 512)\nreal a(n), b(n,n)\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO q\nm = 0\ndo while (m < 16)\nm = m + 3\ndo j = 1, m\nb(m,j) = 1.0\nend do\nend do\n" +
		"k = n\ndo while (k > 1)\nk = k/2\na(1:k) = a(1:k) + a(k+1:2*k)\nend do\nl = 64\ndo while (l > 4)\nl = l/2\ndo j = 1, l\nb(l,j) = 1.0\nend do\nend do\nend program\n"
	r := reportOf(t, "p.f90", text, settings.Settings{})
	for _, c := range []struct {
		line int
		want float64
	}{{10, 3 + 6 + 9 + 12 + 15 + 18}, {22, 32 + 16 + 8 + 4}} {
		t.Run(fmt.Sprint(c.line), func(t *testing.T) {
			if got := lineIn(r, c.line).Executions; got != c.want {
				t.Errorf("executed %g times, want %g", got, c.want)
			}
		})
	}
	bytes := 0.0
	for _, x := range lineIn(r, 16).Comms {
		bytes += x.TotalBytes
	}
	if bytes != 3*128*4 {
		t.Errorf("%g bytes move, want %d", bytes, 3*128*4)
	}
}
