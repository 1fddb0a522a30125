package interpret

import "testing"

// TestAmounts: what one of four processors spends on a line, worked out by hand.
// Arrays of 64 elements are in blocks of 16; lines of the cache hold 8 elements.
func TestAmounts(t *testing.T) {
	const head = "program p\nreal a(64), b(64), d(64), s\ncomplex z, w\ncomplex(8) v\nreal(8) y\ninteger i, j, k\n!HPF$ PROCESSORS pr(4)\n" +
		"!HPF$ DISTRIBUTE (BLOCK) ONTO pr :: a, b\n!HPF$ DISTRIBUTE d(CYCLIC) ONTO pr\n" // 9 lines
	for name, c := range map[string]struct {
		body                                 string
		line                                 int // of the body
		on                                   float64
		computation, communication, overhead string
	}{
		"scalars stay in registers": {"s = s*s + 1.0", 1, 1, "1 real_add_s + 1 real_multiply_s", "", ""},
		"complex sum":               {"z = z+w", 1, 1, "2 real_add_s", "", ""},
		"complex product":           {"z = z*w", 1, 1, "2 real_add_s + 4 real_multiply_s", "", ""},
		// (a+bi)/(c+di): 4 products and 2 sums above, 2 products and a sum below, 2 quotients
		"complex quotient": {"z = z/w", 1, 1, "3 real_add_s + 2 real_divide_s + 6 real_multiply_s", "", ""},
		// exp(x+yi) = exp(x)*(cos y + i sin y)
		"complex exponential": {"z = exp(w)", 1, 1, "1 exp_s + 2 real_multiply_s + 2 trig_s", "", ""},
		// half the logarithm of x*x + y*y, and the angle
		"complex logarithm": {"z = log(w)", 1, 1, "1 log_s + 1 real_add_s + 3 real_multiply_s + 1 trig_s", "", ""},
		"complex modulus":   {"s = abs(w)", 1, 1, "1 real_add_s + 2 real_multiply_s + 1 sqrt_s", "", ""},
		// t = sqrt((|z|+x)/2), y/(2t)
		"complex root":               {"z = csqrt(w)", 1, 1, "2 real_add_s + 1 real_divide_s + 4 real_multiply_s + 2 sqrt_s", "", ""},
		"complex sine":               {"z = sin(w)", 1, 1, "1 exp_s + 2 real_add_s + 1 real_divide_s + 4 real_multiply_s + 2 trig_s", "", ""},
		"of double precision":        {"y = abs(exp(v))", 1, 1, "1 double_add_s + 4 double_multiply_s + 1 exp_s + 1 sqrt_s + 2 trig_s", "", ""},
		"a real exponential":         {"s = exp(s)", 1, 1, "1 exp_s", "", ""},
		"parts of a number are free": {"z = cmplx(real(w), -aimag(w))", 1, 1, "1 real_add_s", "", ""},
		"a number of integers":       {"z = cmplx(i, j)", 1, 1, "1 convert_s", "", ""},
		// 16 elements in 2 lines of each array, in a loop that the compiler makes
		"an array":                {"a = b + 1.0", 1, 1, "16 fetch_hit_s + 2 fetch_miss_s + 16 real_add_s + 16 store_hit_s + 2 store_miss_s", "", "16 loop_iteration_s + 1 loop_setup_s"},
		"an element of its owner": {"a(20) = 1.0", 1, 1, "1 store_hit_s", "", "1 condition_s"},
		"an element of another":   {"a(20) = 1.0", 1, 0, "", "", "1 condition_s"},
		"an owner outside a loop": {"do i = 1, 8\na(20) = a(20) + s\nend do", 2, 0, "", "", "1 condition_s"},
		// 63 elements in turn, each in a loop that its owner makes: the first processor has 15 of them
		"an owner around a loop":     {"do j = 2, 64\nb(j) = b(j-1)\ndo i = 1, 8\na(j) = a(j) + s*i\nend do\nend do", 4, 0, "120 fetch_hit_s + 1.875 fetch_miss_s + 120 real_add_s + 120 real_multiply_s + 120 store_hit_s + 1.875 store_miss_s", "", "63 condition_s"},
		"a shift, one element":       {"a(1:63) = b(2:64)", 1, 1, "16 fetch_hit_s + 2 fetch_miss_s + 16 store_hit_s + 2 store_miss_s", "4 per_byte_s + 1 per_hop_s + 1 startup_s", "16 loop_iteration_s + 1 loop_setup_s"},
		"a shift, the last has none": {"a(1:63) = b(2:64)", 1, 3, "15 fetch_hit_s + 1.875 fetch_miss_s + 15 store_hit_s + 1.875 store_miss_s", "", "15 loop_iteration_s + 1 loop_setup_s"},
		"a loop's head":              {"do i = 1, 64\na(i) = 1.0\nend do", 1, 2, "", "", "16 loop_iteration_s + 1 loop_setup_s"},
		"a loop's body":              {"do i = 1, 64\na(i) = 1.0\nend do", 2, 2, "16 store_hit_s + 2 store_miss_s", "", ""},
		"a condition of weight 1/2":  {"if (s > 1.0) s = s + 1.0", 1, 1, "1 compare_s + 0.5 real_add_s", "", "0.5 branch_s + 1 condition_s"},
		"a call that nobody knows":   {"call f(s)", 1, 1, "", "", "1 call_s"},
		// 16 loads and sums; 2 stages of one number, added on arrival
		"a sum": {"s = sum(a)", 1, 1, "16 fetch_hit_s + 2 fetch_miss_s + 16 real_add_s", "8 per_byte_s + 2 per_hop_s + 2 real_add_s + 2 startup_s", "16 loop_iteration_s + 1 loop_setup_s"},
		// a tree of log2(4) stages; the element is packed and unpacked
		"a broadcast": {"s = a(20)", 1, 0, "1 fetch_hit_s", "8 per_byte_s + 2 per_hop_s + 2 startup_s", "2 fetch_hit_s + 2 index_s + 2 store_hit_s"},
		// of 16 elements 12 come from 3 others, 4 from each; on the average two of a square are 1 hop apart
		"a remap": {"a = d", 1, 1, "16 fetch_hit_s + 2 fetch_miss_s + 16 store_hit_s + 2 store_miss_s", "48 per_byte_s + 3 per_hop_s + 3 startup_s", "24 fetch_hit_s + 24 index_s + 16 loop_iteration_s + 1 loop_setup_s + 24 store_hit_s"},
	} {
		t.Run(name, func(t *testing.T) {
			x := amountsOf(t, "ipsc860", head+c.body+"\nend\n")
			at := map[string]float64{"c": c.on, "p": 4, "weight1": 0.5}
			for kind, want := range map[string]string{"computation": c.computation, "communication": c.communication, "overhead": c.overhead} {
				t.Run(kind, func(t *testing.T) {
					if got := x.spent(9+c.line, kind, at); got != want {
						t.Errorf("%s is %q, want %q", kind, got, want)
					}
				})
			}
		})
	}
}

