package evaluate

import (
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// In a program that passes messages elements of integer arrays are followed as scalars are:
// each broadcast of b has as many of its elements as the last statement says, for each of 3
// others; 0: that is not known, and asked for or counted as 100.
func TestElementsThatProcessorsHave(t *testing.T) {
	cases := []struct {
		name, statements, count string
		elements                float64
	}{
		{"assigned", "v(2) = 7\nv(3) = 9\n", "v(2)", 7},
		{"assigned, by a name", "v(second) = 7\n", "v(second)", 7},
		{"by a name and by a number", "v(second) = 7\n", "v(2)", 7},
		{"of two dimensions", "t(1,2) = 3\nt(2,1) = 5\n", "t(1,2)", 3},
		{"all", "t = 4\n", "t(2,2)", 4},
		{"all, then one", "t = 4\nt(1,1) = 6\n", "t(1,1)", 6},
		{"all, then one that is not known", "read *, k\nv = 4\nv(k) = 6\n", "v(1)", 0},
		{"all, then one by a call", "v = 4\ncall two(v(2))\n", "v(2)", 2},
		{"another one by a call", "v(1) = 3\ncall two(v(2))\n", "v(1)", 3},
		{"from there on by a call", "v(1) = 3\nv(2) = 5\ncall some(v(1))\n", "v(2)", 0},
		{"all, and one of them read", "t = 4\nread *, t(1,1)\n", "t(1,1)", 0},
		{"in turn", "do k = 1, 3\nv(k) = 10*k\nend do\n", "v(3)", 30},
		{"in turn, downwards", "do k = 3, 1, -2\nv(k) = 10*k\nend do\n", "v(1) + k", 10 - 1},
		{"in turn, with a loop inside whose bounds change", "do k = 1, 2\nv(k) = 2*k\ndo i = 1, v(k)\nb(i) = 1\nend do\nend do\n", "v(2)", 4},
		{"a sum in turn", "s = 0\ndo k = 1, 3\nv(k) = s\ns = s + 5\nend do\n", "s + v(2)", 15 + 5},
		{"until its bound has changed", "s = 3\ndo k = 1, s\nv(k) = 10*k\ns = 1\nend do\n", "k", 4},
		{"in more turns than its bound says behind it", "s = 20\ndo k = 1, s\nv(1) = k\ns = 3\nend do\n", "k", 21},
		{"with ERROR STOP", "do k = 1, 3\nif (b(k) > 4) error stop\nv(k) = 10*k\nend do\n", "v(3)", 30},
		{"up to the largest integer", "do l = huge(l) - 2, huge(l)\nv(3) = 7\nend do\n", "v(3)", 0},
		{"under a mask", "v = 5\nwhere (v > 3) v = 4\n", "v(2)", 4},
		{"as the status of an allocation elsewhere", "v = 7\ncall room(v)\n", "v(2)", 0},
		{"by other subscripts in a procedure", "v = 4\ncall low(v)\n", "v(2)", 0},
		{"in more turns than are followed", "v = 5\ndo k = 1, 9\nv(k) = k\nend do\n", "v(3)", 3},
		{"in a loop that is left", "v = 5\ndo k = 1, 3\nif (b(k) > 3) exit\nv(k) = k\nend do\n", "v(3)", 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := "program p\nuse mpi\nreal :: b(100)\ninteger, parameter :: second = 2\ninteger :: ierr, me, k, i, s, v(9), t(2,2)\ninteger(8) :: l\ncall mpi_init(ierr)\ncall mpi_comm_rank(MPI_COMM_WORLD, me, ierr)\n" + c.statements +
				"call mpi_bcast(b, " + c.count + ", MPI_REAL, 0, MPI_COMM_WORLD, ierr)\ncontains\nsubroutine two(n)\ninteger, intent(out) :: n\nn = 2\nend subroutine\nsubroutine some(n)\ninteger, intent(out) :: n(*)\nn(2) = 1\nend subroutine\nsubroutine room(n)\ninteger :: n(3)\nreal, allocatable :: c(:)\nallocate(c(10), stat=n(2))\nend subroutine\nsubroutine low(n)\ninteger :: n(0:2)\nn(2) = 33\nend subroutine\nend program\n"
			r := reportOf(t, "p.f90", text, settings.Settings{Procs: 4})
			if c.elements == 0 {
				if !slices.ContainsFunc(r.Units[0].Assumptions, func(a report.Assumption) bool { return a.Name == c.count && a.Value == "100" }) {
					t.Errorf("%s is not asked for: %+v", c.count, r.Units[0].Assumptions)
				}
				return
			}
			l := lineIn(r, lineWith(text, "call mpi_bcast"))
			if len(l.Comms) != 1 || l.Comms[0].TotalBytes != 3*4*c.elements {
				t.Errorf("%+v, want %g bytes to each of 3", l.Comms, 4*c.elements)
			}
		})
	}
}

