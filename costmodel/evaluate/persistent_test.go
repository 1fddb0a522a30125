package evaluate

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// halo is a program that exchanges the ends of a row again and again: what stands before
// the loop, and in each iteration before the computation.
func halo(before, inside string) string {
	return `program halo
use mpi
implicit none
integer, parameter :: n = 2000
real(8) :: u(0:n+1), v(n)
integer :: r(4), st(MPI_STATUS_SIZE,4), me, np, below, above, ierr, i, it
call MPI_Init(ierr)
call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
below = merge(me-1, MPI_PROC_NULL, me > 0)
above = merge(me+1, MPI_PROC_NULL, me < np-1)
` + before + "do it = 1, 100\n" + inside + `do i = 1, n
v(i) = 0.5d0*(u(i-1) + u(i+1))
end do
call MPI_Waitall(4, r, st, ierr)
end do
call MPI_Finalize(ierr)
end program
`
}

func halos(form string) string {
	args := ", 1, MPI_DOUBLE_PRECISION, %s, %d, MPI_COMM_WORLD, r(%d), ierr)\n"
	receive, send := strings.Replace(form, "*", "recv", 1), strings.Replace(form, "*", "send", 1)
	return fmt.Sprintf("call mpi_"+receive+"(u(0)"+args+"call mpi_"+receive+"(u(n+1)"+args+"call mpi_"+send+"(u(n)"+args+"call mpi_"+send+"(u(1)"+args,
		"below", 1, 1, "above", 2, 2, "above", 1, 3, "below", 2, 4)
}

// A persistent request takes what the same message takes without blocking, beside the calls
// that describe it.
func TestPersistentRequests(t *testing.T) {
	const start = "call MPI_Start(r(1), ierr)\ncall MPI_Start(r(2), ierr)\ncall MPI_Start(r(3), ierr)\ncall MPI_Start(r(4), ierr)\n"
	initialised, startAll := halos("*_init"), "call MPI_Startall(4, r, ierr)\n"
	for _, c := range []struct{ name, before, inside string }{
		{"all at once", initialised, startAll},
		{"one by one", initialised, start},
		{"partners change behind the description", initialised + "below = MPI_PROC_NULL\n", startAll},
	} {
		for _, procs := range []int{2, 16} {
			t.Run(fmt.Sprint(c.name, " ", procs), func(t *testing.T) {
				with := settings.Settings{Procs: procs, Machine: "cluster"}
				want := reportOf(t, "/p.f90", halo("", halos("i*")), with).Units[0]
				got := reportOf(t, "/p.f90", halo(c.before, c.inside), with).Units[0]
				const describe = 4 * 4.08e-9 // call_s of the cluster
				if math.Abs(got.Charge.Total()-want.Charge.Total()-describe) > 1e-6*want.Charge.Total() {
					t.Errorf("%g s, without blocking %g", got.Charge.Total(), want.Charge.Total())
				}
			})
		}
	}
	t.Run("one that nothing describes", func(t *testing.T) {
		u := reportOf(t, "/p.f90", halo("", startAll), settings.Settings{Procs: 4}).Units[0]
		text := ""
		for _, l := range u.Lines {
			text += fmt.Sprintf("%+v\n", *l)
		}
		if !strings.Contains(text, "no MPI_SEND_INIT or MPI_RECV_INIT") {
			t.Errorf("no reason is given\n%s", text)
		}
	})
}
