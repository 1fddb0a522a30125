package evaluate

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// What some of the processes do together is counted as if all took part, and says so;
// their numbers and partners there are not known. Also in a procedure that gets the
// communicator, and by a copy of it; not of all processes.
func TestCommunicatorsOfSomeProcesses(t *testing.T) {
	const body = "call mpi_comm_rank(%[1]s, me, ierr)\nif (me == 0) x = 1.0\ncall mpi_allreduce(x, y, 10, MPI_REAL, MPI_SUM, %[1]s, ierr)\n" +
		"call mpi_sendrecv(x, 10, MPI_REAL, 1, 1, y, 10, MPI_REAL, 1, 1, %[1]s, MPI_STATUS_IGNORE, ierr)\n"
	cases := []struct {
		name, makes, communicator string
		some                      bool
	}{
		{"all", "", "MPI_COMM_WORLD", false},
		{"split", "call mpi_comm_split(MPI_COMM_WORLD, ierr, 0, row, ierr)\n", "row", true},
		{"by memory", "call mpi_comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, row, ierr)\n", "row", true},
		{"of a grid", "call mpi_cart_create(MPI_COMM_WORLD, 2, [2, 2], [.true., .true.], .true., grid, ierr)\ncall mpi_cart_sub(grid, [.true., ierr == 0], row, ierr)\n", "row", true},
		{"a copy", "call mpi_comm_split(MPI_COMM_WORLD, ierr, 0, grid, ierr)\ncall mpi_comm_dup(grid, row, ierr)\n", "row", true},
		{"a copy of all", "call mpi_comm_dup(MPI_COMM_WORLD, row, ierr)\n", "row", false},
		{"all again", "call mpi_comm_split(MPI_COMM_WORLD, ierr, 0, row, ierr)\ncall mpi_comm_dup(MPI_COMM_WORLD, row, ierr)\n", "row", false},
	}
	const declared = "use mpi\nimplicit none\nreal :: x(10), y(10)\ninteger :: ierr, row, grid, me\n"
	for _, c := range cases {
		texts := map[string]string{
			"in the unit": "program p\n" + declared + "call mpi_init(ierr)\n" + c.makes + fmt.Sprintf(body, c.communicator) + "end program\n",
			"by an argument": "program p\n" + declared + "call mpi_init(ierr)\n" + c.makes + "call work(" + c.communicator + ")\ncontains\nsubroutine work(theirs)\ninteger, intent(in) :: theirs\n" +
				fmt.Sprintf(body, "theirs") + "end subroutine\nend program\n",
		}
		for how, text := range texts {
			t.Run(c.name+", "+how, func(t *testing.T) {
				r := reportOf(t, "p.f90", text, settings.Settings{Procs: 4})
				for what, says := range map[string]string{"mpi_allreduce": "its communicator has some of the processors", "mpi_sendrecv": "its partner is not known"} {
					if got := strings.Contains(reasons(lineIn(r, lineWith(text, what))), says); got != c.some {
						t.Errorf("%s says %q: %v, want %v", what, says, got, c.some)
					}
				}
				if got := assumes(r, "how often me==0 holds"); got != c.some {
					t.Errorf("how often me == 0 holds is assumed: %v, want %v", got, c.some)
				}
			})
		}
	}
}

func assumes(r *report.Report, what string) bool {
	return slices.ContainsFunc(r.Units, func(u *report.Unit) bool {
		return slices.ContainsFunc(u.Assumptions, func(a report.Assumption) bool { return strings.Contains(a.Source, what) })
	})
}

func lineWith(text, what string) int {
	return 1 + strings.Count(text[:strings.Index(text, what)], "\n")
}

func reasons(l *report.Line) string {
	var out []string
	for _, c := range l.Comms {
		out = append(out, c.Reason)
	}
	return strings.Join(out, "; ")
}

