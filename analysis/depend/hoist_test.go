package depend

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// hoisted is a nest that stores b(p*i+q*j) and reads b(r*i+s*j+t), in that order
// of the iterations.
type hoisted struct {
	p, q, r, s, t int64
	hiI, hiJ      int64
	under         bool // j begins behind i
}

func (h hoisted) String() string {
	lo := "1"
	if h.under {
		lo = "i+1"
	}
	return fmt.Sprintf("do i = 1, %d; do j = %s, %d; b(%d*i+%d*j) = b(%d*i+%d*j+%d); end do; end do", h.hiI, lo, h.hiJ, h.p, h.q, h.r, h.s, h.t)
}

// level is the innermost loop whose iterations hand on a value that the read
// meets, found by executing the nest: its fetch cannot leave that loop. 0: it can
// stand before the nest.
func (h hoisted) level() int {
	type iteration struct{ i, j int64 }
	stored := map[int64][]iteration{}
	out := 0
	for i := int64(1); i <= h.hiI; i++ {
		from := int64(1)
		if h.under {
			from = i + 1
		}
		for j := from; j <= h.hiJ; j++ {
			for _, by := range stored[h.r*i+h.s*j+h.t] {
				if by.i == i {
					out = 2
				} else {
					out = max(out, 1)
				}
			}
			at := h.p*i + h.q*j
			stored[at] = append(stored[at], iteration{i, j})
		}
	}
	return out
}

// TestHoistsAsFarAsExecutionAllows: a fetch stays in a loop only where a value
// that the loop computes is met. Factors of 2 and more on both indices take the
// eliminations that are not exact, whose answer must not be given up.
func TestHoistsAsFarAsExecutionAllows(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	free, nests := 0, 600
	for range nests {
		h := hoisted{
			p: r.Int64N(9) - 4, q: r.Int64N(9) - 4, r: r.Int64N(9) - 4, s: r.Int64N(9) - 4, t: r.Int64N(11) - 5,
			hiI: 2 + r.Int64N(6), hiJ: 2 + r.Int64N(6), under: r.IntN(3) == 0,
		}
		u := unitOf(t, declarations+strings.ReplaceAll(h.String(), "; ", "\n")+"\n"+"end\n")
		pin, ok := Analyze(u, Options{}).Onto(reads(u)[0])
		want := h.level()
		if !ok || pin.Level != want {
			t.Errorf("%v: the fetch stays at level %d, execution needs %d", h, pin.Level, want)
		}
		if want < 2 {
			free++
		}
	}
	if free < nests/4 || free == nests {
		t.Errorf("%d of %d fetches leave their inner loop: the nests are one-sided", free, nests)
	}
}
