package pamela

import (
	"fmt"
	"strings"
	"testing"
)

// A sum without a closed form over more terms than are added up is estimated,
// and the number says so.
func TestLongSumsAreEstimated(t *testing.T) {
	m := Check("x.pam", "numeric parameter N numeric a = sum (i = 1, N) (1 / (i * sqrt(i)))", nil)
	if len(m.Diagnostics) > 0 {
		t.Fatal(m.Diagnostics)
	}
	for _, c := range []struct{ n, want, within float64 }{
		{65_536, 2.60456288, 1e-8},
		{65_537, 2.60456294, 0.2},
		{1_000_000_000, 2.61231211, 0.2},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			o, err := m.Numeric(one(t, m, "a"), map[string]float64{"N": c.n})
			if err != nil {
				t.Fatal(err)
			}
			e, text := o.Estimate, m.Text(o)
			if sampled := c.n > 65_536; e.Sampled != sampled || strings.Contains(text, "% estimated from samples") != sampled {
				t.Errorf("N = %v: %+v\n%s", c.n, e, text)
			}
			if e.Lo > c.want+1e-8 || e.Hi < c.want-1e-8 || e.Hi-e.Lo > c.within {
				t.Errorf("N = %v: %+v does not hold %v", c.n, e, c.want)
			}
			if again := Check("x.pam", text, nil); len(again.Diagnostics) > 0 {
				t.Errorf("%s cannot be read back: %v", text, again.Diagnostics)
			}
		})
	}
}
