package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Neighbours in Cartesian grids of processes are those that MPI's rules give: numbers
// row by row, no process beyond an end, rings where a dimension is periodic. Each
// receiver takes as many elements as its last coordinate says, plus one.
func TestCartesianNeighbours(t *testing.T) {
	cases := []struct {
		name, setup string
		dims        func(p int) []int
		periodic    []bool
	}{
		{"a row", "dims = 0\nperiods = .false.", func(p int) []int { return []int{p} }, []bool{false}},
		{"a ring", "dims(1) = 0\nperiods(1) = .true.", func(p int) []int { return []int{p} }, []bool{true}},
		{"dealt out", "dims = (/ 0, 0 /)\nperiods = .false.", func(p int) []int {
			return map[int][]int{1: {1, 1}, 2: {2, 1}, 4: {2, 2}, 6: {3, 2}, 12: {4, 3}}[p]
		}, []bool{false, false}},
		{"a torus", "periods = [.true., .true.]", func(p int) []int {
			return map[int][]int{1: {1, 1}, 2: {2, 1}, 4: {2, 2}, 6: {3, 2}, 12: {4, 3}}[p]
		}, []bool{true, true}},
		{"one fixed", "dims(1) = 1\nperiods(1) = .false.\nperiods(2) = .true.", func(p int) []int { return []int{1, p} }, []bool{false, true}},
		{"three", "periods = (/ .false., .true., .false. /)", func(p int) []int {
			return map[int][]int{1: {1, 1, 1}, 2: {2, 1, 1}, 4: {2, 2, 1}, 6: {3, 2, 1}, 12: {3, 2, 2}}[p]
		}, []bool{false, true, false}},
	}
	sizes := []int{6, 1, 2, 4, 12}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, c := range cases {
		for _, p := range sizes {
			for direction := range c.periodic {
				for _, by := range []int{1, -1} {
					t.Run(fmt.Sprintf("%s, %d, along %d by %d", c.name, p, direction, by), func(t *testing.T) {
						rank := len(c.periodic)
						messages, bytes := neighbours(c.dims(p), c.periodic, direction, by)
						for form, text := range cartesianPrograms(rank, c.setup, direction, by) {
							if form == "arguments" && c.dims(p)[direction] == 1 {
								continue // the same number on all processors is a size like others to a procedure
							}
							found := 0
							for _, u := range reportOf(t, "x.f90", text, settings.Settings{Procs: p}).Units {
								for _, l := range u.Lines {
									for _, m := range l.Comms {
										if strings.Contains(m.Reason, "received") {
											found++
											if int(m.TotalMessages) != messages || int(m.TotalBytes) != bytes {
												t.Errorf("%s: %g messages, %g bytes, want %d, %d: %s", form, m.TotalMessages, m.TotalBytes, messages, bytes, m.Reason)
											}
										}
									}
								}
							}
							if found != 1 {
								t.Errorf("%s: %d receives", form, found)
							}
						}
					})
				}
			}
		}
	}
}

// cartesianPrograms make a grid and send along it in one unit, in procedures of a module
// that share it, and in procedures that are passed the communicator and what it tells.
func cartesianPrograms(rank int, setup string, direction, by int) map[string]string {
	declared := fmt.Sprintf("integer :: me, np, grid, ierr, from, to, dims(%[1]d) = 0, at(%[1]d)\nlogical :: periods(%[1]d)\n", rank)
	begin := "call mpi_init(ierr)\ncall mpi_comm_rank(mpi_comm_world, me, ierr)\ncall mpi_comm_size(mpi_comm_world, np, ierr)\n"
	create := fmt.Sprintf("%[2]s\ncall mpi_dims_create(np, %[1]d, dims, ierr)\ncall mpi_cart_create(mpi_comm_world, %[1]d, dims, periods, .false., grid, ierr)\n", rank, setup)
	at := fmt.Sprintf("call mpi_cart_coords(grid, me, %d, at, ierr)\n", rank)
	shift := fmt.Sprintf("call mpi_cart_shift(grid, %d, %d, from, to, ierr)\n", direction, by)
	swap := func(count string) string {
		return "call mpi_sendrecv(a, " + count + ", mpi_double_precision, to, 1, b, " + count + ", mpi_double_precision, from, 1, grid, mpi_status_ignore, ierr)\n"
	}
	last := fmt.Sprintf("at(%d) + 1", rank)
	declaredNext := fmt.Sprintf("integer :: next(%d,2), d\ninteger, parameter :: before = 1, behind = 2\n", rank)
	inLoop := fmt.Sprintf("do d = 1, %d\ncall mpi_cart_shift(grid, d - 1, %d, next(d,before), next(d,behind), ierr)\nend do\n", rank, by)
	swapNext := strings.NewReplacer("to,", fmt.Sprintf("next(%d,behind),", direction+1), "from,", fmt.Sprintf("next(%d,1),", direction+1)).Replace(swap(last))
	elements := strings.NewReplacer("integer :: ", "integer :: ends(3), grids(2), ", "from,", "ends(1),", "to,", "ends(3),", "grid,", "grids(2),")
	return map[string]string{
		"elements":  elements.Replace("program x\nuse mpi\n" + declared + "real(8) :: a(100), b(100)\n" + begin + create + at + shift + swap(last) + "end program\n"),
		"in a loop": "program x\nuse mpi\n" + declared + declaredNext + "real(8) :: a(100), b(100)\n" + begin + create + at + inLoop + swapNext + "end program\n",
		"loop of others": "module m\nuse mpi\n" + declared + declaredNext + "contains\nsubroutine make\n" + create + at + inLoop + "end subroutine\n" + "subroutine swap\nreal(8) :: a(100), b(100)\n" + swapNext + "end subroutine\nend module\n" +
			"program x\nuse m\n" + begin + "call make\ncall swap\nend program\n",
		"one unit": "program x\nuse mpi\n" + declared + "real(8) :: a(100), b(100)\n" + begin + create + at + shift + swap(last) + "end program\n",
		"a module": "module m\nuse mpi\n" + declared + "contains\nsubroutine make\n" + create + at + "end subroutine\n" +
			"subroutine swap\nreal(8) :: a(100), b(100)\n" + shift + swap(last) + "end subroutine\nend module\n" +
			"program x\nuse m\n" + begin + "call make\ncall swap\nend program\n",
		"arguments": "subroutine make(grid, np, dims, periods)\nuse mpi\n" +
			fmt.Sprintf("integer :: grid, np, ierr, dims(%[1]d)\nlogical :: periods(%[1]d)\n", rank) + create + "end subroutine\n" +
			"subroutine find(grid, me, from, to, n)\nuse mpi\n" + fmt.Sprintf("integer :: grid, me, from, to, n, ierr, at(%d)\n", rank) + at + shift + "n = " + last + "\nend subroutine\n" +
			"subroutine swap(grid, from, to, n)\nuse mpi\ninteger :: grid, from, to, n, ierr\nreal(8) :: a(100), b(100)\n" + swap("n") + "end subroutine\n" +
			"program x\nuse mpi\n" + declared + begin + "dims = 0\ncall make(grid, np, dims, periods)\ncall find(grid, me, from, to, n)\ncall swap(grid, from, to, n)\nend program\n",
	}
}

