package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A variable may have the name that a coordinate, or the number of processors, has in formulas.
func TestVariablesNamedLikeCoordinates(t *testing.T) {
	const (
		mapped   = "program h\ninteger :: x, i\nreal :: a(1000)\n!hpf$ processors q(4)\n!hpf$ distribute a(block) onto q\nx = 500\ndo i = 1, x\na(i) = a(i)*2\nend do\nend program\n"
		plane    = "program h\ninteger :: x, i, j\nreal :: a(1000,8)\n!hpf$ processors q(2,2)\n!hpf$ distribute a(block,block) onto q\nx = 500\ndo j = 1, 8\ndo i = 1, x\na(i,j) = a(i,j)*2\nend do\nend do\nend program\n"
		called   = "program h\nuse mpi\ninteger :: me, ierr\ncall mpi_comm_rank(MPI_COMM_WORLD, me, ierr)\ncall work(500, me)\ncontains\nsubroutine work(x, me)\ninteger :: x, me, i\nreal :: s\ndo i = 1, x\ns = s + 1\nend do\nif (me == 0) call init(x)\nend subroutine\nsubroutine init(x)\ninteger :: x\nread *, x\nend subroutine\nend program\n"
		messages = "program h\nuse mpi\ninteger :: me, np, ierr\nreal :: a(9), b(9), x(9)\ncall mpi_comm_rank(MPI_COMM_WORLD, me, ierr)\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\nx = 0\ncall mpi_sendrecv(a, 1, MPI_REAL, mod(me+1, np), 0, b, 1, MPI_REAL, mod(me-1+np, np), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)\nend program\n"
	)
	total := func(text, name string) float64 {
		sum := 0.0
		for _, u := range reportOf(t, "h.f90", strings.NewReplacer(" x,", " "+name+",", " x(", " "+name+"(", "(x,", "("+name+",", "(x)", "("+name+")", "*, x", "*, "+name, " x\n", " "+name+"\n", "\nx =", "\n"+name+" =").Replace(text), settings.Settings{Procs: 4}).Units {
			sum += u.Charge.Total()
		}
		return sum
	}
	for k, text := range []string{mapped, plane, called, messages} {
		for _, name := range []string{"c", "p", "c1", "p2", "c_"} {
			t.Run(fmt.Sprint(k, " ", name), func(t *testing.T) {
				if got, want := total(text, name), total(text, "x"); got != want || want < 1e-7 {
					t.Errorf("%g s, with another name %g", got, want)
				}
			})
		}
	}
}