// A grid behind a communicator that is an argument gives the same neighbours as in the
// unit that made it: on 2 x 2 processors two have one in the east.
func TestGridsAsArguments(t *testing.T) {
	const text = "program p\nuse mpi\nimplicit none\ninteger :: ierr, grid\ncall mpi_init(ierr)\ncall mpi_cart_create(MPI_COMM_WORLD, 2, [2, 2], [.false., .false.], .true., grid, ierr)\ncall exchange(grid)\ncontains\n" +
		"subroutine exchange(theirs)\ninteger, intent(in) :: theirs\ninteger :: west, east\nreal :: x(10), y(10)\ncall mpi_cart_shift(theirs, 0, 1, west, east, ierr)\n" +
		"call mpi_sendrecv(x, 10, MPI_REAL, east, 1, y, 10, MPI_REAL, west, 1, theirs, MPI_STATUS_IGNORE, ierr)\nend subroutine\nend program\n"
	l := lineIn(reportOf(t, "p.f90", text, settings.Settings{Procs: 4}), lineWith(text, "call mpi_sendrecv"))
	if received := l.Comms[len(l.Comms)-1]; received.TotalMessages != 2 || received.TotalBytes != 80 {
		t.Errorf("received are %g messages of %g bytes, want 2 of 80: %s", received.TotalMessages, received.TotalBytes, received.Reason)
	}
}

// Messages of a type that a program describes have its elements and bytes.
func TestDescribedTypes(t *testing.T) {
	cases := []struct {
		describes string
		elements  int // of 8 bytes
	}{
		{"call mpi_type_contiguous(7, MPI_DOUBLE_PRECISION, t, ierr)", 7},
		{"call mpi_type_vector(7, 3, 20, MPI_DOUBLE_PRECISION, t, ierr)", 21},
		{"call mpi_type_create_hvector(7, 3, 160, MPI_DOUBLE_PRECISION, t, ierr)", 21},
		{"call mpi_type_create_indexed_block(7, 2, [1, 4, 5, 9, 12, 15, 20], MPI_DOUBLE_PRECISION, t, ierr)", 14},
		{"call mpi_type_create_subarray(2, [20, 10], [18, 1], [1, 1], MPI_ORDER_FORTRAN, MPI_DOUBLE_PRECISION, t, ierr)", 18},
		{"sub = [18, 1]\nsub(2) = 3\ncall mpi_type_create_subarray(2, [20, 10], sub, [1, 1], MPI_ORDER_FORTRAN, MPI_DOUBLE_PRECISION, t, ierr)", 54},
		{"call mpi_type_vector(7, 1, 20, MPI_DOUBLE_PRECISION, column, ierr)\ncall mpi_type_create_resized(column, 0, 8, t, ierr)", 7},
		{"call mpi_type_create_subarray(m, [20, 10], [18, 1], [1, 1], MPI_ORDER_FORTRAN, MPI_DOUBLE_PRECISION, t, ierr)", 0},
		{"call mpi_type_indexed(2, [1, 2], [0, 4], MPI_DOUBLE_PRECISION, t, ierr)", 3},
		{"sub = [5, 2]\ncall mpi_type_create_hindexed(2, sub, [0, 400], MPI_DOUBLE_PRECISION, t, ierr)", 7},
		{"call mpi_type_create_struct(3, [2, 6, 3], [0, 16, 40], [MPI_DOUBLE_PRECISION, MPI_INTEGER, MPI_DOUBLE_PRECISION], t, ierr)", 2 + 6/2 + 3},
		{"types(1) = MPI_INTEGER\ncall mpi_type_contiguous(3, MPI_DOUBLE_PRECISION, types(2), ierr)\ncall mpi_type_create_struct(2, [4, 2], [0, 16], types, t, ierr)", 4/2 + 2*3},
		{"call mpi_type_contiguous(3, MPI_DOUBLE_PRECISION, types(1), ierr)\ncall mpi_type_vector(2, 4, 9, MPI_DOUBLE_PRECISION, types(2), ierr)\ncall mpi_type_dup(types(1), t, ierr)", 3},
		{"do i = 1, 2\ncall mpi_type_contiguous(3*i, MPI_DOUBLE_PRECISION, types(i), ierr)\nend do\ncall mpi_type_contiguous(i, types(2), t, ierr)", 3 * 6},
		{"call mpi_type_contiguous(3, MPI_DOUBLE_PRECISION, types(2), ierr)\ntypes(2) = MPI_DOUBLE_PRECISION\ncall mpi_type_dup(types(2), t, ierr)", 1},
		{"call mpi_type_contiguous(3, MPI_DOUBLE_PRECISION, types(2), ierr)\ntypes = MPI_DOUBLE_PRECISION\ncall mpi_type_dup(types(2), t, ierr)", 1},
		{"call mpi_type_contiguous(3, MPI_DOUBLE_PRECISION, types(2), ierr)\ntypes(1) = types(2)\ncall mpi_type_dup(types(1), t, ierr)", 3},
		{"call mpi_type_indexed(2, [-1, 2], [0, 4], MPI_DOUBLE_PRECISION, t, ierr)", 2},
		{"call mpi_type_indexed(m, [1, 2], [0, 4], MPI_DOUBLE_PRECISION, t, ierr)", 0},
		{"types(1) = MPI_INTEGER\ncall mpi_type_create_struct(2, [4, 2], [0, 16], types, t, ierr)", 0},
		{"call mpi_type_contiguous(3, MPI_DOUBLE_PRECISION, types(1), ierr)\ncall mpi_type_contiguous(3, MPI_DOUBLE_PRECISION, types(m), ierr)\ncall mpi_type_dup(types(1), t, ierr)", 0},
	}
	for _, c := range cases {
		t.Run(c.describes, func(t *testing.T) {
			text := "program p\nuse mpi\nreal(8) :: a(20, 10)\ninteger :: t, ierr, sub(2), column, m, types(2), i\ncall mpi_init(ierr)\nread *, m\n" + c.describes + "\ncall mpi_bcast(a, 2, t, 0, MPI_COMM_WORLD, ierr)\nend program\n"
			l := lineIn(reportOf(t, "p.f90", text, settings.Settings{Procs: 4}), lineWith(text, "call mpi_bcast"))
			if c.elements == 0 {
				if !strings.Contains(l.NoEstimate, "bytes of its datatype are not known") {
					t.Errorf("a type of no known size: %+v", l)
				}
			} else if len(l.Comms) != 1 || l.Comms[0].TotalBytes != float64(3*2*8*c.elements) {
				t.Errorf("%+v, want %d bytes to each of 3", l.Comms, 2*8*c.elements)
			}
		})
	}
}

