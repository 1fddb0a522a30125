package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// On 4 processors a loop over a part of 1,000 elements that a procedure has computed
// makes 250 iterations, also where it may have become something else on the way; one over a
// part of which nothing is known is taken to make 100.
func TestWhatACallLeaves(t *testing.T) {
	const ask = "call mpi_comm_rank(mpi_comm_world, me, ierr)\ncall mpi_comm_size(mpi_comm_world, np, ierr)\n"
	const module = "module par\ninteger :: me, np, part\nend module\n"
	for _, c := range []struct {
		name, modules, main, procedures string
		want                            float64
	}{
		{"module", module, "use par", "subroutine start\nuse par\n" + ask + "part = 1000/np\nend\n", 250},
		{"renamed", module, "use par, only: part", "subroutine start\nuse par, mine => part\n" + ask + "mine = 1000/np\nend\n", 250},
		{"contained", strings.Replace(module, "end module", "contains\nsubroutine start\n"+ask+"part = 1000/np\nend subroutine\nend module", 1), "use par", "", 250},
		{"common", "", "integer part\ncommon /c/ first, part", "subroutine start\ninteger mine\ncommon /c/ me, mine\n" + ask + "mine = 1000/np\nend\n", 250},
		{"other block", "", "integer part\ncommon /c/ part", "subroutine start\ninteger part\ncommon /d/ part\n" + ask + "part = 1000/np\nend\n", 100},
		{"two levels", module, "use par", "subroutine start\ncall ask\ncall share(1000)\nend\nsubroutine ask\nuse par\n" + ask + "end\nsubroutine share(n)\nuse par\npart = n/np\nend\n", 250},
		{"in steps", module, "use par", "subroutine start\nuse par\n" + ask + "part = 1000\npart = part/np\nend\n", 250},
		{"both branches", module, "use par", "subroutine start\nuse par\n" + ask + "if (me < np) then\npart = 1000/np\nelse\npart = 7\nend if\nend\n", 250},
		{"error", module, "use par", "subroutine start\nuse par\n" + ask + "part = 1000/np\nif (part < 1) then\npart = 7\nstop\nend if\nend\n", 250},
		{"unknown branch", module, "use par", "subroutine start\nuse par\n" + ask + "part = 1000/np\nif (x > 1) part = 7\nend\n", 250},
		{"loop", module, "use par", "subroutine start\nuse par\n" + ask + "part = 1000/np\ndo while (x > 1)\npart = part + 1\nend do\nend\n", 250},
		{"read", module, "use par", "subroutine start\nuse par\n" + ask + "part = 1000/np\nread *, part\nend\n", 100},
		{"called later", module, "use par", "subroutine start\nuse par\n" + ask + "part = 1000/np\ncall other(part)\nend\n", 100},
		{"kept by a recursion", module, "use par", "subroutine start\nuse par\ninteger list(9)\n" + ask + "part = 1000/np\ncall again(list, part)\nend\n" +
			"recursive subroutine again(list, n)\ninteger list(9)\ninteger, intent(in) :: n\nif (n < 1) return\nlist(1) = n\ncall again(list, n/2)\ncall again(list, n)\nend\n", 250},
		{"jump", module, "use par", "subroutine start\nuse par\n" + ask + "part = 1000/np\nif (x > 1) go to 10\npart = 7\n10 continue\nend\n", 250},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := c.modules + "program main\n" + c.main + "\nreal a(1000)\ninclude 'mpif.h'\ncall start\ndo i = 1, part\na(i) = 1\nend do\nend\n" + c.procedures
			r := reportOf(t, "/a.f90", text, settings.Settings{Procs: 4})
			line := strings.Count(text[:strings.Index(text, "a(i) =")], "\n") + 1
			for _, u := range r.Units {
				if u.Kind == "program" {
					if got := lineAt(t, u, line).Executions; got != c.want {
						t.Errorf("%g iterations, want %g", got, c.want)
					}
				}
			}
		})
	}
}

// What a procedure has found out reaches those that name it through others that do not: a
// border of 8 elements goes to a neighbour, as a datatype of MPI that is described there.
func TestWhatIsLeftReachesThroughProcedures(t *testing.T) {
	const module = "module par\nuse mpi\ninteger :: me, np, right, row\ncontains\nsubroutine start\ninteger ierr\ncall mpi_comm_rank(MPI_COMM_WORLD, me, ierr)\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\n" +
		"right = me + 1\nif (right == np) right = MPI_PROC_NULL\ncall mpi_type_vector(8, 1, 4, MPI_REAL, row, ierr)\nend subroutine\n" +
		"subroutine border(a)\nreal a(4,8)\ninteger ierr\ncall mpi_send(a, 1, row, right, 1, MPI_COMM_WORLD, ierr)\nend subroutine\nend module\n"
	const fields = "module fields\ntype field\ninteger n\nreal a(4,8)\nend type\ncontains\nsubroutine set(f, n)\ntype(field) f\nf%n = n\nf%a = 0\nend subroutine\nend module\n"
	for _, c := range []struct {
		name, main, procedures string
		known                  bool
	}{
		{"at once", "call border(a)", "", true},
		{"one between", "call first(a)", "subroutine first(a)\nuse par, only: border\nreal a(4,8)\ncall border(a)\nend\n", true},
		{"two between", "call first(a)", "subroutine first(a)\nreal a(4,8)\ncall second(a)\nend\nsubroutine second(a)\nuse par, only: border\nreal a(4,8)\ncall border(a)\nend\n", true},
		{"changed between", "call first(a)", "subroutine first(a)\nuse par, only: border\nreal a(4,8)\ncall other\ncall border(a)\nend\nsubroutine other\nuse par\nread *, right, row\nend\n", false},
		{"a structure set between", "call set(f, 4); call border(f%a)", "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			main := "program main\nuse par\nuse fields\nreal a(4,8)\ntype(field) f\ncall mpi_init(ierr)\ncall start\n" + strings.ReplaceAll(c.main, "; ", "\n") + "\nend\n"
			text := module + fields + main + c.procedures
			r := reportOf(t, "/a.f90", text, settings.Settings{Procs: 4})
			why := reasons(lineIn(r, lineWith(text, "mpi_send")))
			if got := strings.Contains(why, "1 message of 8 elements") && !strings.Contains(why, "not known"); got != c.known {
				t.Errorf("%q, known: want %v", why, c.known)
			}
		})
	}
}
