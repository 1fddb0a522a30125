package report

import (
	"math"
	"testing"
)

func TestSeconds(t *testing.T) {
	for _, c := range []struct {
		s    float64
		want string
	}{
		{0, "0 s"}, {3.12e-3, "3.12 ms"}, {99.96, "100 s"}, {272.4, "272 s"}, {99_999, "99999 s"},
		{100_000, "1.16 days"}, {86_400 * 250, "250 days"}, {86_400 * 999.4, "999 days"},
		{31_557_600 * 2.75, "2.75 years"}, {31_557_600 * 999.6, "1,000 years"}, {4e11, "12,700 years"},
		{31_557_600 * 1.2345e9, "1,230,000,000 years"}, {-4e11, "-12,700 years"}, {31_557_600 * 1e20, "1.00e+20 years"},
		{math.NaN(), "unknown"}, {math.Inf(1), "Inf s"},
	} {
		t.Run(c.want, func(t *testing.T) {
			if got := Seconds(c.s); got != c.want {
				t.Errorf("Seconds(%v) is %q", c.s, got)
			}
		})
	}
}
