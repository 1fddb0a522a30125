package evaluate

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A scalar that is set again has at each use the value that it has there.
func TestSetAgain(t *testing.T) {
	const send = "call mpi_bcast(a, m, MPI_REAL8, 0, MPI_COMM_WORLD, ierr)\n"
	for _, c := range []struct {
		name, body string
		elements   []float64 // that 3 others get, by line
	}{
		{"twice", "m = 10\n" + send + "m = 20\n" + send, []float64{10, 20}},
		{"of each other", "m = 10\n" + send + "m = m + 5\n" + send, []float64{10, 15}},
		{"after its initial value", "m = 30\n" + send, []float64{30}},
		{"from another", "m = n\n" + send + "m = n/np\n" + send, []float64{40, 10}},
		{"in a branch", "m = 10\nif (np > 2) m = 30\n" + send, []float64{30}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "program p\nuse mpi\nimplicit none\ninteger :: np, ierr, m = 7, n\nreal(8) :: a(100)\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\nn = 40\n" + c.body + "end program\n"
			var got []float64
			for _, l := range unitOf(t, "p.f90", text, settings.Settings{Procs: 4}).Lines {
				for _, m := range l.Comms {
					got = append(got, m.TotalBytes/8/3)
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(c.elements) {
				t.Errorf("%v elements, want %v", got, c.elements)
			}
		})
	}
}

// The message is of the iteration before: everybody computes at once, whatever their number.
func TestNoPipelineOfIterationsBefore(t *testing.T) {
	text := "program p\nuse mpi\nimplicit none\ninteger :: me, np, it, i, ierr, k, st(MPI_STATUS_SIZE)\nreal(8) :: a(0:20001)\ncall mpi_comm_rank(MPI_COMM_WORLD, me, ierr)\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\ndo it = 1, 100\nif (me < np-1 .and. it > 1) call mpi_recv(k, 1, MPI_INTEGER, me+1, 1, MPI_COMM_WORLD, st, ierr)\n" +
		"do i = 1, 20000\na(i) = 0.5d0*a(i)\nend do\nif (me > 0) call mpi_send(it, 1, MPI_INTEGER, me-1, 1, MPI_COMM_WORLD, ierr)\nend do\nend program\n"
	few, many := unitOf(t, "p.f90", text, settings.Settings{Procs: 4}).Charge.Total(), unitOf(t, "p.f90", text, settings.Settings{Procs: 64}).Charge.Total()
	if many > 1.001*few {
		t.Errorf("%g s on 4 processors, %g on 64", few, many)
	}
}

// A constant that is set in a loop is one in the subscripts behind it, however often it changes: whoever owns
// that plane works on it, and nothing moves. What follows in the loop is its own owners'.
func TestPlanesByNumber(t *testing.T) {
	const text = "program p\ninteger, parameter :: n = 64\nreal a(5,n,n), u(n,5)\ninteger i, m, k, g(3)\n!hpf$ processors q(4)\n!hpf$ distribute a(*,*,block) onto q\ng = n\ndo i = 1, n\n" +
		"do m = 1, 5\nk = 1\na(m,i,k) = a(m,i,k) - u(k,m)\nk = g(3) - 2\na(m,i,k) = a(m,i,k) - u(k-1,m)\nend do\ndo k = 3, n-2\na(1,i,k) = 2\nend do\nend do\nend program\n"
	u := unitOf(t, "p.f90", text, settings.Settings{Machine: "cluster"})
	for _, l := range u.Lines {
		if len(l.Comms) > 0 {
			t.Errorf("line %d: %v", l.Line, l.Comms)
		}
	}
	for _, l := range u.Loops {
		if want := map[bool]string{true: "parallel", false: "replicated"}[l.Line == 15]; l.Kind != want {
			t.Errorf("line %d: %v, want %v: %s", l.Line, l.Kind, want, l.Why)
		}
	}
}