// What a procedure leaves in the components of a variable is known to who calls it, and
// given to others: the variable that is passed, whatever it is called there.
func TestComponentsAcrossProcedures(t *testing.T) {
	const module = "module m\nuse mpi\nimplicit none\ntype :: domain\ninteger :: left, right, n, row\nend type\ntype :: simulation\ntype(domain) :: dom\nend type\ncontains\n" +
		"subroutine setup(d, by)\ntype(domain), intent(out) :: d\ninteger, intent(in) :: by\ninteger :: rank, procs, ierr\ncall mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)\ncall mpi_comm_size(MPI_COMM_WORLD, procs, ierr)\n" +
		"d%left = rank - by\nd%right = rank + by\nd%n = 80 / procs\ncall mpi_type_vector(d%n, 1, 100, MPI_REAL, d%row, ierr)\nend subroutine\n" +
		"subroutine halo(d)\ntype(domain), intent(in) :: d\nreal :: x(1000), y(1000)\ninteger :: ierr\ncall mpi_sendrecv(x, 1, d%row, d%right, 1, y, d%n, MPI_REAL, d%left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)\nend subroutine\n" +
		"subroutine step(d)\ntype(domain), intent(in) :: d\ncall halo(d)\nend subroutine\n" +
		"subroutine second(d, e)\ntype(domain), intent(in) :: d, e\nif (d%left < -9) stop\ncall halo(e)\nend subroutine\nend module\nprogram p\nuse m\nimplicit none\ntype(domain) :: d, e\ntype(simulation) :: sim\ninteger :: ierr\ncall mpi_init(ierr)\n"
	cases := []struct {
		name, calls string
		by          int // how far away the neighbours are; 0: not known
	}{
		{"the same name", "call setup(d, 1)\ncall halo(d)", 1},
		{"another name", "call setup(d, 2)\ncall setup(e, 1)\ncall halo(e)", 1},
		{"the other one", "call setup(d, 2)\ncall setup(e, 1)\ncall halo(d)", 2},
		{"handed on", "call setup(e, 1)\ncall step(e)", 1},
		{"beside one of the name", "call setup(d, 1)\ncall setup(e, 2)\ncall second(d, e)", 2},
		{"a component itself", "call setup(sim%dom, 1)\ncall halo(sim%dom)", 1},
		{"a copy", "call setup(d, 1)\ne = d\ncall halo(e)", 1},
		{"changed again", "call setup(d, 1)\ncall setup(d, 2)\ncall halo(d)", 2},
		{"never set", "call setup(d, 1)\ncall halo(e)", 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := module + c.calls + "\nend program\n"
			l := lineIn(reportOf(t, "p.f90", text, settings.Settings{Procs: 8}), lineWith(text, "call mpi_sendrecv"))
			if c.by == 0 {
				if len(l.Comms) > 0 && !strings.Contains(reasons(l), "not known before run time") {
					t.Errorf("%s, want partners that are not known", reasons(l))
				}
				return
			}
			if len(l.Comms) != 2 {
				t.Fatalf("%+v", l)
			}
			for _, m := range l.Comms {
				if want := float64(8 - c.by); m.TotalMessages != want || m.TotalBytes != want*40 {
					t.Errorf("%g messages of %g bytes, want %g of 40 each: %s", m.TotalMessages, m.TotalBytes, want, m.Reason)
				}
			}
		})
	}
}

