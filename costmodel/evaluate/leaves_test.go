package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// On 4 processors a loop over a part of 1,000 elements that a procedure has computed
// makes 250 iterations; one over a part of which nothing is known is taken to make 100.
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
		{"unknown branch", module, "use par", "subroutine start\nuse par\n" + ask + "part = 1000/np\nif (x > 1) part = 7\nend\n", 100},
		{"loop", module, "use par", "subroutine start\nuse par\n" + ask + "part = 1000/np\ndo while (x > 1)\npart = part + 1\nend do\nend\n", 100},
		{"read", module, "use par", "subroutine start\nuse par\n" + ask + "part = 1000/np\nread *, part\nend\n", 100},
		{"called later", module, "use par", "subroutine start\nuse par\n" + ask + "part = 1000/np\ncall other(part)\nend\n", 100},
		{"jump", module, "use par", "subroutine start\nuse par\n" + ask + "part = 1000/np\nif (x > 1) go to 10\npart = 7\n10 continue\nend\n", 100},
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
