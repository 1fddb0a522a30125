package values

import "testing"

// Loops that take more steps than a run has are given up, or get more where they give
// an integer array its elements. Every case uses n in a(n) behind the statements.
func TestCostlyLoops(t *testing.T) {
	const (
		fill  = "do i = 1, 50000\nt(mod(i, 8) + 1) = i\nend do\n" // t(5): the last i with mod(i, 8) = 4
		large = "do i = 1, 500000\nt(mod(i, 8) + 1) = i\nend do\n"
		reals = "e = 1.0\ndo i = 1, 50000\ne = e * 0.99\nt(mod(i, 8) + 1) = int(e)\nend do\n"
		count = "m = 1\ndo i = 1, 50000\nm = mod(m * 5, 1021)\nend do\na(m) = 1.0\n"
		short = "k = 0\ndo i = 1, 10000\nk = k + 1\nend do\n"
	)
	cases := []struct{ name, body, want string }{
		{"an array is filled", fill + "n = t(5)", "49996"},
		{"the bound of a loop is among its elements", fill + "n = 0\ndo j = t(5), t(6)\nn = n + 1\nend do", "2"},
		{"it takes more than there is", large + "n = t(5)", "unknown"},
		{"what stands behind it is known all the same", large + "n = 7", "7"},
		{"with real numbers", reals + "n = t(5)", "unknown"},
		{"a search behind it is given up", fill + count + "n = t(5)", "49996"},
		{"not a loop inside the one that fills", "do i = 1, 4000\nk = 0\ndo j = 1, 8\nk = k + 1\nend do\nfirst = 0\ndo j = 1, 8\nfirst = first + 1\nend do\nt(mod(i, 8) + 1) = i + k + first\nend do\n" + count + "n = t(5)", "4012"},
		{"what the search finds", fill + count + "n = m", "unknown"},
		{"the steps within the limit are left", short + fill + short + "n = k + t(5)", "59996"},
		{"in a loop around it", "do j = 1, 10\ndo i = 1, 5000\nt(mod(i, 8) + 1) = i + j\nend do\nend do\nn = t(5)", "5006"},
		{"twice more than a loop has beyond the limit", "do j = 1, 100\ndo i = 1, 5000\nt(mod(i, 8) + 1) = i + j\nend do\nend do\nn = t(5)", "unknown"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			u, r := run(t, c.body+"\na(n) = 1.0", Options{})
			if got := uses(u, r, "n"); got != c.want || !r.Ended {
				t.Errorf("n is %s after %d steps, want %s", got, r.Steps, c.want)
			}
		})
	}
}

// The loop over k is the innermost that takes most of the steps: of what is given up in it m
// is 2, 4, ... 1024 all the same, whose mean is 204.6. What the loop around it adds up is not
// known where that one is given up, and then the inner one is.
func TestShortCostlyLoops(t *testing.T) {
	const inner = "l = mod(i, 2) == 0\nn = 1\ndo k = 1, 10\nm = 2**k\na(m) = 1.0\nif (l .and. i > 7) n = 2*n + i\nend do\n"
	for _, c := range []struct{ name, body, of, want string }{
		{"from the index", "do i = 1, 5000\n" + inner + "a(n) = 1.0\nend do", "m", "2..1024 mean 204.6"},
		{"from all iterations", "j = 0\ndo i = 1, 5000\nj = j + 1\ndo k = 1, 10\nm = mod(m*5, 1021)\na(m) = 1.0\nend do\nend do\na(j) = 1.0", "j", "5000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, r := run(t, "m = 1\n"+c.body, Options{})
			if got := uses(u, r, c.of); got != c.want || !r.Ended || !r.GaveUp {
				t.Errorf("%s is %s after %d steps, want %s", c.of, got, r.Steps, c.want)
			}
		})
	}
}