// A condition that compares a processor's number with a scalar that is alike on all holds on
// those for which it does with the value that the scalar has there: as many send.
func TestConditionsOnNumbers(t *testing.T) {
	const send = "if (rank < m) call mpi_send(a, 1, MPI_REAL, 7, 1, MPI_COMM_WORLD, ierr)"
	cases := []struct {
		name, before string
		senders      float64 // 3.5: half of those but the receiver, assumed
	}{
		{"a constant", "m = 2\n", 2},
		{"the last of two", "m = 2\nif (rank < m) a = 1.0\nm = 6\n", 6},
		{"computed", "m = 2\nm = m + 1\n", 3},
		{"never changed", "if (rank == 3) a = 2.0\n", 5},
		{"read", "m = 2\nread *, m\n", 3.5},
		{"in a branch of some", "m = 2\nif (a > 0.0) m = 5\n", 3.5},
		{"after a loop", "do m = 1, 6\na = a + 1.0\nend do\n", 3.5},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := "program p\nuse mpi\nimplicit none\ninteger :: rank, ierr\ninteger :: m = 5\nreal :: a\ncall mpi_init(ierr)\ncall mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)\n" + c.before + send + "\nend program\n"
			l := lineIn(reportOf(t, "p.f90", text, settings.Settings{Procs: 8}), lineWith(text, send))
			if len(l.Comms) != 1 || l.Comms[0].TotalMessages != c.senders {
				t.Errorf("%+v, want %g messages", l.Comms, c.senders)
			}
		})
	}
}

