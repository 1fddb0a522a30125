package values

import (
	"context"
	"testing"
)

// A loop that adds to what is not known is not followed to its end; one after which it is
// known again is. Every case uses n in a(n) behind the statements.
func TestSumsOfWhatIsNotKnown(t *testing.T) {
	cases := []struct {
		name, body, want string
		most             int // steps
	}{
		{"a sum", "read *, m\ndo i = 1, 9000\nm = m + i\nend do\na(m) = 1.0\nn = i", "9001", 100},
		{"a sum that begins with a number", "read *, k\nm = 0\ndo i = 1, 9000\nm = m + k\nend do\na(m) = 1.0\nn = i", "9001", 100},
		{"one that is known", "m = 0\ndo i = 1, 9000\nm = m + 1\nend do\nn = m", "9000", DefaultSteps},
		{"one that begins anew", "read *, m\ndo i = 1, 10\nif (i == 5) m = 0\nm = m + 1\nend do\nn = m", "6", DefaultSteps},
		{"beside what each iteration sets", "read *, m\ndo i = 1, 10\nm = m + 1\nk = i\nend do\na(m) = 1.0\nn = k", "10", DefaultSteps},
		{"loops in loops", "read *, m\ndo i = 1, 9000\ndo j = i, 9000\nm = m + j\nend do\nend do\na(m) = 1.0\nn = i", "9001", 100},
		{"the index of one inside", "read *, m\ndo i = 1, 9\ndo j = 1, i\nm = m + j\nend do\nend do\na(m) = 1.0\nn = j", "10", 100},
		{"one that is left", "read *, m\ndo i = 1, 10\nm = m + 1\nif (i == 4) exit\nend do\na(m) = 1.0\nn = i", "4", DefaultSteps},
		{"one that takes one of two", "read *, m\ndo i = 1, 10\nm = merge(i, m, i == 5)\nend do\nn = m", "5", DefaultSteps},
		{"by a function", "read *, m\ndo i = 1, 9000\nm = mod(m * 5 + i, 1021)\nend do\na(m) = 1.0\nn = i", "9001", 100},
		{"one that a condition decides", "l = e > 0.5\ndo i = 1, 10\nl = l .or. i == 5\nend do\nn = 1\nif (l) n = 2", "2", DefaultSteps},
		{"what hands on what it has read", "t(7) = 5\ndo i = 1, 8\nk = m\nm = t(i)\nend do\nn = k", "5", DefaultSteps},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			u := unitOf(t, declarations+c.body+"\na(n) = 1.0\nend program\n")
			r := Run(context.Background(), u, Options{})
			if got := uses(u, r, "n"); got != c.want || r.all > c.most {
				t.Errorf("n is %s after %d steps, want %s after %d at most", got, r.all, c.want, c.most)
			}
		})
	}
}

// Loops are not executed for conditions on arrays that no run can know, and are for others:
// two of three.
func TestConditionsOnInput(t *testing.T) {
	cases := []struct {
		name, set string
		most      int
		known     bool
	}{
		{"input", "read *, b", 100, false},
		{"what is made of input", "read *, c\nb = c(1:9000) + 1.0", 100, false},
		{"what nothing sets", "", 100, false},
		{"what is made of what nothing sets", "do k = 1, 9000\nb(k) = c(k)\nend do", 100, false},
		{"a formula", "do k = 1, 9000\nb(k) = mod(k, 3)\nend do", DefaultSteps, true},
		{"a formula before input", "do k = 1, 9000\nb(k) = mod(k, 3)\nend do\nm = 0\nif (first == 1) read *, b", DefaultSteps, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, r := run(t, "real :: b(9000), c(9000)\n"+c.set+"\ndo i = 1, 9000\nif (b(i) > 0.5) a(1) = 1.0\nend do", Options{})
			var share float64
			for _, x := range r.counts {
				if x.Came == 9000 {
					share = x.Happened / x.Came
				}
			}
			if known := share == 2.0/3; known != c.known || r.all > c.most {
				t.Errorf("%g of the conditions hold, after %d steps", share, r.all)
			}
		})
	}
}
