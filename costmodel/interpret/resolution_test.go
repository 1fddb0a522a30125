package interpret

import "testing"

// TestOwnersThatTheRunTimeKnows: 4 processors, 64 iterations, 16 elements each. Without a promise all
// evaluate the subscript and test who owns the element in all 64 iterations, and store 16 of
// them in the mean; p comes to all (48 elements to each and from each, packed and unpacked). Where the
// iterations may run in any order they are the index array's, and at most the 16 elements that it
// has come to a processor. Lines of 8 elements miss once; what is scattered misses always.
func TestOwnersThatTheRunTimeKnows(t *testing.T) {
	const head = "program x\ninteger, parameter :: n = 64\nreal a(n), b(n), c(n,8), d(8,8)\ninteger p(n), q(8,8), i, k\n!HPF$ PROCESSORS pr(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO pr :: a, b, p\n!HPF$ DISTRIBUTE (BLOCK,*) ONTO pr :: c\nread *, p, q\n" // 8 lines
	for name, c := range map[string]struct {
		body                  string
		line                  int
		computation, overhead string
	}{
		"a sum": {"do i = 1, n\na(p(i)) = a(p(i)) + b(i)\nend do", 10,
			"96 fetch_hit_s + 26 fetch_miss_s + 16 real_add_s + 16 store_hit_s + 16 store_miss_s",
			"64 condition_s + 128 fetch_hit_s + 128 index_s + 128 store_hit_s"},
		"a store": {"do i = 1, n\na(p(i)) = 1.0\nend do", 10,
			"64 fetch_hit_s + 8 fetch_miss_s + 16 store_hit_s + 16 store_miss_s",
			"64 condition_s + 96 fetch_hit_s + 96 index_s + 96 store_hit_s"},
		"a row": {"do i = 1, n\ndo k = 1, 8\nc(p(i),k) = 1.0\nend do\nend do", 11,
			"64 fetch_hit_s + 8 fetch_miss_s + 128 store_hit_s + 128 store_miss_s + 128 tlb_miss_s",
			"64 condition_s + 96 fetch_hit_s + 96 index_s + 96 store_hit_s"},
		"a scalar of the iteration": {"do i = 1, n\nk = p(i)\na(k) = 1.0\nend do", 11,
			"16 store_hit_s + 16 store_miss_s",
			"64 condition_s"},
		"FORALL": {"forall (i = 1:n) a(p(i)) = b(i)", 9,
			"32 fetch_hit_s + 4 fetch_miss_s + 16 store_hit_s + 16 store_miss_s",
			"32 fetch_hit_s + 32 index_s + 16 loop_iteration_s + 1 loop_setup_s + 32 store_hit_s"},
		"a vector": {"a(p) = b", 9,
			"32 fetch_hit_s + 4 fetch_miss_s + 16 store_hit_s + 16 store_miss_s",
			"32 fetch_hit_s + 32 index_s + 16 loop_iteration_s + 1 loop_setup_s + 32 store_hit_s"},
		"a promise": {"!HPF$ INDEPENDENT\ndo i = 1, n\na(p(i)) = 1.0\nend do", 11,
			"16 fetch_hit_s + 2 fetch_miss_s + 16 store_hit_s + 16 store_miss_s",
			"32 fetch_hit_s + 32 index_s + 32 store_hit_s"},
		"a promise, nothing mapped": {"!HPF$ INDEPENDENT\ndo i = 1, 8\na(q(i,1)) = 1.0\nend do", 11,
			"8 fetch_hit_s + 1 fetch_miss_s + 2 store_hit_s + 2 store_miss_s",
			"8 condition_s"},
	} {
		t.Run(name, func(t *testing.T) {
			x := amountsOf(t, "ipsc860", head+c.body+"\nend\n")
			at := map[string]float64{"c": 1, "p": 4, "p_": 4, "n": 64, "pattern of a at 248": 0, "pattern of a at 235": 0, "pattern of a at 218": 0, "pattern of b at 250": 0}
			for kind, want := range map[string]string{"computation": c.computation, "overhead": c.overhead} {
				if got := x.spent(c.line, kind, at); got != want {
					t.Errorf("%s: %q, want %q", kind, got, want)
				}
			}
		})
	}
}