// Scalars that loops, roundings and functions compute from the number of processors hold
// what running the same by hand gives, on any number of them: the loop over 1..m shows it.
func TestComputedFromProcessors(t *testing.T) {
	divisor := func(p int) int {
		d := int(math.Sqrt(float64(p)))
		for p%d != 0 {
			d--
		}
		return d
	}
	levels := func(p int) int { return bits.Len(uint(p)) - 1 }
	cases := []struct {
		name, code string
		want       func(p int) int
	}{
		{"trial division", "m = int(sqrt(real(np)))\ndo while (mod(np, m) /= 0)\nm = m - 1\nend do", divisor},
		{"left by EXIT", "do m = int(sqrt(dble(np))), 1, -1\nif (mod(np, m) == 0) exit\nend do", divisor},
		{"the last that fits", "m = 1\ndo k = 1, np\nif (k*k > np) cycle\nif (mod(np, k) == 0) m = k\nend do", divisor},
		{"levels", "m = 0\nk = np\ndo while (k > 1)\nk = k/2\nm = m + 1\nend do", levels},
		{"a real between", "s = log(dble(np)) / log(2d0)\nm = int(s + 1d-5)", levels},
		{"a constant of type real", "m = int(sqrt(dble(np)) + eps)", func(p int) int { return int(math.Sqrt(float64(p))) }},
		{"specific names", "m = idint(dsqrt(dfloat(np)) + 1d-5)", func(p int) int { return int(math.Sqrt(float64(p))) }},
		{"a function", "m = rows(np)", func(p int) int { return 1 << (levels(p) / 2) }},
		{"a subroutine", "call split(m)", func(p int) int { return p / divisor(p) }},
		{"changed between", "k = np\nm = int(sqrt(real(k)))\nk = 1", func(p int) int { return int(math.Sqrt(float64(p))) }},
		{"in a branch", "m = nint(sqrt(real(np)))\nif (m*m /= np) m = 1", func(p int) int {
			if r := int(math.Round(math.Sqrt(float64(p)))); r*r == p {
				return r
			}
			return 1
		}},
	}
	const procedures = "contains\ninteger function rows(n)\ninteger, intent(in) :: n\ndouble precision :: x\nx = log(dble(n))\nrows = 2**(int(x/log(2d0) + 1d-5)/2)\nend function\n" +
		"subroutine split(m)\ninteger, intent(out) :: m\ninteger :: d, n\ncall mpi_comm_size(MPI_COMM_WORLD, n, ierr)\nd = int(sqrt(real(n)))\ndo while (mod(n, d) /= 0)\nd = d - 1\nend do\nm = n / d\nend subroutine\n"
	for _, c := range cases {
		for _, p := range []int{1, 6, 16, 35, 64} {
			t.Run(fmt.Sprintf("%s on %d", c.name, p), func(t *testing.T) {
				text := "program p\nuse mpi\nimplicit none\ninteger :: np, ierr, m, k, i\nreal :: a(100)\ndouble precision :: s\ndouble precision, parameter :: eps = 1d-5\ncall mpi_init(ierr)\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\n" + c.code + "\ndo i = 1, m\na(i) = 1.0\nend do\n" + procedures + "end program\n"
				u := reportOf(t, "p.f90", text, settings.Settings{Procs: p}).Units[0]
				loop := u.Loops[len(u.Loops)-1]
				asked := slices.ContainsFunc(u.Assumptions, func(a report.Assumption) bool { return a.Name == "m" })
				if u.NoEstimate != "" || loop.Iterations != float64(c.want(p)) || asked {
					t.Errorf("%g iterations, want %d; assumed %+v", loop.Iterations, c.want(p), u.Assumptions)
				}
			})
		}
	}
}

// What only some processors call has the values that it is called with, whichever processor
// is followed.
func TestCallsOfSomeProcessors(t *testing.T) {
	text := "program p\nuse mpi\nimplicit none\ninteger :: me, np, ierr\ncall mpi_comm_rank(MPI_COMM_WORLD, me, ierr)\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\nif (me == 0) then\ncall master(np)\nelse\ncall worker(7)\nend if\ncontains\n" +
		"subroutine master(k)\ninteger, intent(in) :: k\ninteger :: i\nreal :: x\ndo i = 1, k - 1\nx = x + 1\nend do\nend subroutine\nsubroutine worker(k)\ninteger, intent(in) :: k\ninteger :: i\nreal :: x\ndo i = 1, k\nx = x + 1\nend do\nend subroutine\nend program\n"
	r := reportOf(t, "p.f90", text, settings.Settings{Procs: 4})
	for name, iterations := range map[string]float64{"master": 3, "worker": 7} {
		t.Run(name, func(t *testing.T) {
			i := slices.IndexFunc(r.Units, func(u *report.Unit) bool { return u.Name == name })
			if got := r.Units[i].Loops[0].Iterations; got != iterations || assumes(r, "no value of k") {
				t.Errorf("%g iterations, want %g", got, iterations)
			}
		})
	}
}