// TestBroadcastAmongCopies: a dimension of the grid along which an array is
// replicated takes no part in a broadcast from its owners.
func TestBroadcastAmongCopies(t *testing.T) {
	x := amountsOf(t, "ipsc860", `program p
real v(64), s
!HPF$ PROCESSORS pr(2,4)
!HPF$ TEMPLATE t(64,64)
!HPF$ DISTRIBUTE t(BLOCK,BLOCK) ONTO pr
!HPF$ ALIGN v(i) WITH t(i,*)
s = v(5)
end
`)
	got := x.spent(7, "communication", map[string]float64{"c1": 1, "c2": 2, "p1": 2, "p2": 4})
	if want := "4 per_byte_s + 1 per_hop_s + 1 startup_s"; got != want { // one stage among two
		t.Errorf("a broadcast among 2 owners of 8 processors is %q, want %q", got, want)
	}
}

// TestHopsOfMessages: the partner next in the row is a neighbour of the cube, by
// a Gray code; any other one of 8 is 1.5 hops away on the mean of 0, 1, 1, 1, 2, 2,
// 2 and 3.
func TestHopsOfMessages(t *testing.T) {
	for partner, want := range map[string]string{
		"rank-1": "40 per_byte_s + 1 per_hop_s + 1 receive_overhead_s + 1 startup_s",
		"rank-2": "40 per_byte_s + 1.5 per_hop_s + 1 receive_overhead_s + 1 startup_s",
		"0":      "40 per_byte_s + 1.5 per_hop_s + 1 receive_overhead_s + 1 startup_s",
	} {
		t.Run(partner, func(t *testing.T) {
			x := amountsOf(t, "ipsc860", `program p
use mpi
integer :: rank, ierr, status(MPI_STATUS_SIZE)
real :: x(10)
call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
if (rank > 2) then
call MPI_Recv(x, 10, MPI_REAL, `+partner+`, 0, MPI_COMM_WORLD, status, ierr)
end if
end
`)
			if got := x.spent(7, "communication", map[string]float64{"c": 5, "p": 8}); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}