// A processor takes the element that its number says: the busiest one has 20 iterations. Where one
// of the elements is not known, what is taken is asked for.
func TestElementsByTheNumberOfTheProcessor(t *testing.T) {
	for name, c := range map[string]struct {
		declared, statements string
		most                 float64
	}{
		"DATA":                          {"integer :: v(4)\ndata v /10, 20, 5, 14/\n", "", 20},
		"an initial value":              {"integer :: v(4) = [10, 20, 5, 14]\n", "", 20},
		"PARAMETER":                     {"integer, parameter :: v(1:4) = [10, 20, 5, 14]\n", "", 20},
		"assigned":                      {"integer :: v(4)\n", "v = [10, 20, 5, 14]\n", 20},
		"one by one":                    {"integer :: v(4)\n", "v = 4\nv(2) = 20\n", 20},
		"an initial value that is read": {"integer :: v(4) = [10, 20, 5, 14]\n", "read *, v\n", 100},
		"one of them read":              {"integer :: v(4) = [10, 20, 5, 14]\n", "read *, v(1)\n", 100},
	} {
		t.Run(name, func(t *testing.T) {
			text := "program p\nuse mpi\nreal :: b(100)\ninteger :: ierr, me, i, n\n" + c.declared + "call mpi_init(ierr)\ncall mpi_comm_rank(MPI_COMM_WORLD, me, ierr)\n" + c.statements +
				"n = v(me+1)\ndo i = 1, n\nb(i) = 1\nend do\ndo i = 1, v(me+1)\nb(i) = 2\nend do\nend program\n"
			r := reportOf(t, "p.f90", text, settings.Settings{Procs: 4})
			for _, line := range []string{"b(i) = 1", "b(i) = 2"} {
				if got := lineIn(r, lineWith(text, line)).Executions; got != c.most {
					t.Errorf("%s: %v, want %v", line, got, c.most)
				}
			}
		})
	}
}

// Counts that a loop gives to all processors are followed: 80 reals dealt out over 4, 20 from
// each to each of 3 others. What is not the same for all is asked for, as 100 at first.
func TestCountsThatLoopsFill(t *testing.T) {
	cases := []struct {
		name, fills string
		elements    float64
	}{
		{"all", "do i = 0, np - 1\ncounts(i) = n / np\nplaces(i) = i * counts(i)\nend do\n", 20},
		{"all, by another name of the bound", "last = np - 1\ndo i = 0, last\ncounts(i) = n / np\nend do\n", 20},
		{"all, then one", "do i = 0, np - 1\ncounts(i) = n / np\nend do\ncounts(0) = 3\n", 100},
		{"all, then some", "do i = 0, np - 1\ncounts(i) = n / np\nif (i < 2) counts(i) = counts(i) + 1\nend do\n", 100},
		{"some", "do i = 1, np - 1\ncounts(i) = n / np\nend do\n", 100},
		{"others", "do i = 0, np - 1\ncounts(i) = i * n / np\nend do\n", 100},
		{"what the loop changes", "k = 0\ndo i = 0, np - 1\ncounts(i) = k\nk = k + 1\nend do\n", 100},
		{"all, but one before", "do i = 0, np - 1\ncounts(0) = 3\ncounts(i) = n / np\nend do\n", 100},
		{"some, after CYCLE", "do i = 0, np - 1\nif (i > 2) cycle\ncounts(i) = n / np\nend do\n", 100},
		{"all, then some by a mask", "do i = 0, np - 1\ncounts(i) = n / np\nend do\nwhere (counts > 3) counts = 3\n", 100},
		{"until it is left", "do i = 0, np - 1\nif (b(1) > 3) exit\ncounts(i) = n / np\nend do\n", 100},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := "program p\nuse mpi\nreal :: b(100), r(100)\ninteger, parameter :: n = 80\ninteger :: ierr, np, i, k, last\ninteger, allocatable :: counts(:), places(:)\ncall mpi_init(ierr)\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\n" +
				"allocate(counts(0:np-1), places(0:np-1))\n" + c.fills + "call mpi_alltoallv(b, counts, places, MPI_REAL, r, counts, places, MPI_REAL, MPI_COMM_WORLD, ierr)\nend program\n"
			l := lineIn(reportOf(t, "p.f90", text, settings.Settings{Procs: 4}), lineWith(text, "call mpi_alltoallv"))
			if len(l.Comms) != 1 || l.Comms[0].TotalBytes != 4*3*4*c.elements {
				t.Errorf("%+v, want %g bytes from each of 4 to each of 3", l.Comms, 4*c.elements)
			}
		})
	}
}

// What a procedure knows as a PARAMETER is not said to be set by somebody.
func TestConstantsAreNotSet(t *testing.T) {
	r := reportOf(t, "p.f90", "module c\ninteger, parameter :: east = 3\nend module\nsubroutine s(n)\nuse c\ninteger :: n\nreal :: x(100)\nx(east:50+n) = 1\nend subroutine\nprogram p\ncall s(9)\nend program\n", settings.Settings{})
	for _, u := range r.Units {
		for _, a := range u.Assumptions {
			if a.Name == "east" && a.Source != "constant" {
				t.Errorf("%s: %+v", u.Name, a)
			}
		}
	}
}