// neighbours counts what all processes receive, by walking the grid.
func neighbours(dims []int, periodic []bool, direction, by int) (messages, bytes int) {
	at := make([]int, len(dims))
	for {
		from := at[direction] - by
		if periodic[direction] {
			from = (from + dims[direction]) % dims[direction]
		}
		if from >= 0 && from < dims[direction] && from != at[direction] {
			messages++
			bytes += 8 * (at[len(at)-1] + 1)
		}
		d := len(dims) - 1
		for ; d >= 0; d-- {
			if at[d]++; at[d] < dims[d] {
				break
			}
			at[d] = 0
		}
		if d < 0 {
			return messages, bytes
		}
	}
}

// A grid whose extents only the run knows, or that depends on the way taken, has no
// known neighbours.
func TestCartesianGridNotKnown(t *testing.T) {
	for _, c := range []struct{ name, setup string }{
		{"read", "dims(1) = 2\nread *, dims\ncall mpi_cart_create(mpi_comm_world, 2, dims, periods, .false., grid, ierr)"},
		{"one element read", "dims = (/ 2, np/2 /)\nread *, dims(2)\ncall mpi_cart_create(mpi_comm_world, 2, dims, periods, .false., grid, ierr)"},
		{"two ways", "dims = (/ 2, np/2 /)\nif (b(1) > 3) then\ncall mpi_cart_create(mpi_comm_world, 2, dims, periods, .false., grid, ierr)\n" +
			"else\ndims = (/ np, 1 /)\ncall mpi_cart_create(mpi_comm_world, 2, dims, periods, .false., grid, ierr)\nend if"},
		{"another communicator", "dims = (/ 2, np/2 /)\ncall mpi_cart_create(mpi_comm_world, 2, dims, periods, .false., grid, ierr)\ngrid = px"},
		{"changed under a condition", "dims = (/ 2, np/2 /)\nif (b(1) > 3) dims(1) = 1\ncall mpi_cart_create(mpi_comm_world, 2, dims, periods, .false., grid, ierr)"},
		{"an extent that is changed behind it", "read *, px\ndims = (/ px, np/px /)\ncall mpi_cart_create(mpi_comm_world, 2, dims, periods, .false., grid, ierr)\npx = 1"},
		{"changed in a loop", "dims = (/ 2, np/2 /)\ndo i = 1, 3\ncall mpi_cart_create(mpi_comm_world, 2, dims, periods, .false., grid, ierr)\ndims(1) = dims(1)*i\nend do"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "program x\nuse mpi\ninteger :: me, np, grid, ierr, from, to, dims(2) = 0, px, i\nlogical :: periods(2) = .false.\nreal(8) :: a(100), b(100)\n" +
				"call mpi_init(ierr)\ncall mpi_comm_rank(mpi_comm_world, me, ierr)\ncall mpi_comm_size(mpi_comm_world, np, ierr)\n" + c.setup + "\n" +
				"call mpi_cart_shift(grid, 0, 1, from, to, ierr)\n" +
				"call mpi_sendrecv(a, 100, mpi_double_precision, to, 1, b, 100, mpi_double_precision, from, 1, grid, mpi_status_ignore, ierr)\nend program\n"
			u := unitOf(t, "x.f90", text, settings.Settings{Procs: 4})
			found := 0
			for _, l := range u.Lines {
				for _, m := range l.Comms {
					found++
					if !strings.Contains(m.Reason, "not known before run time") {
						t.Error(m.Reason)
					}
				}
			}
			if found != 2 {
				t.Errorf("%d messages", found)
			}
		})
	}
}
