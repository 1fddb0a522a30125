package interpret

import "testing"

// TestConditionsAreTestedByOwners: a processor tests the conditions of its own 16 of 64
// iterations, and takes half of the branches; where everybody makes all iterations it
// tests in all.
func TestConditionsAreTestedByOwners(t *testing.T) {
	const head = "program p\nreal a(64), b(64), s\ninteger i, k\n!HPF$ PROCESSORS pr(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO pr :: a, b\n" // 5 lines
	for name, c := range map[string]struct{ body, want string }{
		"a mapped left side": {"do i = 1, 64\nif (a(i) > 1.0) b(i) = 1.0\nend do", "8 branch_s + 16 condition_s"},
		"a promise":          {"!HPF$ INDEPENDENT\ndo i = 1, 64\nif (a(i) > 1.0) b(i) = 1.0\nend do", "8 branch_s + 16 condition_s"},
		"a count":            {"do i = 1, 64\nif (a(i) > 1.0) k = k + 1\nend do", "8 branch_s + 16 condition_s"},
		"everybody":          {"do i = 1, 64\nif (s > 1.0) s = s*s\nend do", "32 branch_s + 64 condition_s"},
	} {
		t.Run(name, func(t *testing.T) {
			x := amountsOf(t, "ipsc860", head+c.body+"\nend\n")
			line := 7
			if name == "a promise" {
				line = 8
			}
			if got := x.spent(line, "overhead", map[string]float64{"c": 1, "p": 4, "weight1": 0.5}); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
