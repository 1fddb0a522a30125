package evaluate

import (
	"context"
	"math"
	"testing"

	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// countedCases are programs that ask how many processors there are, with a line of each.
var countedCases = func() []countedCase {
	const callee = "subroutine s(n)\ninteger n, i\nreal x\ndo i = 1, n\nx = x + i\nend do\nend subroutine\n"
	return []countedCase{
		{"as set", "program p\ninteger i\nreal x\nreal a(64)\n!HPF$ DISTRIBUTE a(BLOCK)\ndo i = 1, number_of_processors()\nx = x + i\nend do\na = x\nend program\n", 7, settings.Settings{Procs: 6}, 6},
		{"as a grid is set", "program p\ninteger i, np\nreal x\nreal a(64,64)\n!HPF$ DISTRIBUTE a(BLOCK,BLOCK)\nnp = number_of_processors()\ndo i = 1, np\nx = x + i\nend do\na = x\nend program\n", 8, settings.Settings{Grid: []int{2, 5}}, 10},
		{"as declared", "program p\ninteger i, np\nreal x\nreal a(64,64)\n!HPF$ PROCESSORS q(2,3)\n!HPF$ DISTRIBUTE a(BLOCK,BLOCK) ONTO q\nnp = number_of_processors()\ndo i = 1, np\nx = x + i\nend do\nend program\n", 9, settings.Settings{}, 6},
		{"where nothing is mapped", "program p\ninteger i\nreal x\ndo i = 1, number_of_processors()\nx = x + i\nend do\nend program\n", 5, settings.Settings{Procs: 6}, 6},
		{"computed with", "program p\ninteger i, m\nreal x\nreal a(64)\n!HPF$ DISTRIBUTE a(BLOCK)\nm = 64/number_of_processors()\ndo i = 1, m\nx = x + i\nend do\na = x\nend program\n", 8, settings.Settings{Procs: 6}, 10},
		{"in a procedure", "program p\nreal a(64)\n!HPF$ DISTRIBUTE a(BLOCK)\na = 1\ncall s(number_of_processors())\nend program\n" + callee, 11, settings.Settings{Procs: 6}, 6},
		{"handed to a procedure", "program p\ninteger np\nreal a(64)\n!HPF$ DISTRIBUTE a(BLOCK)\na = 1\nnp = number_of_processors()\ncall s(np)\nend program\n" + callee, 13, settings.Settings{Procs: 6}, 6},
		{"and on", "program p\ninteger np\nreal a(64)\n!HPF$ DISTRIBUTE a(BLOCK)\na = 1\nnp = number_of_processors()\ncall t(np)\nend program\n" + callee + "subroutine t(k)\ninteger k, m\nm = k\ncall s(m)\nend subroutine\n", 13, settings.Settings{Procs: 6}, 6},
		{"or perhaps another number", "program p\ninteger np, i\nreal x\nreal a(64)\n!HPF$ DISTRIBUTE a(BLOCK)\na = 1\nread *, x\nnp = 6\nif (x > 0) np = number_of_processors()\ndo i = 1, np\nx = x + i\nend do\nend program\n", 11, settings.Settings{Procs: 6}, 6},
		{"by a procedure that sets it", "program p\ninteger n, i\nreal x\nreal a(64)\n!HPF$ DISTRIBUTE a(BLOCK)\na = 1\ncall tell(n)\ndo i = 1, n\nx = x + i\nend do\nend program\nsubroutine tell(n)\ninteger n\nn = 2*number_of_processors()\nend subroutine\n", 9, settings.Settings{Procs: 6}, 12},
		{"by MPI", "program p\nuse mpi\ninteger i, np, ierr\nreal x\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\ndo i = 1, np\nx = x + i\nend do\nend program\n", 7, settings.Settings{Procs: 6}, 6},
		// 12 are 4 by 3, and beside the 2 that are given 3 by 2.
		{"dealt out by MPI", "program p\nuse mpi\ninteger i, np, ierr, dims(2)\nreal x\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\ndims = 0\ncall mpi_dims_create(np, 2, dims, ierr)\ndo i = 1, 10*dims(1) + dims(2)\nx = x + i\nend do\nend program\n", 9, settings.Settings{Procs: 12}, 43},
		{"dealt out in part", "program p\nuse mpi\ninteger i, np, ierr, dims(3)\nreal x\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\ndims = [0, 2, 0]\ncall mpi_dims_create(np, 3, dims, ierr)\ndo i = 1, 100*dims(1) + 10*dims(2) + dims(3)\nx = x + i\nend do\nend program\n", 9, settings.Settings{Procs: 12}, 322},
		{"allocated by MPI", "program p\nuse mpi\ntype t\nreal, allocatable :: v(:)\nend type\ntype(t) s\ncall get(s)\ns%v = 1\ncontains\nsubroutine get(s)\ntype(t) s\ninteger np, ierr\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\nallocate(s%v(60/np))\nend subroutine\nend program\n", 8, settings.Settings{Procs: 6}, 10},
		{"in XcalableMP", "program p\nuse xmp_api\ninteger i, np\nreal x\nreal a(64)\n!$xmp nodes q(*)\n!$xmp template t(64)\n!$xmp distribute t(block) onto q\n!$xmp align a(i) with t(i)\nnp = xmp_num_nodes()\ndo i = 1, np\nx = x + i\nend do\nend program\n", 12, settings.Settings{Procs: 6}, 6},
	}
}()

type countedCase struct {
	name, text string
	line       int
	settings   settings.Settings
	executions float64
}

// Code that asks how many processors there are is told: each loop makes as many
// iterations.
func TestProcessorsAreCounted(t *testing.T) {
	for _, c := range countedCases {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "x.f90", c.text, c.settings)
			l := lineIn(r, c.line)
			if l == nil || l.Executions != c.executions {
				t.Errorf("%+v, want %g executions", l, c.executions)
			}
		})
	}
}

