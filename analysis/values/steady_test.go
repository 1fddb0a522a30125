package values

import (
	"fmt"
	"testing"
)

// A loop whose bounds the outer loop changes is run in each of its 3 iterations:
// 1 + 2 + 3 uses, of 1, of 1 and 2, of 1 to 3, whose mean is 10/6. (What is run once
// is in costmodel/evaluate, with the calls that it is for.)
func TestSteadyLoops(t *testing.T) {
	for i, c := range []struct{ body, name, want string }{
		{"n = 0\ndo i = 1, 3\nn = n + 1\ndo k = 1, n\nm = k\na(m) = 1.0\nend do\nend do", "m", "1..3 mean 1.6666666666666667"},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			u, r := run(t, c.body, Options{})
			if got := uses(u, r, c.name); got != c.want || !r.Ended {
				t.Errorf("%s is %s, want %s; ended: %v after %d steps", c.name, got, c.want, r.Ended, r.Steps)
			}
		})
	}
}