// Sizes and neighbours in vectors that are components reach other procedures: a field of 40 x 60
// on 2 x 2 processors has 20 x 30 elements on each, and borders of 20 reals go to two of them
// from the others.
func TestVectorsThatAreComponents(t *testing.T) {
	const text = "module m\nuse mpi\ntype field\ninteger :: lo(2), n(2)\nreal, allocatable :: v(:,:)\nend type\ntype topo\ninteger :: comm, dims(2), at(2), next(2,2)\nend type\ncontains\n" +
		"subroutine make_topo(t)\ntype(topo), intent(out) :: t\ninteger :: np, me, d, ierr\nlogical :: ring(2) = .false.\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\nt%dims = 0\ncall mpi_dims_create(np, 2, t%dims, ierr)\n" +
		"call mpi_cart_create(MPI_COMM_WORLD, 2, t%dims, ring, .false., t%comm, ierr)\ncall mpi_comm_rank(t%comm, me, ierr)\ncall mpi_cart_coords(t%comm, me, 2, t%at, ierr)\n" +
		"do d = 1, 2\ncall mpi_cart_shift(t%comm, d - 1, 1, t%next(1,d), t%next(2,d), ierr)\nend do\nend subroutine\n" +
		"subroutine make_field(f, t, n)\ntype(field), intent(out) :: f\ntype(topo), intent(in) :: t\ninteger, intent(in) :: n(2)\ninteger :: d\ndo d = 1, 2\nf%lo(d) = t%at(d)*n(d)/t%dims(d)\nf%n(d) = (t%at(d) + 1)*n(d)/t%dims(d) - f%lo(d)\nend do\n" +
		"allocate(f%v(f%n(1),f%n(2)))\nf%v = 0\nend subroutine\n" +
		"subroutine halo(f, t)\ntype(field), intent(inout) :: f\ntype(topo), intent(in) :: t\nreal, allocatable :: s(:), r(:)\ninteger :: ierr\nallocate(s(f%n(1)), r(f%n(1)))\ns = f%v(:,1)\n" +
		"call mpi_sendrecv(s, f%n(1), MPI_REAL, t%next(2,2), 1, r, f%n(1), MPI_REAL, t%next(1,2), 1, t%comm, MPI_STATUS_IGNORE, ierr)\nif (f%lo(2) > 0) f%v(:,1) = r\ndeallocate(s, r)\nend subroutine\nend module\n" +
		"program p\nuse m\ntype(topo) :: t\ntype(field) :: a\ninteger :: ierr, i, j\ncall mpi_init(ierr)\ncall make_topo(t)\ncall make_field(a, t, [40, 60])\ncall halo(a, t)\ndo j = 1, a%n(2)\ndo i = 1, a%n(1)\na%v(i,j) = 2\nend do\nend do\nend program\n"
	r := reportOf(t, "p.f90", text, settings.Settings{Procs: 4})
	for _, u := range r.Units {
		for _, a := range u.Assumptions {
			if a.Provenance == report.Assumed {
				t.Errorf("%s: %s = %s: %s", u.Name, a.Name, a.Value, a.Source)
			}
		}
	}
	if l := lineIn(r, lineWith(text, "a%v(i,j)")); l.Executions != 20*30 {
		t.Errorf("%g executions, want %d", l.Executions, 20*30)
	}
	received := 0.0
	for _, c := range lineIn(r, lineWith(text, "call mpi_sendrecv")).Comms {
		if strings.Contains(c.Reason, "received") {
			received += c.TotalBytes
		}
	}
	if received != 2*20*4 {
		t.Errorf("%g bytes are received, want %d", received, 2*20*4)
	}
}

// What a vector holds that follows a loop of the caller is not known to a procedure by itself:
// its value there is found by running the program, 1 to 10 elements to each of 3.
func TestElementsThatFollowALoop(t *testing.T) {
	for _, c := range []struct{ name, call string }{{"a vector", "v = j\ncall send(v)\n"}, {"a constructor", "call send([j, j, j])\n"}} {
		t.Run(c.name, func(t *testing.T) {
			text := "program p\nuse mpi\ninteger :: ierr, j, v(3)\ncall mpi_init(ierr)\ndo j = 1, 10\n" + c.call + "end do\ncontains\nsubroutine send(n)\ninteger, intent(in) :: n(3)\nreal :: b(100)\ncall mpi_bcast(b, n(2), MPI_REAL, 0, MPI_COMM_WORLD, ierr)\nend subroutine\nend program\n"
			r := reportOf(t, "p.f90", text, settings.Settings{Procs: 4})
			l := lineIn(r, lineWith(text, "call mpi_bcast"))
			asked := slices.ContainsFunc(r.Diagnostics, func(d source.Diagnostic) bool { return d.Code == "unknown-value" })
			if len(l.Comms) != 1 || l.Comms[0].TotalBytes != 3*4*5.5 && !asked {
				t.Errorf("%+v, want %g bytes to each of 3", l.Comms, 4*5.5)
			}
		})
	}
}
