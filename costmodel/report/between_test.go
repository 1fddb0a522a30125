package report

import "testing"

func TestBetween(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{1e-3, 2e-3, "between 1.00 ms and 2.00 ms"},
		{1e-3, 1, "between 1.00 ms and 1.00 s"},
		{1e-3, 1.01, "at least 1.00 ms"},
		{0, 1, "between 0 s and 1.00 s"},
	} {
		t.Run(c.want, func(t *testing.T) {
			if got := (Between{Low: c.low, High: c.high}).String(); got != c.want {
				t.Error(got)
			}
		})
	}
}