// A point of a curve has the time of a prediction for its number of processors, whatever
// number came before.
func TestCurvesCountProcessors(t *testing.T) {
	for _, c := range countedCases {
		t.Run(c.name, func(t *testing.T) {
			s := workspace.New(texts.FS{"x.f90": c.text}).Snapshot()
			totals := func(chosen settings.Settings) float64 {
				chosen.Totals = true
				r, err := File(context.Background(), s, "x.f90", chosen)
				if err != nil {
					t.Fatal(err)
				}
				return r.Units[0].Charge.Total()
			}
			totals(settings.Settings{Procs: 2})
			if got, want := totals(c.settings), reportOf(t, "x.f90", c.text, c.settings).Units[0].Charge.Total(); math.Abs(got-want) > 1e-9*want {
				t.Errorf("%g s along a curve, %g s alone", got, want)
			}
		})
	}
}

// Along a curve over processors the scalar code of a program is run once, unless something
// that follows from their number decides: the loop takes a thousand steps at least.
func TestCurvesShareRuns(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       bool
	}{
		{"a number that is shown", "np = number_of_processors()\nprint *, np\ncall show(np, j)\n", true},
		{"one that a procedure shows", "np = number_of_processors()\nj = np\ncall shown(j)\n", true},
		{"one that a procedure loops over", "np = number_of_processors()\ncall looped(np)\n", true},
		{"one of two", "j = 0\nread *, x\nif (x > 1) j = number_of_processors()\ndo i = 1, j\nx = x + i\nend do\n", false},
		{"one that decides", "np = number_of_processors()\ndo i = 1, np\nx = x + i\nend do\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "program p\ninteger i, j, np\nreal x\nreal a(64)\n!HPF$ DISTRIBUTE a(BLOCK)\n" + c.body +
				"j = 0\ndo i = 1, 1000\nj = j + 2\nend do\ndo i = 1, j\nx = x + 1.0\nend do\na = x\nend program\n" +
				"subroutine shown(n)\ninteger n\nprint *, n\nend subroutine\nsubroutine looped(n)\ninteger n, i\nreal x\ndo i = 1, n\nx = x + i\nend do\nend subroutine\n"
			s := workspace.New(texts.FS{"x.f90": text}).Snapshot()
			steps := func(processors int) int {
				var m effort.Meter
				if _, err := File(effort.Counted(context.Background(), &m), s, "x.f90", settings.Settings{Procs: processors, Totals: true}); err != nil {
					t.Fatal(err)
				}
				return m.Steps()
			}
			steps(2)
			if got := steps(8); got < 1000 != c.want {
				t.Errorf("%d steps for other processors", got)
			}
		})
	}
}
